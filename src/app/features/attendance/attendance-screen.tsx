// /my/events/:id/attendance: who is there, for those who mark it; with and without a connection.
import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { isTakenAway } from '../../data/http/problem.ts';
import { useResource } from '../../data/resources/use-resource.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { useRouteId } from '../../ui/navigation/router.tsx';
import { Unloaded } from '../../ui/page/missing.tsx';
import { Screen } from '../../ui/page/screen.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/page/state.tsx';
import { t } from '../../words/t.ts';
import { Attendance } from './attendance.tsx';
import { Sunlight } from './sunlight.ts';
import { UnsentBadge, UnsentMarks } from './unsent-marks.tsx';

export function AttendanceScreen() {
  const id = useRouteId();
  // Remounts for another event: its order and what can be undone are its own.
  return (
    <Sunlight>
      <AttendanceOf key={id} id={id} />
    </Sunlight>
  );
}

function AttendanceOf({ id }: { id: string }) {
  const params = { id };
  const event = useResource('GET /api/events/{id}', { params });
  const list = useResource('GET /api/events/{id}/attendance', { params });
  // Refused marks stay listed, even if this person may no longer see the event.
  const own = (pt: string) => <UnsentMarks eventId={id} name={event.data?.name ?? null} pt={pt} />;
  const retry = () => {
    void event.mutate();
    void list.mutate();
  };
  if (event.error && !event.data)
    return (
      <>
        <chakra.div px="4">{own('4')}</chakra.div>
        <Unloaded error={event.error} onRetry={retry} noun="event" explore="/explore/events" />
      </>
    );
  const frame = (children: ReactNode, action?: ReactNode) => (
    <Screen wide action={action} tools={<UnsentBadge eventId={id} />}>
      {children}
    </Screen>
  );
  if (isTakenAway(list.error) || (event.data && !event.data.can.markAttendance && !list.data))
    return frame(
      <>
        {own('0')}
        <EmptyState
          icon="users"
          title={t("You can't mark attendance here")}
          action={<ButtonLink to={`/my/events/${id}`}>{t('See the event')}</ButtonLink>}
        >
          {t('Only coaches and assistants can mark attendance.')}
        </EmptyState>
      </>,
    );
  if (event.data && list.data)
    return frame(
      <Attendance event={event.data} items={list.data.items} />,
      <ButtonLink to={`/my/events/${id}/check-in`} look="outline">
        <Icon name="qr-code" size={18} />
        {t('Check-in code')}
      </ButtonLink>,
    );
  if (list.error) return frame(<ErrorState error={list.error} onRetry={retry} />);
  return frame(
    <div role="status" aria-label={t('Loading')}>
      <Skeleton h="24" rounded="lg" mb="3" />
      <Skeleton h="24rem" rounded="lg" />
    </div>,
  );
}

// /my/events/:id/check-in: the code that people scan to check in, made on this device, with and without a connection.
import { type ReactNode, Suspense } from 'react';
import type { Answer } from '../../../../contract/api.ts';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { isTakenAway, UnreachableError } from '../../../data/http/problem.ts';
import { useResource } from '../../../data/resources/use-resource.ts';
import { useViewer } from '../../../format/use-viewer.ts';
import { savedTime } from '../../../format/when.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import type { ChromeIconName } from '../../../ui/icons/chrome-icons.ts';
import { useRouteId } from '../../../ui/navigation/router.tsx';
import { loadable } from '../../../ui/page/loadable.tsx';
import { Unloaded } from '../../../ui/page/missing.tsx';
import { Screen } from '../../../ui/page/screen.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/page/state.tsx';
import { t } from '../../../words/t.ts';
import { Sunlight } from '../sunlight.ts';
import { useSteps } from './codes.ts';

// Its code makes the pictures, which the other screens do without.
const ShownCode = loadable(() => import('./shown-code.tsx'), 'ShownCode');
export const loadParts = ShownCode.load;

export function CodeScreen() {
  const id = useRouteId();
  return (
    <Sunlight>
      <CodeOf key={id} id={id} />
    </Sunlight>
  );
}

function CodeOf({ id }: { id: string }) {
  const params = { id };
  const event = useResource('GET /api/events/{id}', { params });
  const key = useResource('GET /api/events/{id}/check-in-key', { params });
  const retry = () => {
    void event.mutate();
    void key.mutate();
  };
  if (event.error && !event.data)
    return <Unloaded error={event.error} onRetry={retry} noun="event" explore="/explore/events" />;
  // The device drops a saved key that the event's answer no longer grants, and then there is no error.
  const isDropped = event.data?.can.markAttendance === false && !key.data && !key.isLoading;
  if (isDropped || isTakenAway(key.error))
    return (
      <NoCode
        id={id}
        icon="qr-code"
        title={t("You can't show a code here")}
        marks={event.data?.can.markAttendance ?? false}
      >
        {t('Only coaches and assistants of the team that owns this event can show the code.')}
      </NoCode>
    );
  if (event.data && key.data) return <CodeNow event={event.data} checkIn={key.data} />;
  if (key.error instanceof UnreachableError)
    return (
      <NoCode id={id} icon="cloud-off" title={t('The code is not on this device yet')}>
        {t(
          'While it is online, this device saves what it needs for the events of the next 7 days, and then shows their codes without a connection. Until then, mark people in the list.',
        )}
      </NoCode>
    );
  if (key.error)
    return (
      <Screen wide>
        <ErrorState error={key.error} onRetry={retry} />
      </Screen>
    );
  return (
    <Screen wide>
      <div role="status" aria-label={t('Loading')}>
        <Skeleton h="6" w="60%" rounded="md" mb="4" />
        <Skeleton w="100%" maxW="30rem" aspectRatio="1" rounded="lg" />
      </div>
    </Screen>
  );
}

/** Replaces the code where there is none. `marks`: the viewer may mark people in the list. */
function NoCode({
  id,
  icon,
  title,
  marks = true,
  children,
}: {
  id: string;
  icon: ChromeIconName;
  title: string;
  marks?: boolean;
  children: ReactNode;
}) {
  return (
    <Screen wide>
      <EmptyState
        icon={icon}
        title={title}
        action={
          marks ? (
            <ButtonLink to={`/my/events/${id}/attendance`}>{t('Mark in the list')}</ButtonLink>
          ) : (
            <ButtonLink to={`/my/events/${id}`}>{t('See the event')}</ButtonLink>
          )
        }
      >
        {children}
      </EmptyState>
    </Screen>
  );
}

function CodeNow({
  event,
  checkIn,
}: {
  event: MyEvent;
  checkIn: Answer<'GET /api/events/{id}/check-in-key'>;
}) {
  const { locale } = useViewer();
  const now = useSteps(checkIn.stepSeconds) * checkIn.stepSeconds * 1000;
  const { id, name, timeZone, eventStatus, publication } = event;
  const timeOf = (instant: string) => savedTime(Date.parse(instant), timeZone, locale, now);
  if (eventStatus === 'EventCancelled' || eventStatus === 'EventPostponed' || publication !== 'published')
    return (
      <NoCode id={id} icon="calendar-off" title={t('No one can check in here')}>
        {eventStatus === 'EventCancelled'
          ? t('This event was cancelled.')
          : eventStatus === 'EventPostponed'
            ? t('This event is postponed.')
            : t('This event is not published.')}
      </NoCode>
    );
  if (now < Date.parse(checkIn.opensAt))
    return (
      <NoCode
        id={id}
        icon="clock"
        title={t('The code is available from {time}', { time: timeOf(checkIn.opensAt) })}
      >
        {t(
          'People check in to {name} from half an hour before the start. Leave this page open, and the code appears by itself, without a connection, too.',
          { name },
        )}
      </NoCode>
    );
  if (now > Date.parse(checkIn.closesAt))
    return (
      <NoCode id={id} icon="clock" title={t('Check-in is over')}>
        {t('Codes for {name} were accepted until {time}.', { name, time: timeOf(checkIn.closesAt) })}
      </NoCode>
    );
  // Browsers offer Web Crypto only in a secure context (HTTPS).
  if (!('subtle' in crypto))
    return (
      <NoCode id={id} icon="circle-alert" title={t("This browser can't make the code")}>
        {t('It can if the address of this page begins with https.')}
      </NoCode>
    );
  return (
    <Screen wide>
      <Suspense fallback={null}>
        <ShownCode event={event} checkIn={checkIn} />
      </Suspense>
    </Screen>
  );
}

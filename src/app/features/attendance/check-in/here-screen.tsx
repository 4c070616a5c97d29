// /my/events/:id/here#code: the link of the code that the coach shows. It checks the person in, or says what to show the coach.
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Answer } from '../../../../contract/api.ts';
import { useAction } from '../../../data/forms/use-action.ts';
import { callApi } from '../../../data/http/call.ts';
import { onReconnect } from '../../../data/http/connectivity.ts';
import { UnreachableError } from '../../../data/http/problem.ts';
import { useResource } from '../../../data/resources/use-resource.ts';
import { saveRedirectPath } from '../../../data/session/redirect-path.ts';
import { sessionNow, useSession } from '../../../data/session/session.ts';
import { useViewer } from '../../../format/use-viewer.ts';
import { shortDay, timeRange } from '../../../format/when.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import type { ChromeIconName } from '../../../ui/icons/chrome-icons.ts';
import { Icon } from '../../../ui/icons/icon.tsx';
import { useRouteId } from '../../../ui/navigation/router.tsx';
import { Screen } from '../../../ui/page/screen.tsx';
import { Skeleton } from '../../../ui/page/state.tsx';
import { t } from '../../../words/t.ts';
import { Sunlight } from '../sunlight.ts';

const Card = chakra('div', {
  base: {
    display: 'grid',
    gap: '3',
    p: '5',
    rounded: 'xl',
    borderWidth: '2px',
    borderColor: 'border.strong',
    overflowWrap: 'anywhere',
    '& h2': { fontSize: '2xl', fontWeight: '800', lineHeight: '1.2' },
    '& .name': { fontSize: '3xl', fontWeight: '800', lineHeight: '1.15' },
    '& .why': { fontSize: 'xl', fontWeight: '600', lineHeight: '1.35' },
    '& .ways': { display: 'flex', flexWrap: 'wrap', gap: '3', pt: '2' },
    '& .ways > *': { minH: '56px' },
  },
  variants: {
    tone: { good: { bg: 'brand.subtle' }, bad: { bg: 'warn.subtle' } },
  },
});

export function HereScreen() {
  const id = useRouteId();
  const { hash } = useLocation();
  const token = hash.slice(1);
  return (
    <Sunlight>
      <Screen>
        {/* Remounts for another code: that is a new attempt. */}
        <CheckingIn key={`${id} ${token}`} id={id} token={token} />
      </Screen>
    </Sunlight>
  );
}

type CheckedIn = Answer<'POST /api/events/{id}/check-in'>;

function CheckingIn({ id, token }: { id: string; token: string }) {
  const { pathname, hash } = useLocation();
  const { busy, failure, run } = useAction();
  const [done, setDone] = useState<CheckedIn | null>(null);
  const [isUnreachable, setUnreachable] = useState(false);
  const send = () =>
    void run(async () => {
      try {
        setDone(await callApi('POST /api/events/{id}/check-in', { params: { id }, body: { token } }));
      } catch (error) {
        // The session has ended meanwhile: back here after signing in.
        if (sessionNow().status !== 'signedIn') saveRedirectPath(pathname + hash);
        setUnreachable(error instanceof UnreachableError);
        throw error;
      }
    }, t("You're checked in"));
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current || token === '') return;
    isSent.current = true;
    send();
  });
  useEffect(() => (isUnreachable ? onReconnect(send) : undefined));
  if (done)
    return (
      <Result id={id} tone="good" icon="circle-check" title={t("You're checked in")}>
        {done.isWalkIn ? (
          <p className="why">{t('You had no place. Your coach sees that you came.')}</p>
        ) : null}
      </Result>
    );
  // While it is tried again, the button stays, with the focus.
  const isRetried = busy && isUnreachable;
  const why =
    token === ''
      ? t('This link has no code. Scan the code on the device of your coach.')
      : isRetried
        ? t('Checking in…')
        : failure;
  if (why === null)
    return (
      <div role="status" aria-label={t('Checking in…')}>
        <Skeleton h="48" rounded="xl" />
      </div>
    );
  return (
    <Result
      id={id}
      tone="bad"
      icon={isUnreachable ? 'cloud-off' : 'circle-alert'}
      title={t('Show this to your coach')}
      action={
        isUnreachable ? (
          <Button busy={busy} onClick={send}>
            {t('Try again')}
          </Button>
        ) : null
      }
    >
      {/* Without the event below, which comes later and would have all of it read again. */}
      <p className="why" role="alert">
        {why}
      </p>
    </Result>
  );
}

/** The outcome, with the event's name if this device has it. */
function Result({
  id,
  tone,
  icon,
  title,
  action = null,
  children,
}: {
  id: string;
  tone: 'good' | 'bad';
  icon: ChromeIconName;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  const { locale } = useViewer();
  const name = useSession().user?.name;
  const { data: event } = useResource('GET /api/events/{id}', { params: { id } });
  return (
    <Card tone={tone}>
      <Icon name={icon} size={40} />
      <h2>{title}</h2>
      <p className="name">{name}</p>
      {children}
      {event ? (
        <p>
          <strong>{event.name}</strong>
          <br />
          {[shortDay(event.startsAt, event.timeZone, locale), timeRange(event, locale)].join(' · ')}
        </p>
      ) : null}
      <div className="ways">
        {action}
        <ButtonLink to={`/my/events/${id}`} look="outline">
          {t('See the event')}
        </ButtonLink>
      </div>
    </Card>
  );
}

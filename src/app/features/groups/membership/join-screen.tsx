// /teams/join/:code: the page of an invite link. Shows the team, and lets people with the link join.

import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Answer } from '../../../../contract/api.ts';
import { useAction } from '../../../data/forms/use-action.ts';
import { onLateAnswer, write } from '../../../data/outbox/outbox.ts';
import { useQueued } from '../../../data/outbox/use-outbox.ts';
import { useResource } from '../../../data/resources/use-resource.ts';
import { useInstance } from '../../../data/session/instance.ts';
import { loginPath, saveRedirectPath } from '../../../data/session/redirect-path.ts';
import { useSession } from '../../../data/session/session.ts';
import { activityName } from '../../../format/words/activity.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/forms/field.tsx';
import { Link, useRouteId } from '../../../ui/navigation/router.tsx';
import { DetailSkeleton } from '../../../ui/page/detail-skeleton.tsx';
import { Hero } from '../../../ui/page/hero.tsx';
import { Unloaded } from '../../../ui/page/missing.tsx';
import { useDocumentTitle } from '../../../ui/page/screen.tsx';
import { DetailPage } from '../../../ui/page/section.tsx';
import { rich } from '../../../words/rich.ts';
import { t } from '../../../words/t.ts';

const Body = chakra('div', {
  base: {
    px: { base: '4', sm: '5', lg: '8' },
    pt: '6',
    maxW: '36rem',
    display: 'grid',
    gap: '4',
    '& > p': { color: 'fg.muted' },
    '& .ways': { display: 'flex', flexWrap: 'wrap', gap: '3' },
  },
});

export function JoinScreen() {
  const code = useRouteId();
  const { data, error, mutate } = useResource('GET /api/teams/join/{code}', { params: { code } });
  useDocumentTitle(data ? t('Join {name}', { name: data.name }) : null);
  if (data) return <Invitation team={data} code={code} />;
  if (error)
    return <Unloaded error={error} onRetry={() => void mutate()} noun="link" explore="/explore/teams" />;
  return <DetailSkeleton label={t('Loading the team')} />;
}

function Invitation({ team, code }: { team: Answer<'GET /api/teams/join/{code}'>; code: string }) {
  const { user } = useSession();
  const { registration } = useInstance();
  const path = `/teams/join/${code}`;
  const { id, name, activity, organization, memberCount } = team;
  return (
    <DetailPage>
      <Hero
        activity={activity}
        eyebrow={[organization?.name, activityName(activity)].filter(Boolean).join(' · ')}
        title={name}
      />
      <Body>
        <p>
          {t(
            'Your invite link lets you join this team of {memberCount, plural, one {# member} other {# members}} right away.',
            { memberCount },
          )}
        </p>
        {user ? (
          <Join id={id} name={name} code={code} />
        ) : (
          <>
            <div className="ways">
              <ButtonLink to={loginPath(path)}>{t('Sign in to join')}</ButtonLink>
              {registration === 'closed' ? null : (
                <ButtonLink look="outline" to="/register" onClick={() => saveRedirectPath(path)}>
                  {t('Create an account')}
                </ButtonLink>
              )}
            </div>
            <p>
              {registration === 'closed' ? `${t("You can't create a new account at the moment.")} ` : null}
              {t("We'll bring you back here.")}
            </p>
          </>
        )}
      </Body>
    </DetailPage>
  );
}

function Join({ id, name, code }: { id: string; name: string; code: string }) {
  const navigate = useNavigate();
  const waiting = useQueued(`membership:${id}`);
  const { busy, failure, run } = useAction();
  const [refusal, setRefusal] = useState<string | null>(null);
  // Someone who has gone to another page meanwhile stays there.
  const see = () =>
    location.pathname === `/teams/join/${code}` && navigate(`/teams/${id}`, { replace: true });
  // Sent later, while the person still looks at this page. Leaving the team has no answer.
  useEffect(() => onLateAnswer(`membership:${id}`, (answer) => void (answer && see())));
  const join = () =>
    run(async () => {
      setRefusal(null);
      const sent = await write({
        call: 'PUT /api/teams/{id}/membership',
        params: { id },
        body: { code },
        subject: `membership:${id}`,
        title: t('Joining {name}', { name }),
      });
      if (sent.kind === 'refused') setRefusal(sent.message);
      if (sent.kind === 'done') see();
    });
  // Not while it is being sent: then the button stays, with the focus.
  if (waiting && !waiting.refusal && !busy)
    return (
      <p role="status">
        {rich('Saved on this device, will be sent. It stands among your <link>waiting changes</link>.', {
          link: (text) => (
            <chakra.span color="brand" fontWeight="600" textDecoration="underline">
              <Link to="/my/settings">{text}</Link>
            </chakra.span>
          ),
        })}
      </p>
    );
  return (
    <>
      <FormError message={refusal ?? waiting?.refusal?.message ?? failure} />
      <div className="ways">
        <Button busy={busy} onClick={() => void join()}>
          {busy ? t('Joining…') : t('Join the team')}
        </Button>
        <ButtonLink look="outline" to={`/teams/${id}`}>
          {t('See the team first')}
        </ButtonLink>
      </div>
    </>
  );
}

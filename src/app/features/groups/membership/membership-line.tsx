// How this viewer stands to a group. A visitor is led to sign in; the ways in and out come for people signed in.
import { lazy, Suspense } from 'react';
import { loginPath } from '../../../data/session/redirect-path.ts';
import { useSession } from '../../../data/session/session.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Line, type MembershipProps, Stand } from './membership-stand.tsx';

const MembershipWays = lazy(async () => ({
  default: (await import('./membership-ways.tsx')).MembershipWays,
}));

export function MembershipLine(props: MembershipProps) {
  const { scope, group, bare = false } = props;
  const session = useSession();
  const said = (
    <span className="said">
      <Stand scope={scope} group={group} />
    </span>
  );
  if (session.status === 'signedIn')
    return (
      <Suspense fallback={<Line bare={bare}>{said}</Line>}>
        <MembershipWays {...props} />
      </Suspense>
    );
  return (
    <Line bare={bare}>
      {said}
      {session.status === 'anonymous' && group.openness !== 'inviteOnly' ? (
        <ButtonLink to={loginPath(`/${scope}s/${group.id}`)} look="outline">
          Sign in to {group.openness === 'open' ? 'join' : 'ask'}
        </ButtonLink>
      ) : null}
    </Line>
  );
}

// The viewer's membership status in a group. Visitors get a link to sign in; the actions are loaded for
// signed-in people.
import { Suspense } from 'react';
import { loginPath } from '../../../data/session/redirect-path.ts';
import { sessionNow, useSession } from '../../../data/session/session.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { loadable } from '../../../ui/page/loadable.tsx';
import { t } from '../../../words/t.ts';
import { Line, type MembershipProps, MembershipStatus } from './membership-status.tsx';

const MembershipWays = loadable(() => import('./membership-ways.tsx'), 'MembershipWays');

/** Loads the actions, unless the viewer is a visitor. Loaded after the line, they would move what is below it. */
export const loadWays = async () => sessionNow().status !== 'anonymous' && MembershipWays.load();

export function MembershipLine(props: MembershipProps) {
  const { scope, group, bare = false } = props;
  const session = useSession();
  const said = (
    <span className="said">
      <MembershipStatus scope={scope} group={group} />
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
          {group.openness === 'open' ? t('Sign in to join') : t('Sign in to ask to join')}
        </ButtonLink>
      ) : null}
    </Line>
  );
}

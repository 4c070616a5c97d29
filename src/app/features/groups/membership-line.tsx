// How this viewer stands to a group, and the way in or out: join, ask, accept, decline, leave. What is done without a
// connection waits here in sight.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useState } from 'react';
import type { Team } from '../../../contract/groups.ts';
import { cancel, useWaiting, write } from '../../data/outbox.ts';
import { loginPath } from '../../data/redirect-path.ts';
import { useSession } from '../../data/session.ts';
import { useAction } from '../../data/use-action.ts';
import { roleName } from '../../format/words.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { groupCalls, type Scope } from './scope.ts';

const ConfirmSheet = lazy(async () => ({
  default: (await import('../../ui/confirm-sheet.tsx')).ConfirmSheet,
}));

const Line = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
    rowGap: '2',
    px: { base: '4', sm: '5', lg: '8' },
    py: '3',
    minH: '4rem',
    bg: 'bg.panel',
    borderBottomWidth: '1px',
    borderColor: 'border',
    fontSize: 'sm',
    color: 'fg.muted',
    '& .said': { flex: '1 1 12rem', display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2.5' },
    '& .ways': { display: 'flex', flexWrap: 'wrap', gap: '2' },
    '& .fault': { flexBasis: '100%', color: 'danger', fontWeight: '500', _empty: { display: 'none' } },
  },
  variants: {
    // Under a card, as part of it.
    bare: { true: { px: '0', py: '2', minH: '0', bg: 'transparent', border: 'none' } },
  },
});

const joinText = {
  open: 'Open to everyone',
  moderated: 'Those who run it let new members in',
  inviteOnly: 'By invitation only',
};

export type Standing = {
  id: string;
  name: string;
  membership: Team['membership'];
  openness: Team['openness'];
  can: Pick<Team['can'], 'join' | 'leave'>;
};

export function MembershipLine({
  scope,
  group,
  bare = false,
}: {
  scope: Scope;
  group: Standing;
  bare?: boolean;
}) {
  const waiting = useWaiting(`membership:${group.id}`);
  const { join, leave, busy, fault } = useMembership(scope, group);
  const [isLeaving, setLeaving] = useState(false);
  const status = group.membership?.status;
  if (waiting)
    return (
      <Line bare={bare}>
        <span className="said" role="status">
          <Badge tone={waiting.refusal ? 'bad' : 'warn'}>{waiting.title}</Badge>
          {waiting.refusal?.message ?? 'Saved on this device, will be sent'}
        </span>
        <Button look="outline" onClick={() => void cancel(waiting.id)}>
          {waiting.refusal ? 'All right' : 'Take back'}
        </Button>
      </Line>
    );
  return (
    <Line bare={bare}>
      <span className="said">
        <Stand scope={scope} group={group} />
      </span>
      <span className="ways">
        <WayIn group={group} scope={scope} busy={busy} onJoin={join} />
        {group.can.leave && status === 'active' ? (
          <Button look="outline" onClick={() => setLeaving(true)}>
            Leave
          </Button>
        ) : group.can.leave ? (
          <Button look="outline" busy={busy} onClick={() => void leave()}>
            {status === 'invited' ? 'Decline' : 'Take back'}
          </Button>
        ) : null}
      </span>
      <span className="fault" role="alert">
        {fault}
      </span>
      <Suspense fallback={null}>
        {isLeaving ? (
          <ConfirmSheet
            title={`Leave ${group.name}?`}
            action="Leave"
            busyText="Leaving…"
            act={leave}
            onClose={() => setLeaving(false)}
          >
            <p>
              You no longer see what is for members only. Places you hold at events stay yours until you
              cancel them.
            </p>
          </ConfirmSheet>
        ) : null}
      </Suspense>
    </Line>
  );
}

function Stand({ scope, group: { membership, openness } }: { scope: Scope; group: Standing }) {
  switch (membership?.status) {
    case 'active':
      return (
        <>
          <Badge tone="good">You belong to this {scope}</Badge>
          {roleName(membership.role)}
        </>
      );
    case 'invited':
      return (
        <>
          <Badge tone="warn">You are invited</Badge>
          {membership.role === 'trainee' ? null : `as ${membership.role}`}
        </>
      );
    case 'requested':
      return (
        <>
          <Badge>You asked to join</Badge>
          Those who run it will answer
        </>
      );
    case 'removed':
      return 'You are no longer part of it. An invitation lets you back in.';
    default:
      return joinText[openness];
  }
}

function WayIn({
  group: { id, membership, openness, can },
  scope,
  busy,
  onJoin,
}: {
  group: Standing;
  scope: Scope;
  busy: boolean;
  onJoin: () => Promise<void>;
}) {
  const session = useSession();
  if (session.status === 'anonymous' && openness !== 'inviteOnly')
    return (
      <ButtonLink to={loginPath(`/${scope}s/${id}`)} look="outline">
        Sign in to {openness === 'open' ? 'join' : 'ask'}
      </ButtonLink>
    );
  if (!can.join) return null;
  const label = membership?.status === 'invited' ? 'Accept' : openness === 'open' ? 'Join' : 'Ask to join';
  return (
    <Button busy={busy} onClick={() => void onJoin()}>
      {label}
    </Button>
  );
}

/** `fault` is what the server has against it. */
function useMembership(scope: Scope, { id, name, membership }: Standing) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const { busy, failure, run } = useAction();
  const send = (kind: 'join' | 'leave', title: string) => async () => {
    setRefusal(null);
    await run(async () => {
      const about = { params: { id }, subject: `membership:${id}`, title };
      const { join, leave } = groupCalls[scope];
      const sent =
        kind === 'join'
          ? await write({ ...about, call: join, body: {} })
          : await write({ ...about, call: leave, body: undefined });
      if (sent.kind === 'refused') setRefusal(sent.message);
    });
  };
  const isInvited = membership?.status === 'invited';
  return {
    busy,
    fault: refusal ?? failure,
    join: send('join', `${isInvited ? 'Accepting' : 'Joining'} ${name}`),
    leave: send(
      'leave',
      `${isInvited ? 'Declining' : membership?.status === 'requested' ? 'Taking back the request to' : 'Leaving'} ${name}`,
    ),
  };
}

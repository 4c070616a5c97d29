// The membership actions of signed-in people: join, ask, accept, decline, leave. A queued action is shown
// here.
import { lazy, Suspense, useState } from 'react';
import { useAction } from '../../../data/forms/use-action.ts';
import { cancel, write } from '../../../data/outbox/outbox.ts';
import { useQueued } from '../../../data/outbox/use-outbox.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { MoreMenu } from '../../../ui/dialogs/more-menu.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { t } from '../../../words/t.ts';
import { groupCalls, type Scope } from '../members/scope.ts';
import { type GroupMembership, Line, type MembershipProps, MembershipStatus } from './membership-status.tsx';

const ConfirmSheet = lazy(async () => ({
  default: (await import('../../../ui/dialogs/confirm-sheet.tsx')).ConfirmSheet,
}));

export function MembershipWays({ scope, group, bare = false, onRefusal }: MembershipProps) {
  const waiting = useQueued(`membership:${group.id}`);
  const { join, leave, busy, fault } = useMembership(scope, group, onRefusal);
  const [isLeaving, setLeaving] = useState(false);
  const status = group.membership?.status;
  // While it is sent from here, its button says so.
  if (waiting && !busy)
    return (
      <Line bare={bare}>
        <span className="said" role="status">
          <Badge tone={waiting.refusal ? 'bad' : 'warn'}>{waiting.title}</Badge>
          {waiting.refusal?.message ?? t('Saved on this device, will be sent')}
        </span>
        <Button look="outline" onClick={() => void cancel(waiting.id)}>
          {waiting.refusal ? t('OK') : t('Take back')}
        </Button>
      </Line>
    );
  return (
    <Line bare={bare}>
      <span className="said">
        <MembershipStatus scope={scope} group={group} />
      </span>
      <span className="ways">
        <JoinButton group={group} busy={busy} onJoin={join} />
        {group.can.leave && status === 'active' ? (
          <MoreMenu label={t('Your membership')}>
            {(close) => (
              <Button
                look="danger"
                aria-haspopup="dialog"
                onClick={() => {
                  close();
                  setLeaving(true);
                }}
              >
                <Icon name="log-out" size={18} />
                {t('Leave')}
              </Button>
            )}
          </MoreMenu>
        ) : group.can.leave ? (
          <Button look="outline" busy={busy} onClick={() => void leave()}>
            {status === 'invited' ? t('Decline') : t('Take back')}
          </Button>
        ) : null}
      </span>
      <span className="fault" role="alert">
        {fault}
      </span>
      <Suspense fallback={null}>
        {isLeaving ? (
          <ConfirmSheet
            title={t('Leave {name}?', { name: group.name })}
            action={t('Leave')}
            busyText={t('Leaving…')}
            // Closed first: what is shown while the write waits takes its place.
            act={async () => {
              setLeaving(false);
              await leave();
            }}
            onClose={() => setLeaving(false)}
          >
            <p>
              {t(
                "You'll no longer see what's for members only. You lose your places at its members-only events; each event's terms say what you get back.",
              )}
            </p>
          </ConfirmSheet>
        ) : null}
      </Suspense>
    </Line>
  );
}

function JoinButton({
  group: { membership, openness, can },
  busy,
  onJoin,
}: {
  group: GroupMembership;
  busy: boolean;
  onJoin: () => Promise<void>;
}) {
  if (!can.join) return null;
  const label =
    membership?.status === 'invited' ? t('Accept') : openness === 'open' ? t('Join') : t('Ask to join');
  return (
    <Button busy={busy} onClick={() => void onJoin()}>
      {label}
    </Button>
  );
}

/** `fault`: the server's refusal. */
function useMembership(
  scope: Scope,
  { id, name, membership }: GroupMembership,
  onRefusal: MembershipProps['onRefusal'],
) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const { busy, failure, run } = useAction();
  const send = (kind: 'join' | 'leave', title: string) => async () => {
    setRefusal(null);
    onRefusal?.(null);
    await run(async () => {
      const about = { params: { id }, subject: `membership:${id}`, title };
      const { join, leave } = groupCalls[scope];
      const sent =
        kind === 'join'
          ? await write({ ...about, call: join, body: {} })
          : await write({ ...about, call: leave, body: undefined });
      if (sent.kind !== 'refused') return;
      setRefusal(sent.message);
      onRefusal?.(`${name}: ${sent.message}`);
    });
  };
  const isInvited = membership?.status === 'invited';
  return {
    busy,
    fault: refusal ?? failure,
    join: send('join', t(isInvited ? 'Accepting the invitation to {name}' : 'Joining {name}', { name })),
    leave: send(
      'leave',
      t(
        isInvited
          ? 'Declining the invitation to {name}'
          : membership?.status === 'requested'
            ? 'Taking back my request to {name}'
            : 'Leaving {name}',
        { name },
      ),
    ),
  };
}

// The membership status in words, and its line.
import { chakra } from '@chakra-ui/react/styled-system';
import type { Team } from '../../../../contract/people/groups.ts';
import { useViewer } from '../../../format/use-viewer.ts';
import { clockTime, shortDay } from '../../../format/when.ts';
import { roleName } from '../../../format/words/vocabulary.ts';
import { Badge } from '../../../ui/badge.tsx';
import { msg, t } from '../../../words/t.ts';
import type { Scope } from '../members/scope.ts';

export const Line = chakra('div', {
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
    '& .said > *': { whiteSpace: 'normal', minW: '0', overflowWrap: 'anywhere' },
    '& .ways': { display: 'flex', flexWrap: 'wrap', gap: '2' },
    '& .fault': { flexBasis: '100%', color: 'danger', fontWeight: '500', _empty: { display: 'none' } },
  },
  variants: {
    // Below a card, as part of it.
    bare: { true: { px: '0', py: '2', minH: '0', bg: 'transparent', border: 'none' } },
  },
});

const joinText = {
  open: msg('Open to everyone'),
  moderated: msg('New members ask to join'),
  inviteOnly: msg('By invitation only'),
};

export type GroupMembership = {
  id: string;
  name: string;
  membership: Team['membership'];
  invitedUntil: Team['invitedUntil'];
  openness: Team['openness'];
  can: Pick<Team['can'], 'join' | 'leave'>;
};

export type MembershipProps = {
  scope: Scope;
  group: GroupMembership;
  bare?: boolean;
  /**
   * Gets the server's refusal, and null before each try. This line may be gone by then, because lists drop
   * ended invitations.
   */
  onRefusal?: (sentence: string | null) => void;
};

/** The end of an invitation, on the viewer's clock. */
function Until({ instant }: { instant: string }) {
  const { locale, timeZone } = useViewer();
  const zone = timeZone ?? 'UTC';
  return (
    <time dateTime={instant}>
      {t('Accept by {day}, {time}', {
        day: shortDay(instant, zone, locale),
        time: clockTime(instant, zone, locale),
      })}
    </time>
  );
}

export function MembershipStatus({
  scope,
  group: { membership, invitedUntil, openness },
}: {
  scope: Scope;
  group: GroupMembership;
}) {
  switch (membership?.status) {
    case 'active':
      return (
        <>
          <Badge tone="good">
            {t("You're in this {scope, select, team {team} other {organization}}", { scope })}
          </Badge>
          {roleName(membership.role)}
        </>
      );
    case 'invited':
      return (
        <>
          <Badge tone="warn">{t("You're invited")}</Badge>
          {membership.role === 'trainee'
            ? null
            : t(
                'as {role, select, admin {admin} coach {coach} owner {owner} assistant {assistant} other {trainee}}',
                {
                  role: membership.role,
                },
              )}
          {invitedUntil ? <Until instant={invitedUntil} /> : null}
        </>
      );
    case 'requested':
      return (
        <>
          <Badge>{t('You asked to join')}</Badge>
          {t('The people who run it will get back to you')}
        </>
      );
    case 'removed':
      return t("You're no longer part of it. You need an invitation to come back.");
    default:
      return t(joinText[openness]);
  }
}

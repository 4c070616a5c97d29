// How this viewer stands to a group, or how one joins it. Reading only.
import { chakra } from '@chakra-ui/react/styled-system';
import type { Team } from '../../../contract/groups.ts';
import { roleName } from '../../format/words.ts';
import { Badge } from '../../ui/badge.tsx';

const Line = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    px: { base: '4', sm: '5', lg: '8' },
    py: '3',
    minH: '3.25rem',
    bg: 'bg.panel',
    borderBottomWidth: '1px',
    borderColor: 'border',
    fontSize: 'sm',
    color: 'fg.muted',
  },
});

const joinText = {
  open: 'Open to everyone',
  moderated: 'New members are asked in by those who run it',
  inviteOnly: 'By invitation only',
};

export function MembershipLine({
  membership,
  openness,
  noun,
}: {
  membership: Team['membership'];
  openness: Team['openness'];
  noun: 'team' | 'organization';
}) {
  if (membership?.status === 'active')
    return (
      <Line>
        <Badge tone="good">You belong to this {noun}</Badge>
        <span>{roleName(membership.role)}</span>
      </Line>
    );
  if (membership?.status === 'invited')
    return (
      <Line>
        <Badge tone="warn">You are invited</Badge>
      </Line>
    );
  if (membership?.status === 'requested')
    return (
      <Line>
        <Badge>You asked to join</Badge>
      </Line>
    );
  return <Line>{joinText[openness]}</Line>;
}

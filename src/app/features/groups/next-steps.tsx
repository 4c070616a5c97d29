// The next steps after a team was created: inviting people, the first event, a logo. Each is hidden once it
// is done.
import { chakra } from '@chakra-ui/react/styled-system';
import type { Team } from '../../../contract/people/groups.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { t } from '../../words/t.ts';

const Box = chakra('section', {
  base: {
    mx: { base: '4', sm: '5', lg: '8' },
    mt: '4',
    p: '4',
    maxW: '48rem',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'lg',
    '& h2': { fontSize: 'lg', fontWeight: '700' },
    '& p': { color: 'fg.muted', mt: '0.5', mb: '3.5' },
    '& .steps': { display: 'flex', flexWrap: 'wrap', gap: '2' },
  },
});

/** Whether a team is new: the viewer is the only member, and it does not continue another team. */
export const isNewTeam = ({ memberCount, membership, previous, next, can }: Team): boolean =>
  memberCount === 1 && membership?.status === 'active' && previous === null && next === null && can.invite;

/** Whether the next steps contain the first event. */
export const offersFirstEvent = ({ can, upcomingEvents }: Team): boolean =>
  can.createEvent && upcomingEvents.length === 0;

export function NextSteps({ team, onInvite }: { team: Team; onInvite: () => void }) {
  const { id, can, logo } = team;
  return (
    <Box aria-labelledby="next-steps">
      <h2 id="next-steps">{t('Next steps')}</h2>
      <p>{t("You're the only one here so far.")}</p>
      <div className="steps">
        <Button onClick={onInvite}>
          <Icon name="user-plus" size={18} />
          {t('Invite people')}
        </Button>
        {offersFirstEvent(team) ? (
          <ButtonLink look="outline" to={`/my/events/new?team=${id}`}>
            <Icon name="calendar-plus" size={18} />
            {t('Plan the first event')}
          </ButtonLink>
        ) : null}
        {can.edit && logo === null ? (
          <ButtonLink look="outline" to={`/teams/${id}/edit`}>
            <Icon name="camera" size={18} />
            {t('Add a logo')}
          </ButtonLink>
        ) : null}
      </div>
    </Box>
  );
}

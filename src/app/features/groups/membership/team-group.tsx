// The cards of my teams under a heading: my role, replies due, next event.
import { chakra } from '@chakra-ui/react/styled-system';
import type { MyTeam } from '../../../../contract/people/me.ts';
import { CardList } from '../../../entities/lists/card-list.tsx';
import { useViewer, type Viewer } from '../../../format/use-viewer.ts';
import { clockTime, shortDay } from '../../../format/when.ts';
import { roleName } from '../../../format/words/vocabulary.ts';
import { Link } from '../../../ui/navigation/router.tsx';
import { initials } from '../../../ui/pictures/avatar.tsx';
import { useLoadedImage } from '../../../ui/pictures/use-loaded-image.ts';
import { FieldLines } from '../../../ui/sports-field/field-lines.tsx';
import { rich } from '../../../words/rich.ts';
import { t } from '../../../words/t.ts';
import { MembershipLine } from './membership-line.tsx';

export const Heading = chakra('h2', {
  base: { fontSize: 'lg', fontWeight: '700', mt: '7', mb: '2.5', _first: { mt: '0' } },
});

/** One column on the widest screens, where a team is open beside the list. */
export const columns = { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))', xl: 'minmax(0, 1fr)' };

/** `isAlone`: there is no other group, so its heading is hidden. */
export function TeamGroup({
  title,
  teams,
  chosenId,
  onRefusal,
  isAlone = false,
}: {
  title: string;
  teams: MyTeam[];
  chosenId: string | undefined;
  onRefusal: (sentence: string | null) => void;
  isAlone?: boolean;
}) {
  const viewer = useViewer();
  if (teams.length === 0) return null;
  return (
    <>
      {isAlone ? <h2 className="sr">{title}</h2> : <Heading>{title}</Heading>}
      <CardList rows="group" gridTemplateColumns={columns}>
        {teams.map((team) => (
          <li key={team.id} data-row={team.id}>
            <TeamCard team={team} isChosen={team.id === chosenId} viewer={viewer} />
            {team.membership.status === 'active' ? null : (
              <MembershipLine
                bare
                scope="team"
                onRefusal={onRefusal}
                group={{ ...team, can: { join: team.membership.status === 'invited', leave: true } }}
              />
            )}
          </li>
        ))}
      </CardList>
    </>
  );
}

function TeamCard({
  team,
  isChosen,
  viewer: { locale },
}: {
  team: MyTeam;
  isChosen: boolean;
  viewer: Viewer;
}) {
  const { nextEvent, repliesOwed, membership } = team;
  const logo = useLoadedImage(team.logo);
  return (
    <article className={isChosen ? 'card chosen' : 'card'}>
      <div className="face" aria-hidden="true">
        <FieldLines activity={team.activity} color={team.color} crop="card" />
        {logo.src ? (
          <img {...logo} alt="" loading="lazy" decoding="async" />
        ) : (
          <span className="initials">{initials(team.name)}</span>
        )}
      </div>
      <div className="body">
        <h3 className="name">
          <Link to={`/teams/${team.id}`} aria-current={isChosen || undefined}>
            {team.name}
          </Link>
        </h3>
        <p className="line">
          {[team.organization?.name, roleName(membership.role), team.season].filter(Boolean).join(' · ')}
        </p>
        {nextEvent ? (
          <p className="line">
            {rich('Next: {name}, <time></time>', {
              name: nextEvent.name,
              time: () => (
                <time dateTime={nextEvent.startsAt}>
                  {shortDay(nextEvent.startsAt, nextEvent.timeZone, locale)},{' '}
                  {clockTime(nextEvent.startsAt, nextEvent.timeZone, locale)}
                </time>
              ),
            })}
          </p>
        ) : (
          <p className="line">{t('Nothing planned')}</p>
        )}
        {repliesOwed > 0 ? (
          <div className="foot">
            <span className="badge warn">
              {t('{repliesOwed, plural, one {# reply due} other {# replies due}}', { repliesOwed })}
            </span>
          </div>
        ) : null}
      </div>
    </article>
  );
}

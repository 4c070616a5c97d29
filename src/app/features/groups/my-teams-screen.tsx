// The teams I am in, invited to, or asked to join: my role, replies owed, what is next.
import { chakra } from '@chakra-ui/react/styled-system';
import type { MyTeam } from '../../../contract/me.ts';
import { CardList } from '../../cards/card-list.tsx';
import { CardSkeletons } from '../../cards/card-skeletons.tsx';
import { useResource } from '../../data/use-resource.ts';
import { useViewer, type Viewer } from '../../format/use-viewer.ts';
import { clockTime, shortDay } from '../../format/when.ts';
import { countOf, roleName } from '../../format/words.ts';
import { initials } from '../../ui/avatar.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { FieldLines } from '../../ui/field-lines.tsx';
import { HiddenHeading } from '../../ui/hidden-heading.tsx';
import { Link } from '../../ui/router.tsx';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState, ErrorState } from '../../ui/state.tsx';

const Heading = chakra('h2', {
  base: { fontSize: 'lg', fontWeight: '700', mt: '7', mb: '2.5', _first: { mt: '0' } },
});

export function MyTeamsScreen() {
  return (
    <Screen wide>
      <Teams />
    </Screen>
  );
}

function Teams() {
  const { data, error, mutate } = useResource('GET /api/users/me/teams', {});
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void mutate()} />;
    return <CardSkeletons rows="group" label="Loading teams" count={4} />;
  }
  const mine = data.items.filter((team) => team.membership.status === 'active');
  const open = data.items.filter((team) => team.membership.status !== 'active');
  if (data.items.length === 0)
    return (
      <EmptyState
        icon="users"
        title="You are in no team yet"
        action={<ButtonLink to="/explore/teams">Explore teams</ButtonLink>}
      >
        Find one near you, or ask your coach for an invitation.
      </EmptyState>
    );
  return (
    <>
      {open.length > 0 ? <Heading>Waiting</Heading> : null}
      {open.length > 0 ? <TeamCards teams={open} /> : null}
      {mine.length > 0 ? (
        open.length > 0 ? (
          <Heading>My teams</Heading>
        ) : (
          <HiddenHeading>My teams</HiddenHeading>
        )
      ) : null}
      {mine.length > 0 ? <TeamCards teams={mine} /> : null}
    </>
  );
}

function TeamCards({ teams }: { teams: MyTeam[] }) {
  const viewer = useViewer();
  return (
    <CardList rows="group" gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}>
      {teams.map((team) => (
        <li key={team.id} data-row={team.id}>
          <TeamCard team={team} viewer={viewer} />
        </li>
      ))}
    </CardList>
  );
}

const waiting: Record<string, string> = { invited: "You're invited", requested: 'Waiting for approval' };

function TeamCard({ team, viewer: { locale } }: { team: MyTeam; viewer: Viewer }) {
  const { nextEvent, repliesOwed, membership } = team;
  const state = waiting[membership.status];
  return (
    <article className="card">
      <div className="face" aria-hidden="true">
        <FieldLines activity={team.activity} crop="card" ground />
        <span className="initials">{shortName(team)}</span>
      </div>
      <div className="body">
        <h3 className="name">
          <Link to={`/teams/${team.id}`}>{team.name}</Link>
        </h3>
        <p className="line">
          {[team.organization?.name, roleName(membership.role)].filter(Boolean).join(' · ')}
        </p>
        {nextEvent ? (
          <p className="line">
            Next: {nextEvent.name},{' '}
            <time dateTime={nextEvent.startsAt}>
              {shortDay(nextEvent.startsAt, nextEvent.timeZone, locale)},{' '}
              {clockTime(nextEvent.startsAt, nextEvent.timeZone, locale)}
            </time>
          </p>
        ) : (
          <p className="line">Nothing planned</p>
        )}
        {state || repliesOwed > 0 ? (
          <div className="foot">
            {state ? <span className="badge plain">{state}</span> : null}
            {repliesOwed > 0 ? (
              <span className="badge warn">{countOf(repliesOwed, 'reply owed', 'replies owed', locale)}</span>
            ) : null}
          </div>
        ) : null}
      </div>
    </article>
  );
}

/** What fits on the field, without the club's name that all its teams share: `KV Rooigem U12` → `U12`. */
function shortName({ name, organization }: MyTeam): string {
  const own =
    organization && name.startsWith(organization.name) ? name.slice(organization.name.length) : name;
  const code = own.split(/\s+/).find((word) => /^[A-Z]{1,3}\d*\+?$/.test(word) && word.length > 1);
  return code ?? initials(own.trim() || name);
}

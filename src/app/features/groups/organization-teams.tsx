// The teams of an organization: the first ones are part of its answer, those after them come in pages.
import type { TeamSummary } from '../../../contract/events/explore.ts';
import type { Organization } from '../../../contract/people/groups.ts';
import { useList } from '../../data/resources/use-resource.ts';
import { CardList } from '../../entities/lists/card-list.tsx';
import { LaterRows, PagedRows } from '../../entities/lists/paged-rows.tsx';
import { TeamRow } from '../../entities/people/people-cards.tsx';
import { useViewer } from '../../format/use-viewer.ts';
import { Section } from '../../ui/page/section.tsx';
import { t } from '../../words/t.ts';

/** Nothing where there are none. */
export function OrganizationTeams({ organization }: { organization: Organization }) {
  const { id, teams, teamsCursor, visibleTeamCount } = organization;
  if (visibleTeamCount === 0) return null;
  return (
    <Section title={t('Teams')} count={visibleTeamCount}>
      <PagedRows
        path={`/organizations/${id}`}
        nextCursor={teamsCursor}
        labels={{ start: t('Show the first teams'), more: t('Show more teams') }}
        later={(cursor, isAsked) => <LaterTeams id={id} cursor={cursor} isAsked={isAsked} />}
      >
        <Rows teams={teams} />
      </PagedRows>
    </Section>
  );
}

function Rows({ teams }: { teams: readonly TeamSummary[] }) {
  const viewer = useViewer();
  return (
    <CardList rows="group">
      {teams.map((team) => (
        <TeamRow key={team.id} item={team} viewer={viewer} />
      ))}
    </CardList>
  );
}

function LaterTeams({ id, cursor, isAsked }: { id: string; cursor: string; isAsked: boolean }) {
  const list = useList('GET /api/organizations/{id}/teams', { params: { id }, query: { cursor } });
  return (
    <LaterRows list={list} path={`/organizations/${id}`} label={t('Show more teams')} isAsked={isAsked}>
      {(teams) => <Rows teams={teams} />}
    </LaterRows>
  );
}

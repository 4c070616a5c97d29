// /teams/:id: what the team is, its schedule, coaches and, for those who may see it, its roster.
import { useParams } from 'react-router';
import { activities } from '../../../contract/activities.ts';
import type { Team } from '../../../contract/groups.ts';
import { UpcomingEvents } from '../../cards/upcoming-events.tsx';
import { useResource } from '../../data/use-resource.ts';
import { useViewer } from '../../format/use-viewer.ts';
import { ageText, countOf, levelName } from '../../format/words.ts';
import { DetailSkeleton } from '../../ui/detail-skeleton.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Hero } from '../../ui/hero.tsx';
import { Unloaded } from '../../ui/missing.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Link } from '../../ui/router.tsx';
import { useDocumentTitle } from '../../ui/screen.tsx';
import { DetailPage, Halves, Section } from '../../ui/section.tsx';
import { ShareButton } from '../../ui/share-button.tsx';
import { GroupMark } from './group-mark.tsx';
import { MembershipLine } from './membership-line.tsx';
import { PeopleList } from './people-list.tsx';

export function TeamScreen() {
  const { id = '' } = useParams();
  const { data, error, mutate } = useResource('GET /api/teams/{id}', { params: { id } });
  useDocumentTitle(data?.name ?? null);
  if (data) return <TeamView team={data} />;
  if (error)
    return <Unloaded error={error} onRetry={() => void mutate()} noun="team" explore="/explore/teams" />;
  return <DetailSkeleton label="Loading the team" />;
}

function TeamView({ team }: { team: Team }) {
  const { id, name, activity, level, ageMin, ageMax, season, image, coaches, roster, descriptionBlocks } =
    team;
  const eyebrow = [activities[activity].name, level && levelName(level), ageText(ageMin, ageMax)];
  // Coaches stand above; the roster names the others.
  const coachIds = new Set(coaches.map((coach) => coach.id));
  const others = roster?.filter((person) => !coachIds.has(person.id));
  return (
    <DetailPage>
      <Hero
        activity={activity}
        eyebrow={eyebrow.filter(Boolean).join(' · ')}
        title={name}
        mark={<GroupMark name={name} image={image} />}
        tools={<ShareButton title={name} path={`/teams/${id}`} />}
      />
      <MembershipLine membership={team.membership} openness={team.openness} noun="team" />
      <Halves>
        <div>
          <TeamFacts team={team} season={season} />
          {descriptionBlocks.length > 0 ? (
            <Section title="About">
              <RichText blocks={descriptionBlocks} />
            </Section>
          ) : null}
          {coaches.length > 0 ? (
            <Section title="Coaches">
              <PeopleList people={coaches} />
            </Section>
          ) : null}
        </div>
        <div>
          <UpcomingEvents events={team.upcomingEvents} />
          {others && others.length > 0 ? (
            <Section title="Roster" count={others.length}>
              <PeopleList people={others} />
            </Section>
          ) : null}
        </div>
      </Halves>
    </DetailPage>
  );
}

function TeamFacts({ team, season }: { team: Team; season: string | null }) {
  const { locale } = useViewer();
  const { organization, region, memberCount } = team;
  return (
    <Facts>
      <Fact
        icon="users"
        title={countOf(memberCount, 'member', 'members', locale)}
        lines={[season && `Season ${season}`]}
      />
      {organization || region ? (
        <Fact
          icon="map-pin"
          title={
            organization ? <Link to={`/organizations/${organization.id}`}>{organization.name}</Link> : region
          }
          lines={[organization ? region : null]}
        />
      ) : null}
    </Facts>
  );
}

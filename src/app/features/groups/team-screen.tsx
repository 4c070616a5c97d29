// /teams/:id: the team's facts, schedule, coaches and, for those who may see it, its roster.

import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, Suspense, useState } from 'react';
import type { Team } from '../../../contract/people/groups.ts';
import { useResource } from '../../data/resources/use-resource.ts';
import { sessionNow } from '../../data/session/session.ts';
import { UpcomingEvents } from '../../entities/events/upcoming-events.tsx';
import { useViewer } from '../../format/use-viewer.ts';
import { activityName } from '../../format/words/activity.ts';
import { ageText, levelName } from '../../format/words/vocabulary.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Link, useRouteId } from '../../ui/navigation/router.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DetailSkeleton } from '../../ui/page/detail-skeleton.tsx';
import { FlashMessage } from '../../ui/page/flash-message.tsx';
import { Hero } from '../../ui/page/hero.tsx';
import { HeroLink } from '../../ui/page/hero-link.tsx';
import { loadable } from '../../ui/page/loadable.tsx';
import { Unloaded } from '../../ui/page/missing.tsx';
import { useDocumentTitle } from '../../ui/page/screen.tsx';
import { DetailPage, Halves, Section } from '../../ui/page/section.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { ShareButton } from '../../ui/share-button.tsx';
import { rich } from '../../words/rich.ts';
import { t } from '../../words/t.ts';
import { GroupMark } from './group-mark.tsx';
import { loadWays, MembershipLine } from './membership/membership-line.tsx';
import { PeopleBeyond, PeopleList, rateText } from './people-list.tsx';
import { TeamRoster } from './team-roster.tsx';

// Only loaded for those who run it.
const Manage = loadable(() => import('./members/manage.tsx'), 'Manage');

/** What is above the facts. Loaded after the team, it would move them down. */
export const loadParts = () =>
  Promise.all([loadWays(), sessionNow().user?.type === 'coach' && Manage.load()]);

export function TeamScreen() {
  return <TeamDetails id={useRouteId()} />;
}

/** The team beside my teams, before one was chosen. */
export const TeamPreview = ({ id }: { id: string }) => <TeamDetails id={id} />;

function TeamDetails({ id }: { id: string }) {
  const team = useResource('GET /api/teams/{id}', { params: { id } });
  const { data, error, mutate } = team;
  useDocumentTitle(data?.name ?? null);
  if (data) return <TeamView team={data} onChanged={() => mutate()} />;
  if (error)
    return <Unloaded error={error} onRetry={() => void mutate()} noun="team" explore="/explore/teams" />;
  return <DetailSkeleton label={t('Loading the team')} />;
}

function TeamView({ team, onChanged }: { team: Team; onChanged: () => Promise<unknown> }) {
  const { id, name, activity, color, level, ageMin, ageMax, logo, can, next } = team;
  const { locale } = useViewer();
  // State of this component, because the roster remounts when `Manage` has loaded and when the list of
  // members is closed.
  const [asked, setAsked] = useState({ id, pages: 0 });
  const eyebrow = [activityName(activity), level && levelName(level), ageText(ageMin, ageMax)];
  const about = (
    <About team={team} locale={locale}>
      <TeamRoster
        team={team}
        locale={locale}
        pages={asked.id === id ? asked.pages : 0}
        onPages={(pages) => setAsked({ id, pages })}
      />
    </About>
  );
  return (
    <DetailPage>
      <Hero
        activity={activity}
        color={color}
        eyebrow={eyebrow.filter(Boolean).join(' · ')}
        title={name}
        mark={<GroupMark name={name} image={logo} />}
        tools={
          <>
            {can.edit ? (
              <HeroLink to={`/teams/${id}/edit`}>
                <Icon name="pencil" size={18} />
                {t('Edit')}
              </HeroLink>
            ) : null}
            <ShareButton title={name} path={`/teams/${id}`} />
          </>
        }
      />
      <Notes>
        <FlashMessage />
        {next ? (
          <Notice icon="info">
            <span>
              {team.season ? t('This was season {season}.', { season: team.season }) : null}{' '}
              {rich('The team continues as <link></link>.', {
                link: () => (
                  <NextLink to={`/teams/${next.id}`}>
                    {next.season ? t('{name}, season {season}', { ...next, season: next.season }) : next.name}
                  </NextLink>
                ),
              })}
            </span>
          </Notice>
        ) : null}
      </Notes>
      <MembershipLine scope="team" group={team} />
      {can.invite || can.manageMembers || can.createEvent ? (
        <Suspense fallback={about}>
          <Manage scope="team" group={team} team={team} onChanged={onChanged}>
            {about}
          </Manage>
        </Suspense>
      ) : (
        about
      )}
    </DetailPage>
  );
}

/** `children`: the roster. */
function About({ team, locale, children }: { team: Team; locale: string; children: ReactNode }) {
  const { coaches, coachCount, descriptionBlocks } = team;
  return (
    <Halves>
      <div>
        <TeamFacts team={team} locale={locale} />
        {descriptionBlocks.length > 0 ? (
          <Section title={t('About')}>
            <RichText blocks={descriptionBlocks} />
          </Section>
        ) : null}
        {coaches.length > 0 ? (
          <Section title={t('Coaches')}>
            <PeopleList people={coaches} locale={locale} />
            <PeopleBeyond count={coachCount - coaches.length} />
          </Section>
        ) : null}
      </div>
      <div>
        <UpcomingEvents events={team.upcomingEvents} />
        {children}
      </div>
    </Halves>
  );
}

const Notes = chakra('div', {
  base: { px: { base: '4', sm: '5', lg: '8' }, maxW: '50rem', '&:not(:empty)': { pt: '2' } },
});
const NextLink = chakra(Link, { base: { color: 'brand', fontWeight: '600', textDecoration: 'underline' } });

function TeamFacts({ team, locale }: { team: Team; locale: string }) {
  const { organization, region, memberCount, season, previous, attendance } = team;
  return (
    <Facts>
      <Fact
        icon="users"
        title={t('{memberCount, plural, one {# member} other {# members}}', { memberCount })}
        lines={[season && t('Season {season}', { season })]}
      />
      {previous ? (
        <Fact
          icon="clock"
          title={<Link to={`/teams/${previous.id}`}>{previous.season ?? previous.name}</Link>}
          lines={[t('The previous season')]}
        />
      ) : null}
      {organization || region ? (
        <Fact
          icon="map-pin"
          title={
            organization ? <Link to={`/organizations/${organization.id}`}>{organization.name}</Link> : region
          }
          lines={[organization ? region : null]}
        />
      ) : null}
      {attendance && attendance.counted > 0 ? (
        <Fact
          icon="circle-check"
          title={
            <Link to={`/teams/${team.id}/attendance`}>
              {t('You were there {rate} of the time', { rate: rateText(attendance, locale) })}
            </Link>
          }
          lines={[
            t('{attended} of {counted, plural, one {# event} other {# events}} in the last 12 months', {
              attended: attendance.attended,
              counted: attendance.counted,
            }),
          ]}
        />
      ) : null}
    </Facts>
  );
}

// /organizations/:id: its contact, teams, events and people.

import { chakra } from '@chakra-ui/react/styled-system';
import { Suspense } from 'react';
import type { Organization } from '../../../contract/people/groups.ts';
import { useResource } from '../../data/resources/use-resource.ts';
import { sessionNow } from '../../data/session/session.ts';
import { UpcomingEvents } from '../../entities/events/upcoming-events.tsx';
import { useViewer } from '../../format/use-viewer.ts';
import { activityList } from '../../format/words/activity.ts';
import { EmailLink } from '../../ui/email-text.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Link, useRouteId } from '../../ui/navigation/router.tsx';
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
import { t } from '../../words/t.ts';
import { GroupMark } from './group-mark.tsx';
import { loadWays, MembershipLine } from './membership/membership-line.tsx';
import { OrganizationTeams } from './organization-teams.tsx';
import { PeopleBeyond, PeopleList } from './people-list.tsx';

// Only loaded for those who run it.
const Manage = loadable(() => import('./members/manage.tsx'), 'Manage');

/** What is above the contact. Loaded after the organization, it would move it down. */
export const loadParts = () =>
  Promise.all([loadWays(), sessionNow().user?.type === 'coach' && Manage.load()]);

export function OrganizationScreen() {
  const id = useRouteId();
  const organization = useResource('GET /api/organizations/{id}', { params: { id } });
  const { data, error, mutate } = organization;
  useDocumentTitle(data?.name ?? null);
  if (data) return <OrganizationView organization={data} onChanged={() => mutate()} />;
  if (error)
    return (
      <Unloaded
        error={error}
        onRetry={() => void mutate()}
        noun="organization"
        explore="/explore/organizations"
      />
    );
  return <DetailSkeleton label={t('Loading the organization')} />;
}

function OrganizationView({
  organization,
  onChanged,
}: {
  organization: Organization;
  onChanged: () => Promise<unknown>;
}) {
  const { id, name, logo, color, activities, region, can } = organization;
  const about = <About organization={organization} />;
  return (
    <DetailPage>
      <Hero
        activity={activities[0]}
        color={color}
        eyebrow={[region, activityList(activities)].filter(Boolean).join(' · ')}
        title={name}
        mark={<GroupMark name={name} image={logo} />}
        tools={
          <>
            {can.edit ? (
              <HeroLink to={`/organizations/${id}/edit`}>
                <Icon name="pencil" size={18} />
                {t('Edit')}
              </HeroLink>
            ) : null}
            <ShareButton title={name} path={`/organizations/${id}`} />
          </>
        }
      />
      <Notes>
        <FlashMessage />
      </Notes>
      <MembershipLine scope="organization" group={organization} />
      {can.invite || can.manageMembers || can.createEvent ? (
        <Suspense fallback={about}>
          <Manage scope="organization" group={{ ...organization, inviteCode: null }} onChanged={onChanged}>
            {about}
          </Manage>
        </Suspense>
      ) : (
        about
      )}
    </DetailPage>
  );
}

const Notes = chakra('div', {
  base: { px: { base: '4', sm: '5', lg: '8' }, maxW: '50rem', '&:not(:empty)': { pt: '2' } },
});

function About({ organization }: { organization: Organization }) {
  const { id, descriptionBlocks, people, peopleCount, upcomingEvents } = organization;
  const viewer = useViewer();
  return (
    <Halves>
      <div>
        <Contact organization={organization} />
        {descriptionBlocks.length > 0 ? (
          <Section title={t('About')}>
            <RichText blocks={descriptionBlocks} />
          </Section>
        ) : null}
        {people.length > 0 ? (
          <Section title={t('People')}>
            <PeopleList people={people} locale={viewer.locale} />
            <PeopleBeyond count={peopleCount - people.length} />
          </Section>
        ) : null}
      </div>
      <div>
        <OrganizationTeams organization={organization} />
        <UpcomingEvents
          events={upcomingEvents}
          // The events above may be for members only.
          more={<Link to={`/explore/events?organizer=${id}`}>{t('All public events')}</Link>}
        />
      </div>
    </Halves>
  );
}

/** A URL may be typed without its scheme. */
const safeUrl = (url: string) => (/^https?:\/\//i.test(url) ? url : `https://${url}`);

function Contact({ organization }: { organization: Organization }) {
  const { url, email, telephone, address } = organization;
  if (!url && !email && !telephone && !address) return null;
  return (
    <Facts>
      {address ? <Fact icon="map-pin" title={address} /> : null}
      {url ? (
        <Fact
          icon="globe"
          title={
            <a href={safeUrl(url)} rel="noopener noreferrer nofollow">
              {url.replace(/^https?:\/\//i, '').replace(/\/$/, '')}
            </a>
          }
        />
      ) : null}
      {email ? <Fact icon="mail" title={<EmailLink address={email} />} /> : null}
      {telephone ? (
        <Fact icon="phone" title={<a href={`tel:${telephone.replace(/[^\d+]/g, '')}`}>{telephone}</a>} />
      ) : null}
    </Facts>
  );
}

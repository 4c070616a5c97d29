// /users/:id: a person as this viewer may see them.
import { chakra } from '@chakra-ui/react/styled-system';
import { useParams } from 'react-router';
import type { User } from '../../../contract/people.ts';
import { UpcomingEvents } from '../../cards/upcoming-events.tsx';
import { useResource } from '../../data/use-resource.ts';
import { useViewer } from '../../format/use-viewer.ts';
import { activityList, levelName, typeName } from '../../format/words.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { DetailSkeleton } from '../../ui/detail-skeleton.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Hero } from '../../ui/hero.tsx';
import { Unloaded } from '../../ui/missing.tsx';
import { Link } from '../../ui/router.tsx';
import { useDocumentTitle } from '../../ui/screen.tsx';
import { DetailPage, Halves, Section } from '../../ui/section.tsx';
import { ShareButton } from '../../ui/share-button.tsx';

const Bio = chakra('p', { base: { whiteSpace: 'pre-line', lineHeight: '1.6', maxW: '40rem' } });
const Mine = chakra('div', { base: { px: { base: '4', sm: '5', lg: '8' }, pt: '4' } });

export function UserScreen() {
  const { id = '' } = useParams();
  const { data, error, mutate } = useResource('GET /api/users/{id}', { params: { id } });
  useDocumentTitle(data?.name ?? null);
  if (data) return <UserView user={data} />;
  if (error)
    return <Unloaded error={error} onRetry={() => void mutate()} noun="person" explore="/explore/members" />;
  return <DetailSkeleton label="Loading the person" />;
}

function UserView({ user }: { user: User }) {
  const { id, name, type, avatarSrc, activities, region, bio, upcomingEvents, isMe } = user;
  return (
    <DetailPage>
      <Hero
        activity={activities?.[0]}
        eyebrow={[typeName(type), region].filter(Boolean).join(' · ')}
        title={name}
        mark={<Avatar name={name} src={avatarSrc} size={72} />}
        tools={<ShareButton title={name} path={`/users/${id}`} />}
      />
      {isMe ? (
        <Mine>
          <ButtonLink to="/my/profile" look="outline">
            This is you: open your profile
          </ButtonLink>
        </Mine>
      ) : null}
      <Halves>
        <div>
          <PersonFacts user={user} />
          {bio ? (
            <Section title="About">
              <Bio>{bio}</Bio>
            </Section>
          ) : null}
        </div>
        <UpcomingEvents
          events={upcomingEvents}
          more={<Link to={`/explore/events?organizer=${id}`}>See all</Link>}
        />
      </Halves>
    </DetailPage>
  );
}

function PersonFacts({ user }: { user: User }) {
  const { locale } = useViewer();
  const { activities, level, qualifications, languages, email, phone } = user;
  const spoken = languages?.length ? languageNames(languages, locale) : null;
  return (
    <Facts>
      {activities?.length ? (
        <Fact icon="compass" title={activityList(activities, 6)} lines={[level && levelName(level)]} />
      ) : null}
      {qualifications?.length ? (
        <Fact icon="award" title="Qualifications" lines={[qualifications.join('\n')]} />
      ) : null}
      {spoken ? <Fact icon="globe" title={`Speaks ${spoken}`} /> : null}
      {email ? <Fact icon="mail" title={<a href={`mailto:${email}`}>{email}</a>} /> : null}
      {phone ? <Fact icon="phone" title={<a href={`tel:${phone}`}>{phone}</a>} /> : null}
    </Facts>
  );
}

/** Codes become names; what Intl does not know stays as it was written. */
function languageNames(languages: readonly string[], locale: string): string {
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  return languages
    .map((language) => {
      try {
        return names.of(language) ?? language;
      } catch {
        return language;
      }
    })
    .join(', ');
}

// /users/:id: a person, as far as this viewer may see them.
import { chakra } from '@chakra-ui/react/styled-system';
import type { User } from '../../../contract/people/people.ts';
import { useResource } from '../../data/resources/use-resource.ts';
import { UpcomingEvents } from '../../entities/events/upcoming-events.tsx';
import { typeName } from '../../format/words/vocabulary.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Link, useRouteId } from '../../ui/navigation/router.tsx';
import { DetailSkeleton } from '../../ui/page/detail-skeleton.tsx';
import { Hero } from '../../ui/page/hero.tsx';
import { Unloaded } from '../../ui/page/missing.tsx';
import { useDocumentTitle } from '../../ui/page/screen.tsx';
import { DetailPage, Halves } from '../../ui/page/section.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { ShareButton } from '../../ui/share-button.tsx';
import { t } from '../../words/t.ts';
import { AboutCoach } from './about-coach.tsx';
import { PersonView } from './person-view.tsx';

const Mine = chakra('div', { base: { px: { base: '4', sm: '5', lg: '8' }, pt: '4' } });

export function UserScreen() {
  const id = useRouteId();
  const person = useResource('GET /api/users/{id}', { params: { id } });
  const { data, error, mutate } = person;
  useDocumentTitle(data?.name ?? null);
  if (data) return <UserView user={data} />;
  if (error)
    return <Unloaded error={error} onRetry={() => void mutate()} noun="person" explore="/explore/members" />;
  return <DetailSkeleton label={t('Loading this profile')} />;
}

function UserView({ user }: { user: User }) {
  const { id, name, type, avatarSrc, activities, region, upcomingEvents, isMe } = user;
  // Events answer with the people whom everyone may see; the search of events finds only those by their name.
  const isNamed = upcomingEvents.some(
    ({ organizer, leaders }) => organizer?.id === id || leaders.some((leader) => leader.id === id),
  );
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
            {t('This is you: open your profile')}
          </ButtonLink>
        </Mine>
      ) : null}
      <Halves>
        <div>
          <PersonView person={user} />
          {type === 'coach' && !isMe ? <AboutCoach coach={user} /> : null}
        </div>
        <UpcomingEvents
          events={upcomingEvents}
          more={
            isNamed ? <Link to={`/explore/events?q=${encodeURIComponent(name)}`}>{t('See all')}</Link> : null
          }
        />
      </Halves>
    </DetailPage>
  );
}

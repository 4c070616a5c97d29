// Who a coach is, and how to ask them something: from what this viewer may see of them.
import { chakra } from '@chakra-ui/react/styled-system';
import type { User } from '../../../contract/people/people.ts';
import { useSession } from '../../data/session/session.ts';
import { activityList } from '../../format/words/activity.ts';
import { Link } from '../../ui/navigation/router.tsx';
import { Section } from '../../ui/page/section.tsx';
import { rich } from '../../words/rich.ts';
import { t } from '../../words/t.ts';

const Text = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '2',
    maxW: '40rem',
    lineHeight: '1.6',
    '& a': { color: 'brand', fontWeight: '600', textDecoration: 'underline' },
  },
});

export function AboutCoach({ coach }: { coach: User }) {
  const { name, activities, region, bio, email, phone, upcomingEvents } = coach;
  const isSignedIn = useSession().user !== null;
  const first = name.split(' ')[0] ?? name;
  const clubs = new Map(
    upcomingEvents.flatMap(({ organizer }) =>
      organizer?.kind === 'organization' ? [[organizer.id, organizer.name]] : [],
    ),
  );
  const [club] = clubs;
  // The others take no replies.
  const next = upcomingEvents.find(
    ({ eventStatus }) => eventStatus !== 'EventCancelled' && eventStatus !== 'EventPostponed',
  );
  const sports = activities?.length ? activityList(activities, 6) : null;
  return (
    <Section title={t('About {name}', { name: first })}>
      <Text>
        {bio ? null : (
          <p>
            {sports && region
              ? t('{name} coaches in {region}: {sports}.', { name, region, sports })
              : sports
                ? t('{name} coaches: {sports}.', { name, sports })
                : t('{name} is a coach here.', { name })}
          </p>
        )}
        <p>
          {email || phone
            ? t('A question? {first} shares the contact details above with you.', { first })
            : club
              ? rich('A question? Ask <club></club>, where {first} leads events.', {
                  first,
                  club: () => <Link to={`/organizations/${club[0]}`}>{club[1]}</Link>,
                })
              : next
                ? rich('A question? Reply to <event></event> and add a note: {first} reads it.', {
                    first,
                    event: () => (
                      <Link to={`${isSignedIn ? '/events/' : '/events/public/'}${next.id}`}>{next.name}</Link>
                    ),
                  })
                : t('A question? Members of the same team see how to reach {first}.', { first })}
        </p>
      </Text>
    </Section>
  );
}

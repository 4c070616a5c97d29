// The home page of visitors: an introduction, next events, and links to sign in and explore.
import { chakra } from '@chakra-ui/react/styled-system';
import { useResource } from '../../data/resources/use-resource.ts';
import { useInstance } from '../../data/session/instance.ts';
import { EventRow } from '../../entities/events/event-card.tsx';
import { CardList } from '../../entities/lists/card-list.tsx';
import { CardSkeletons } from '../../entities/lists/card-skeletons.tsx';
import { useViewer } from '../../format/use-viewer.ts';
import { ButtonLink } from '../../ui/button.tsx';
import type { ChromeIconName } from '../../ui/icons/chrome-icons.ts';
import { Icon } from '../../ui/icons/icon.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Link } from '../../ui/navigation/router.tsx';
import { ErrorState } from '../../ui/page/state.tsx';
import { FieldLines } from '../../ui/sports-field/field-lines.tsx';
import { type Message, msg, t } from '../../words/t.ts';
import { Heading, Wide } from './parts.tsx';

const Hero = chakra('section', {
  base: {
    position: 'relative',
    isolation: 'isolate',
    overflow: 'hidden',
    color: 'white',
    '& > .field-lines': { zIndex: '-1' },
    '& a': { _focusVisible: { outlineColor: 'white' } },
    // Keeps the text clear of the lines behind it.
    _after: {
      content: '""',
      position: 'absolute',
      inset: '0',
      zIndex: '-1',
      backgroundImage: 'linear-gradient(to top, rgb(5 46 22 / 0.85), rgb(5 46 22 / 0.1) 75%)',
    },
  },
});
const HeroBody = chakra('div', {
  base: {
    w: 'full',
    maxW: '72rem',
    mx: { base: 'auto', lg: '0' },
    px: { base: '4', sm: '5', lg: '8' },
    pt: { base: '3', lg: '8' },
    pb: { base: '8', lg: '14' },
    minH: { base: '28rem', lg: '30rem' },
    display: 'flex',
    flexDirection: 'column',
    justifyContent: { base: 'space-between', lg: 'flex-end' },
    gap: '14',
  },
});
const Top = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    // The rail has both.
    lg: { display: 'none' },
    '& p, & a': { display: 'flex', alignItems: 'center', gap: '2.5', minH: 'target' },
    '& p': { fontWeight: '800', fontSize: 'xl', letterSpacing: '-0.02em', lineHeight: '1.2', minW: '0' },
    '& p span': { minW: '0', overflowWrap: 'anywhere' },
    '& img': { flexShrink: '0' },
    '& a': { fontWeight: '600', flexShrink: '0' },
  },
});
const Title = chakra('h1', {
  base: {
    fontSize: { base: '2.5rem', sm: '5xl', lg: '6xl' },
    lineHeight: '1.04',
    fontWeight: '800',
    letterSpacing: '-0.03em',
    maxW: '15ch',
    _focusVisible: { outline: 'none' },
  },
});
const Lead = chakra('p', {
  base: { mt: '4', fontSize: { base: 'md', lg: 'xl' }, maxW: '36rem', color: 'green.50' },
});
const Ways = chakra('div', {
  base: {
    mt: '6',
    display: 'flex',
    flexWrap: 'wrap',
    gap: '3',
    '& > *': { flex: { base: '1 1 auto', sm: 'none' }, px: { base: '4', sm: '6' }, minH: '3.25rem' },
  },
});

export function VisitorHome() {
  const { name, registration } = useInstance();
  return (
    <>
      <Hero>
        <FieldLines activity="football" crop="hero" />
        <HeroBody>
          <Top>
            <p>
              <Logo />
              <span>{name}</span>
            </p>
            <Link to="/login">{t('Sign in')}</Link>
          </Top>
          <div>
            <Title tabIndex={-1}>{t('Know where to be. Even with no signal.')}</Title>
            <Lead>
              {t(
                "{name} is for coaches and the people they train: what's on, where, and whether you have a place. It opens right away, at the side of any pitch.",
                { name },
              )}
            </Lead>
            <Ways>
              <ButtonLink to="/explore/events" bg="green.400" color="gray.950" _hover={{ bg: 'green.300' }}>
                {t('Explore events')}
              </ButtonLink>
              <ButtonLink
                // By invitation an account may not be possible: people with one sign in, others come by their
                // invite link.
                to={registration === 'open' ? '/register' : '/login'}
                bg="transparent"
                color="white"
                borderColor="rgb(255 255 255 / 0.6)"
                _hover={{ bg: 'rgb(255 255 255 / 0.12)' }}
              >
                {registration === 'open' ? t('Create an account') : t('Sign in')}
              </ButtonLink>
            </Ways>
          </div>
        </HeroBody>
      </Hero>
      <Wide>
        <NextEvents />
        <Onward />
      </Wide>
    </>
  );
}

/** How many of the next events the page shows. */
const shown = 6;

function NextEvents() {
  const viewer = useViewer();
  const { data, error, mutate } = useResource('GET /api/explore', {});
  if (data?.events.length === 0) return null;
  return (
    <section aria-labelledby="next-events">
      <Heading id="next-events" more={{ to: '/explore/events', label: t('See all') }}>
        {t('Coming up')}
      </Heading>
      {data ? (
        <CardList gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}>
          {data.events.slice(0, shown).map((event) => (
            <EventRow key={event.id} event={event} to={`/events/public/${event.id}`} viewer={viewer} />
          ))}
        </CardList>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <CardSkeletons rows="event" label={t('Loading events')} count={shown / 2} />
      )}
    </section>
  );
}

const onward: { to: string; icon: ChromeIconName; title: Message; text: Message }[] = [
  {
    to: '/explore/teams',
    icon: 'users',
    title: msg('Find a team'),
    text: msg('By activity, level, age and town.'),
  },
  {
    to: '/explore/organizers',
    icon: 'user',
    title: msg('Find a coach'),
    text: msg('People and clubs that run sessions near you.'),
  },
  {
    to: '/explore/organizations',
    icon: 'house',
    title: msg('Find a club'),
    text: msg("Its teams, its people and what's coming up."),
  },
];

const Cards = chakra('ul', {
  base: {
    display: 'grid',
    gap: '2.5',
    md: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
    '& a': {
      display: 'flex',
      gap: '3.5',
      h: 'full',
      p: '4',
      bg: 'bg.panel',
      borderWidth: '1px',
      borderColor: 'border',
      rounded: 'lg',
      '@media (hover: hover)': { '&:hover': { borderColor: 'border.strong' } },
      md: { flexDirection: 'column', p: '5' },
    },
    '& svg': { color: 'brand', flexShrink: '0', mt: '0.5' },
    '& strong': { display: 'block', fontWeight: '700' },
    '& span': { color: 'fg.muted', fontSize: 'sm' },
  },
});

function Onward() {
  return (
    <section aria-labelledby="ways">
      <Heading id="ways">{t('Find your side')}</Heading>
      <Cards>
        {onward.map(({ to, icon, title, text }) => (
          <li key={to}>
            <Link to={to}>
              <Icon name={icon} size={24} />
              <div>
                <strong>{t(title)}</strong>
                <span>{t(text)}</span>
              </div>
            </Link>
          </li>
        ))}
      </Cards>
    </section>
  );
}

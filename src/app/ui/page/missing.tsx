// The page of a subject that does not exist, or not for this viewer, with a way on.
import { chakra } from '@chakra-ui/react/styled-system';
import { ApiError } from '../../data/http/problem.ts';
import { t } from '../../words/t.ts';
import { ButtonLink } from '../button.tsx';
import { Hero } from './hero.tsx';
import { Screen, useDocumentTitle } from './screen.tsx';
import { ErrorState } from './state.tsx';

const Text = chakra('div', {
  base: {
    px: { base: '4', sm: '5', lg: '8' },
    py: '6',
    maxW: '36rem',
    '& p': { color: 'fg.muted', mb: '5' },
  },
});

export type Noun = 'event' | 'series' | 'team' | 'organization' | 'person' | 'page' | 'link';

/** `noun` in the singular: `event`. `explore`: the page with others of its kind. */
export function Missing({
  noun,
  explore,
  isGone = false,
}: {
  noun: Noun;
  explore: string;
  isGone?: boolean;
}) {
  const title = t(
    "We can't find this {noun, select, event {event} series {series} team {team} organization {organization} person {person} link {invite link} other {page}}{until, select, gone { any more} other {}}",
    { noun, until: isGone ? 'gone' : 'hidden' },
  );
  useDocumentTitle(title);
  return (
    <>
      <Hero activity={undefined} title={title} />
      <Text>
        <p>
          {isGone
            ? t('The people who ran it took it down.')
            : t('The link may be old, or this is only for people who belong to it.')}
        </p>
        <ButtonLink to={explore}>{t('Explore others')}</ButtonLink>
      </Text>
    </>
  );
}

/** The page of a subject that could not be loaded: it does not exist, or loading failed. */
export function Unloaded({
  error,
  onRetry,
  noun,
  explore,
}: {
  error: Error;
  onRetry: () => void;
  noun: Noun;
  explore: string;
}) {
  // An invalid id (422) is treated like a missing subject.
  if (error instanceof ApiError && [404, 410, 422].includes(error.status))
    return <Missing noun={noun} explore={explore} isGone={error.status === 410} />;
  return (
    <Screen>
      <ErrorState error={error} onRetry={onRetry} />
    </Screen>
  );
}

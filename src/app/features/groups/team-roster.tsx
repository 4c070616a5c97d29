// The roster on a team's page: its first people come with the team, the others in pages on demand.
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef } from 'react';
import type { Team } from '../../../contract/people/groups.ts';
import type { RosterMember } from '../../../contract/people/rosters.ts';
import { UnreachableError } from '../../data/http/problem.ts';
import { useList } from '../../data/resources/use-resource.ts';
import { countText } from '../../format/words/vocabulary.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/page/section.tsx';
import { t } from '../../words/t.ts';
import { PeopleList, personAt } from './people-list.tsx';

const Quiet = chakra('p', { base: { color: 'fg.muted' } });
const More = chakra('div', {
  base: { display: 'grid', justifyItems: 'center', textAlign: 'center', gap: '2', pt: '4' },
});

type Props = {
  team: Team;
  locale: string;
  /** How many pages after the first one were requested. */
  pages: number;
  onPages: (pages: number) => void;
};

export function TeamRoster(props: Props) {
  const { roster, membership, id } = props.team;
  if (roster) return <People key={id} {...props} roster={roster} />;
  if (membership?.status !== 'active') return null;
  return (
    <Section title={t('Roster')}>
      <Quiet>{t("Only this team's coaches see who is in it.")}</Quiet>
    </Section>
  );
}

function People({ team, roster, locale, pages, onPages }: Props & { roster: readonly RosterMember[] }) {
  const { coaches, rosterCount } = team;
  const later = useLaterPeople(team, pages, onPages);
  const { hasMore, isBusy, error } = later;
  // Coaches have a section of their own. A person renamed between two pages is in both of them.
  const coachIds = new Set(coaches.map((coach) => coach.id));
  const byId = new Map([...roster, ...later.items].map((person) => [person.id, person]));
  const others = [...byId.values()].filter((person) => !coachIds.has(person.id));
  const shown = others.length;
  const count = hasMore ? Math.max(shown, (rosterCount ?? 0) - coaches.length) : shown;
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const focusAt = useRef<number | null>(null);
  useEffect(() => {
    const at = focusAt.current;
    if (at === null || shown <= at) return;
    focusAt.current = null;
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && activeElement !== button.current;
    if (box.current && !isElsewhere) personAt(box.current, at)?.focus();
  }, [shown]);
  if (count === 0) return null;
  const showMore = () => {
    focusAt.current = shown;
    later.loadMore();
  };
  const failure =
    error instanceof UnreachableError
      ? t("Couldn't load more people. Check your connection and try again.")
      : error?.message;
  return (
    <Section title={t('Roster')} count={count}>
      <div ref={box}>{shown > 0 ? <PeopleList people={others} locale={locale} /> : null}</div>
      <p className="sr" role="status">
        {later.isShown && !isBusy
          ? t('Showing {shown} of {count, plural, one {# person} other {# people}}', {
              shown: countText(shown, locale),
              count,
            })
          : ''}
      </p>
      {hasMore ? (
        <More>
          <Button ref={button} look="outline" busy={isBusy} onClick={showMore}>
            {isBusy ? t('Loading…') : error ? t('Try again') : t('Show more')}
          </Button>
          <Quiet role="status">{isBusy ? null : failure}</Quiet>
        </More>
      ) : null}
    </Section>
  );
}

/** The people after the first page: all requested pages, even after their first cursor has changed. */
function useLaterPeople({ id, rosterCursor: cursor }: Team, asked: number, onPages: (pages: number) => void) {
  const isAsked = asked > 0 && cursor !== null;
  const list = useList(
    'GET /api/teams/{id}/roster',
    isAsked ? { params: { id }, query: { cursor, limit: 100 } } : null,
  );
  const { pages, isStale, error, isValidating, isLoadingMore, loadMore } = list;
  const loaded = pages?.length ?? 0;
  const isShort = isAsked && !isStale && loaded > 0 && loaded < asked && list.hasMore;
  useEffect(() => {
    if (isShort && !isLoadingMore && !error) loadMore();
  }, [isShort, isLoadingMore, error, loadMore]);
  return {
    items: (isAsked && list.items) || [],
    isShown: isAsked && loaded > 0,
    hasMore: isAsked && pages ? list.hasMore : cursor !== null,
    isBusy: isAsked && (error ? isValidating : loaded === 0 || isShort || isLoadingMore),
    error,
    loadMore: () => {
      onPages(loaded + 1);
      if (error) list.retry();
    },
  };
}

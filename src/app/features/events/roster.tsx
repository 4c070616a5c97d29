// The attendees, for those who may see them: faces first, names on demand.
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useState } from 'react';
import type { MyEvent } from '../../../contract/events/events.ts';
import { useList } from '../../data/resources/use-resource.ts';
import { useViewer } from '../../format/use-viewer.ts';
import { isOver } from '../../format/when.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/navigation/router.tsx';
import { useFirstNewRow } from '../../ui/page/first-new-row.ts';
import { Skeleton } from '../../ui/page/state.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { t } from '../../words/t.ts';

const Box = chakra('div', {
  base: {
    px: { base: '4', sm: '5', lg: '8' },
    borderBottomWidth: '1px',
    borderColor: 'border',
    '& summary': {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      minH: '3.5rem',
      fontWeight: '700',
      cursor: 'pointer',
      rounded: 'sm',
    },
    '& .faces': { display: 'flex', ms: 'auto' },
    '& .faces > *': { borderWidth: '2px', borderColor: 'bg', boxSizing: 'content-box', ms: '-2' },
    '& ul': { pb: '3', columns: { sm: '2' } },
    '& a, & .row': {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      minH: 'target',
      breakInside: 'avoid',
    },
    '& small, & p': { fontSize: 'sm', color: 'fg.muted' },
    '& p': { pb: '3' },
    '& a:hover': { textDecoration: 'underline' },
  },
});

const shownFaces = 4;

export function Roster({ event }: { event: MyEvent }) {
  const { items, error, hasMore, isLoadingMore, loadMore, retry, savedAt } = useList(
    'GET /api/events/{id}/registrations',
    {
      params: { id: event.id },
      query: { limit: 100 },
    },
  );
  const { now } = useViewer();
  // Assistants and visiting coaches get every reply, so a page may have no one who is coming.
  const coming = items?.filter(({ state, wasGoing }) => state === 'confirmed' || wasGoing) ?? [];
  const [wanted, setWanted] = useState(shownFaces);
  const count = coming.length;
  const isShort = count < Math.min(wanted, event.confirmedCount);
  useEffect(() => {
    if (isShort && hasMore && !isLoadingMore && !error) loadMore();
  }, [isShort, hasMore, isLoadingMore, error, loadMore]);
  const { box, onMore } = useFirstNewRow<HTMLUListElement>(count);
  // What is below stays in place when they arrive.
  if (!items && !error && event.confirmedCount > 0)
    return (
      <Box data-people>
        <Skeleton h="3.5rem" />
      </Box>
    );
  if (count === 0) return null;
  const total = Math.max(count, event.confirmedCount);
  const facesCount = Math.min(count, shownFaces);
  return (
    <Box data-people>
      <details>
        <summary>
          {isOver(event, now) ? t('Who had a place') : t("Who's coming")}
          <span className="faces">
            {coming.slice(0, shownFaces).map(({ user }) => (
              <Avatar key={user.id} name={user.name} src={user.avatarSrc} size={32} />
            ))}
          </span>
          {total > facesCount ? `+${total - facesCount}` : null}
        </summary>
        <ul ref={box}>
          {coming.map(({ user }) => (
            <li key={user.id} data-row={user.id}>
              {user.hasAccount ? (
                <Link to={`/users/${user.id}`}>
                  <Avatar name={user.name} src={user.avatarSrc} size={32} />
                  {user.name}
                </Link>
              ) : (
                <span className="row">
                  <Avatar name={user.name} src={user.avatarSrc} size={32} />
                  <span>
                    {user.name} <small>{t('No account')}</small>
                  </span>
                </span>
              )}
            </li>
          ))}
        </ul>
        {count < total && !hasMore && savedAt === null ? (
          // Those of other teams for a visiting coach; minors and people without an account for someone of no team. A saved list is
          // perhaps only older than the number.
          <p>
            {t(
              "{hidden, plural, one {And # more person, whose name isn't shown here} other {And # more people, whose names aren't shown here}}",
              { hidden: total - count },
            )}
          </p>
        ) : null}
        {count < total && hasMore ? (
          <Button
            look="outline"
            shape="wide"
            mb="3"
            busy={isLoadingMore}
            onClick={() => {
              onMore();
              setWanted(count + 1);
              if (error) retry();
            }}
          >
            {isLoadingMore ? t('Loading…') : error ? t('Try again') : t('Show more')}
          </Button>
        ) : null}
      </details>
    </Box>
  );
}

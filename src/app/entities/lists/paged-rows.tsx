// Rows of a section whose first page is part of the page's own answer; the pages after it come on request. Without scripts, the
// URL says where the list begins (`?cursor=`).
import { chakra } from '@chakra-ui/react/styled-system';
import { type ReactNode, useState } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { Link, useQuery } from '../../ui/navigation/router.tsx';
import { useFirstNewRow } from '../../ui/page/first-new-row.ts';
import { ErrorState, Skeleton } from '../../ui/page/state.tsx';
import { t } from '../../words/t.ts';

const More = chakra('div', { base: { display: 'grid', justifyItems: 'center', pt: '4' } });
const Start = chakra(Link, {
  base: { display: 'inline-flex', alignItems: 'center', minH: 'target', color: 'brand', fontWeight: '600' },
});
const Pages = chakra('div', { base: { '* + &': { pt: '2.5' } } });

type Labels = { start: string; more: string };

/** `later` renders the pages from a cursor on; `isAsked`: the person asked for them with "Show more". */
export function PagedRows({
  path,
  nextCursor,
  labels,
  children,
  later,
}: {
  path: string;
  nextCursor: string | null;
  labels: Labels;
  children: ReactNode;
  later: (cursor: string, isAsked: boolean) => ReactNode;
}) {
  const start = useQuery().get('cursor');
  const [isLonger, setLonger] = useState(false);
  if (start !== null)
    return (
      <>
        <Start to={path}>{labels.start}</Start>
        {later(start, false)}
      </>
    );
  return (
    <>
      {children}
      {nextCursor === null ? null : isLonger ? (
        later(nextCursor, true)
      ) : (
        <ShowMore path={path} cursor={nextCursor} label={labels.more} onMore={() => setLonger(true)} />
      )}
    </>
  );
}

type List<Row> = {
  items: readonly Row[] | undefined;
  error: Error | undefined;
  nextCursor: string | null;
  isLoadingMore: boolean;
  loadMore: () => void;
  retry: () => void;
};

/** The pages after the first. The first new row gets the focus of "Show more", which goes away. */
export function LaterRows<Row>({
  list,
  path,
  label,
  isAsked,
  children,
}: {
  list: List<Row>;
  path: string;
  label: string;
  isAsked: boolean;
  children: (rows: readonly Row[]) => ReactNode;
}) {
  const { items, error, nextCursor, isLoadingMore, loadMore } = list;
  const { box, onMore } = useFirstNewRow(items?.length ?? 0, { isAsked });
  if (!items) return error ? <ErrorState error={error} onRetry={list.retry} /> : <Skeleton h="24" mt="2.5" />;
  const more = () => {
    onMore();
    if (error) list.retry();
    else loadMore();
  };
  return (
    <Pages ref={box}>
      {children(items)}
      {nextCursor === null ? null : (
        <ShowMore
          path={path}
          cursor={nextCursor}
          label={error && !isLoadingMore ? t('Try again') : label}
          isBusy={isLoadingMore}
          onMore={more}
        />
      )}
    </Pages>
  );
}

type ShowMoreProps = { path: string; cursor: string; label: string; isBusy?: boolean; onMore: () => void };

function ShowMore({ path, cursor, label, isBusy = false, onMore }: ShowMoreProps) {
  return (
    <More>
      <ButtonLink
        to={`${path}?${new URLSearchParams({ cursor })}`}
        look="outline"
        aria-busy={isBusy || undefined}
        onClick={(event: React.MouseEvent) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          if (!isBusy) onMore();
        }}
      >
        {isBusy ? t('Loading…') : label}
      </ButtonLink>
    </More>
  );
}

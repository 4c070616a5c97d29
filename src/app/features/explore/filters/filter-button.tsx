// The button of the filter sheet, whose code is loaded on demand. Without scripts the button submits a form,
// and the server renders the page with the sheet open.
import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { t } from '../../../words/t.ts';
import { useListPlace } from '../list-place.tsx';
import type { Facets } from './event-filters.ts';
import { type Kind, withFilter } from './filters.ts';

const loadSheet = () => import('./filter-sheet.tsx');
const FilterSheet = lazy(async () => ({ default: (await loadSheet()).FilterSheet }));
/** Prefetches the sheet; if that fails, the click shows the error. */
const prefetchSheet = () => void loadSheet().catch(() => {});

const Count = chakra('span', {
  base: {
    position: 'absolute',
    top: '-1.5',
    insetEnd: '-1.5',
    minW: '5',
    h: '5',
    px: '1',
    rounded: 'full',
    bg: 'brand.solid',
    color: 'brand.contrast',
    fontSize: 'xs',
    fontWeight: '700',
    lineHeight: '1.25rem',
    textAlign: 'center',
  },
});

/** `count`: how many filters are set. */
export function FilterButton({
  kind,
  count,
  facets,
  organizerName,
}: {
  kind: Kind;
  count: number;
  facets: Facets;
  organizerName: string | undefined;
}) {
  const { path, params } = useListPlace();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(params.has('filters'));
  const otherParams = [...params].filter(([name]) => name !== 'filters' && name !== 'cursor');
  const isAsked = params.has('filters');
  const plain = withFilter(params, 'filters', null);
  useEffect(() => {
    // The URL only has it for pages without scripts.
    if (isAsked) navigate(path + plain, { replace: true });
  }, [isAsked, navigate, path, plain]);
  return (
    <>
      <chakra.form
        position="relative"
        action={path}
        onSubmit={(event: React.FormEvent) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        {otherParams.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button
          type="submit"
          name="filters"
          value="open"
          look="outline"
          shape="icon"
          aria-haspopup="dialog"
          aria-label={count > 0 ? t('Filters, {count} on', { count }) : t('Filters')}
          onPointerEnter={prefetchSheet}
          onFocus={prefetchSheet}
        >
          <Icon name="list-filter" />
        </Button>
        {count > 0 ? <Count aria-hidden="true">{count}</Count> : null}
      </chakra.form>
      {isOpen ? (
        <Suspense fallback={null}>
          <FilterSheet
            kind={kind}
            facets={facets}
            organizerName={organizerName}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

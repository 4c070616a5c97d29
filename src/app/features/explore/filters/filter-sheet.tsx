// The sheet with all filters of a list: a native dialog around a GET form.
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { listLimits } from '../../../../contract/values/list-limits.ts';
import { useResource } from '../../../data/resources/use-resource.ts';
import { useBrowserZone } from '../../../format/use-viewer.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { dialogLook } from '../../../ui/dialogs/dialog-look.ts';
import { Icon } from '../../../ui/icons/icon.tsx';
import { t } from '../../../words/t.ts';
import { useListPlace } from '../list-place.tsx';
import type { Facets } from './event-filters.ts';
import { type Kind, readEventFilters, searchOf, zoneFor } from './filters.ts';
import { KindFields } from './kind-fields.tsx';

const Sheet = chakra('dialog', {
  base: {
    ...dialogLook,
    maxH: '90dvh',
    md: {
      inset: '0 0 0 auto',
      w: '26rem',
      maxH: '100dvh',
      h: '100dvh',
      rounded: '0',
      transition: 'none',
    },
    '& form': { display: 'flex', flexDirection: 'column', minH: 'full' },
    '& .head, & .foot': {
      position: 'sticky',
      zIndex: '1',
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      px: '5',
      py: '3',
      bg: 'bg',
    },
    '& .head': { top: '0', justifyContent: 'space-between', borderBottomWidth: '1px', borderColor: 'border' },
    '& .head h2': { fontSize: 'xl', fontWeight: '800' },
    '& .foot': {
      bottom: '0',
      mt: 'auto',
      borderTopWidth: '1px',
      borderColor: 'border',
      pb: 'max(0.75rem, env(safe-area-inset-bottom))',
    },
    '& .foot > button': { flex: '1' },
    '& .fields': { display: 'grid', gap: '5', px: '5', py: '5' },
    '& legend, & label.name': { fontWeight: '700', fontSize: 'sm', mb: '2' },
    '& fieldset': { minW: '0' },
    '& .pills': { display: 'flex', flexWrap: 'wrap', gap: '2' },
    '& .pair': { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(8.75rem, 1fr))', gap: '3' },
    // A radio or checkbox as a pill: the transparent control covers it, so that keyboard and focus are
    // native.
    '& .pill': { position: 'relative', display: 'inline-flex' },
    '& .pill input': {
      position: 'absolute',
      inset: '0',
      w: 'full',
      h: 'full',
      opacity: '0',
      cursor: 'pointer',
    },
    '& .pill > span': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '2',
      minH: 'target',
      px: '3.5',
      rounded: 'full',
      borderWidth: '1px',
      borderColor: 'border.strong',
      bg: 'bg.panel',
      fontSize: 'sm',
      fontWeight: '500',
    },
    '& .pill small': { color: 'fg.muted', fontSize: 'xs', fontVariantNumeric: 'tabular-nums' },
    '& .pill input:checked + span': {
      bg: 'bg.strong',
      color: 'fg.strong',
      borderColor: 'transparent',
      '& small': { color: 'inherit' },
    },
    '& .pill input:focus-visible + span': {
      outline: '2px solid',
      outlineColor: 'focus',
      outlineOffset: '2px',
    },
  },
});

const pauseMs = 250;

/** How many events the filters leave, as the button says it; null for other kinds, and while it is not known. */
function useEventsLeft(kind: Kind, search: string): string | null {
  const [settled, setSettled] = useState(search);
  useEffect(() => {
    const timer = setTimeout(setSettled, pauseMs, search);
    return () => clearTimeout(timer);
  }, [search]);
  const {
    cursor: _cursor,
    limit: _limit,
    sort: _sort,
    ...filters
  } = readEventFilters(new URLSearchParams(settled));
  const zone = zoneFor(filters, useBrowserZone());
  const { data } = useResource(
    'GET /api/explore/events/count',
    kind === 'events' ? { query: { ...filters, ...zone } } : null,
    { excludedFromFreshness: true },
  );
  if (!data || settled !== search) return null;
  return data.count < listLimits.searchCountMax
    ? t('{count, plural, =0 {No events fit} one {Show # event} other {Show # events}}', data)
    : t('Show {count}+ events', data);
}

/** A single day and a range exclude each other: the one that was changed last counts, and the other is emptied. */
function emptyOther(form: HTMLFormElement, { name, value }: HTMLInputElement): void {
  if (value === '') return;
  // A click, because React does not notice another choice of a radio button.
  if (name === 'from' || name === 'to')
    form.querySelector<HTMLInputElement>('[name=when][value=""]')?.click();
  if (name !== 'when') return;
  for (const day of form.querySelectorAll<HTMLInputElement>('[name=from], [name=to]')) day.value = '';
}

/** Open while mounted; `onClose` is called when the person closes it. */
export function FilterSheet({
  kind,
  facets,
  organizerName,
  onClose,
}: {
  kind: Kind;
  facets: Facets;
  organizerName: string | undefined;
  onClose: () => void;
}) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const { path, params } = useListPlace();
  const navigate = useNavigate();
  const [isRenderedOpen] = useState(params.has('filters'));
  useEffect(() => {
    // The server renders it open, as part of the page; from here on it is modal.
    dialog.current?.removeAttribute('open');
    dialog.current?.showModal();
  }, []);
  const close = () => dialog.current?.close();
  const [typed, setTyped] = useState(`?${params}`);
  const left = useEventsLeft(kind, typed);
  const q = params.get('q');
  return (
    <Sheet
      ref={dialog}
      open={isRenderedOpen}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event: React.MouseEvent) => {
        if (event.target === dialog.current) close();
      }}
    >
      <form
        action={path}
        method="get"
        onChange={({ currentTarget, target }) => {
          if (target instanceof HTMLInputElement) emptyOther(currentTarget, target);
          setTyped(searchOf(new FormData(currentTarget)));
        }}
        onSubmit={(event) => {
          event.preventDefault();
          const wanted = path + searchOf(new FormData(event.currentTarget));
          close();
          navigate(wanted);
        }}
      >
        <div className="head">
          <h2 id={id}>{t('Filters')}</h2>
          <Button look="outline" shape="icon" aria-label={t('Close')} onClick={close}>
            <Icon name="x" />
          </Button>
        </div>
        {q ? <input type="hidden" name="q" value={q} /> : null}
        <div className="fields">
          <KindFields kind={kind} facets={facets} organizerName={organizerName} />
        </div>
        <div className="foot">
          <ButtonLink to={path} look="outline" onClick={close}>
            {t('Clear all')}
          </ButtonLink>
          <Button type="submit">
            {left ??
              t(
                'Show {kind, select, events {events} teams {teams} organizations {organizations} organizers {organizers} other {members}}',
                { kind },
              )}
          </Button>
          <p className="sr" role="status">
            {left}
          </p>
        </div>
      </form>
    </Sheet>
  );
}

// /my/places: the places that the person plans at, each edited for all its future events.

import { chakra } from '@chakra-ui/react/styled-system';
import { lazy, Suspense, useState } from 'react';
import { addressWithTown } from '../../../../contract/values/address.ts';
import { isPlaceEdit } from '../../../data/outbox/planned.ts';
import { useList } from '../../../data/resources/use-resource.ts';
import { useSession } from '../../../data/session/session.ts';
import { MoreButton } from '../../../entities/lists/more-button.tsx';
import { OutboxList } from '../../../entities/outbox/outbox-list.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { useFirstNewRow } from '../../../ui/page/first-new-row.ts';
import { Screen } from '../../../ui/page/screen.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/page/state.tsx';
import { t } from '../../../words/t.ts';

const load = () => import('./place-sheet.tsx');
const PlaceSheet = lazy(async () => ({ default: (await load()).PlaceSheet }));

const List = chakra('ul', {
  base: {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'lg',
    '& > li': { display: 'flex', alignItems: 'center', gap: '3', ps: '4', pe: '2', py: '2.5' },
    '& > li + li': { borderTopWidth: '1px', borderColor: 'border' },
    '& .what': { flex: '1', minW: '0', overflowWrap: 'anywhere' },
    '& strong': { display: 'block', fontWeight: '600' },
    '& small': { display: 'block', fontSize: 'sm', color: 'fg.muted' },
  },
});
const QueuedEdits = chakra('div', { base: { my: '3', _empty: { display: 'none' } } });
const Message = chakra('p', {
  base: { color: 'fg.muted', fontSize: 'sm', _empty: { position: 'absolute' } },
});

const upcomingText = (count: number) =>
  t('{count, plural, =0 {No upcoming events} one {# upcoming event} other {# upcoming events}}', { count });

export function PlacesScreen() {
  const { user } = useSession();
  const list = useList('GET /api/places', { query: { limit: 100 } });
  const [editingId, setEditingId] = useState<string | null>(null);
  const [said, setSaid] = useState({ text: '', isAnnounced: false });
  const { items, error } = list;
  const { box, onMore } = useFirstNewRow<HTMLUListElement>(items?.length ?? 0);
  if (!items)
    return (
      <Screen>
        {error ? (
          <ErrorState error={error} onRetry={list.retry} />
        ) : (
          <div role="status" aria-label={t('Loading the places')}>
            <Skeleton h="16rem" rounded="lg" />
          </div>
        )}
      </Screen>
    );
  if (items.length === 0)
    return (
      <Screen>
        <EmptyState
          icon="map-pin"
          title={t('No places yet')}
          action={<ButtonLink to="/my/events/new">{t('Plan an event')}</ButtonLink>}
        >
          {t("Add a place when you plan an event. Then you'll find it here.")}
        </EmptyState>
      </Screen>
    );
  const editing = items.find(({ id }) => id === editingId);
  const close = () => {
    setEditingId(null);
    // Focuses the button that opened the sheet, even if its row was rendered again under another name.
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-place="${editingId}"]`)?.focus(),
    );
  };
  return (
    <Screen>
      <Message role={said.isAnnounced ? undefined : 'status'}>{said.text}</Message>
      <QueuedEdits>
        <OutboxList only={isPlaceEdit} />
      </QueuedEdits>
      <List ref={box}>
        {items.map((place) => (
          <li key={place.id} data-row={place.id}>
            <div className="what">
              <strong>{place.name}</strong>
              <small>{addressWithTown(place)}</small>
              <small>{upcomingText(place.upcomingCount)}</small>
            </div>
            <Button
              look="outline"
              px="3"
              data-place={place.id}
              aria-haspopup="dialog"
              aria-label={t('Edit {name}', { name: place.name })}
              onClick={() => setEditingId(place.id)}
            >
              <Icon name="pencil" size={18} />
              {t('Edit')}
            </Button>
          </li>
        ))}
      </List>
      <MoreButton list={list} label={t('Show more places')} onMore={onMore} />
      <Suspense fallback={null}>
        {editing && user ? (
          <PlaceSheet
            key={editing.id}
            place={editing}
            userId={user.id}
            onSaved={(text) => {
              setSaid({ text, isAnnounced: true });
              list.retry();
            }}
            onWaiting={() =>
              setSaid({
                text: t('{name} will be saved as soon as possible.', { name: editing.name }),
                isAnnounced: false,
              })
            }
            onStale={list.retry}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </Screen>
  );
}

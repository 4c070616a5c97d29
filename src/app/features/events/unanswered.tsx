// Those who are asked and have not answered, by name, and reminding them.
import { useEffect, useRef, useState } from 'react';
import type { MyEvent } from '../../../contract/events.ts';
import { callApi } from '../../data/call.ts';
import { tellSettled } from '../../data/settled.ts';
import { useAction } from '../../data/use-action.ts';
import { useList } from '../../data/use-resource.ts';
import { useViewer } from '../../format/use-viewer.ts';
import { savedTime } from '../../format/when.ts';
import { countOf, countText } from '../../format/words.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ErrorState } from '../../ui/state.tsx';

/** `canRemind`: the event still takes answers. */
export function Unanswered({ event, canRemind }: { event: MyEvent; canRemind: boolean }) {
  const list = useList('GET /api/events/{id}/reminders', { params: { id: event.id }, query: { limit: 100 } });
  const { busy, failure, run } = useAction();
  const [said, setSaid] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  const { locale, timeZone, now } = useViewer();
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = list;
  useEffect(() => {
    if (hasMore && !isLoadingMore && !error) loadMore();
  }, [hasMore, isLoadingMore, error, loadMore]);
  // The button goes when everyone was reminded, and the focus with it.
  useEffect(() => {
    if (said) status.current?.focus({ preventScroll: true });
  }, [said]);
  const waiting = items?.filter((item) => item.canRemind).length ?? 0;
  const when = (at: string) => savedTime(Date.parse(at), timeZone ?? 'UTC', locale, now ?? Date.parse(at));
  const remind = async () => {
    const { reminded } = await callApi('POST /api/events/{id}/reminders', {
      params: { id: event.id },
      body: {},
    });
    tellSettled();
    setSaid(
      reminded > 0
        ? `Reminded ${countOf(reminded, 'person', 'people', locale)}.`
        : 'Everyone was reminded in the last 12 hours.',
    );
  };
  return (
    <details>
      <summary>
        No answer <span>{countText(items?.length ?? event.replies?.noAnswer ?? 0, locale)}</span>
        <Icon name="chevron-right" size={18} />
      </summary>
      {error && !items ? <ErrorState error={error} onRetry={retry} /> : null}
      <ul>
        {items?.map(({ user, remindedAt }) => (
          <li key={user.id}>
            <div className="person">
              <Avatar name={user.name} src={user.avatarSrc} size={40} />
              <div className="who">
                <strong>{user.name}</strong>
                {remindedAt ? <small>Reminded {when(remindedAt)}</small> : null}
              </div>
            </div>
          </li>
        ))}
      </ul>
      <p className="last" role="status" tabIndex={-1} ref={status}>
        {said}
      </p>
      <FormError message={failure} />
      {canRemind && waiting > 0 ? (
        <Button look="outline" busy={busy} my="2" onClick={() => void run(remind)}>
          Remind {countText(waiting, locale)}
        </Button>
      ) : null}
    </details>
  );
}

// People who have not answered, and people who are asked again after the time changed, by name, and a button
// to remind them.

import { useState } from 'react';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { useAction } from '../../../data/forms/use-action.ts';
import { callApi } from '../../../data/http/call.ts';
import { notifyWriteAcknowledged } from '../../../data/resources/notify-acknowledged.ts';
import { useWholeList } from '../../../data/resources/use-whole-list.ts';
import { useViewer } from '../../../format/use-viewer.ts';
import { savedTime } from '../../../format/when.ts';
import { countText } from '../../../format/words/vocabulary.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/forms/field.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { ErrorState } from '../../../ui/page/state.tsx';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { StatusLine } from '../../../ui/status-line.tsx';
import { t } from '../../../words/t.ts';
import { AnswerFor } from './answer-for.tsx';
import { askedAgain, noAnswer } from './reply-groups.ts';

/**
 * `canAnswer`: the event still takes answers. `onAnswered` gets the answer made for someone, because the row
 * is removed then.
 */
export function Unanswered({
  event,
  canAnswer,
  onAnswered,
}: {
  event: MyEvent;
  canAnswer: boolean;
  onAnswered: (text: string) => void;
}) {
  const list = useWholeList('GET /api/events/{id}/reminders', {
    params: { id: event.id },
    query: { limit: 100 },
  });
  const { busy, failure, run } = useAction();
  const [said, setSaid] = useState<{ text: string } | null>(null);
  const { locale, timeZone, now } = useViewer();
  const { items, whole, error, retry } = list;
  const waiting = whole?.filter((item) => item.canRemind).length ?? 0;
  const when = (at: string) => savedTime(Date.parse(at), timeZone ?? 'UTC', locale, now ?? Date.parse(at));
  const remind = async () => {
    const { reminded } = await callApi('POST /api/events/{id}/reminders', {
      params: { id: event.id },
      body: {},
    });
    notifyWriteAcknowledged('POST /api/events/{id}/reminders');
    setSaid({
      text:
        reminded > 0
          ? t('Reminded {reminded, plural, one {# person} other {# people}}.', { reminded })
          : t('Everyone got a reminder in the last 12 hours.'),
    });
  };
  const unanswered = items?.filter((item) => !item.isAskedAgain);
  const asked = whole?.filter((item) => item.isAskedAgain);
  const counts = event.replies;
  const hasSilent = (counts?.noAnswer ?? 0) > 0;
  return (
    <details data-list="noAnswer">
      <summary>
        {hasSilent ? (
          <>
            {t(noAnswer)}{' '}
            <span>{countText((whole && unanswered?.length) ?? counts?.noAnswer ?? 0, locale)}</span>
          </>
        ) : (
          <>
            {t(askedAgain)} <span>{countText(asked?.length ?? counts?.askedAgain ?? 0, locale)}</span>
          </>
        )}
        <Icon name="chevron-right" size={18} />
      </summary>
      {error && !whole ? <ErrorState error={error} onRetry={retry} /> : null}
      <ul>
        {unanswered?.map((item) =>
          // A person with an account can be reminded, and answers themselves.
          canAnswer && !item.user.hasAccount ? (
            <AnswerFor
              key={item.user.id}
              event={event}
              user={item.user}
              note={t('No account')}
              onAnswered={onAnswered}
            />
          ) : (
            <li key={item.user.id}>
              <div className="person">
                <Avatar name={item.user.name} src={item.user.avatarSrc} size={40} />
                <div className="who">
                  <strong>{item.user.name}</strong>
                  {item.user.hasAccount ? null : <small>{t('No account')}</small>}
                  {item.remindedAt ? (
                    <small>{t('Reminded {when}', { when: when(item.remindedAt) })}</small>
                  ) : null}
                </div>
              </div>
            </li>
          ),
        )}
      </ul>
      {asked && asked.length > 0 ? (
        <p>
          {t(
            "{count, plural, one {One person hasn't} other {# people haven't}} said if they're still coming since the time changed.",
            { count: asked.length },
          )}
        </p>
      ) : null}
      <StatusLine said={said} />
      <FormError message={failure} />
      {canAnswer && waiting > 0 ? (
        <Button look="outline" busy={busy} my="2" onClick={() => void run(remind)}>
          {t('Remind {count}', { count: countText(waiting, locale) })}
        </Button>
      ) : null}
    </details>
  );
}

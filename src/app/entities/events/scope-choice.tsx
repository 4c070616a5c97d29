// Asks which dates of a series an action is for, with the effect of each choice.
import { useEffect, useRef, useState } from 'react';
import type { MyEvent } from '../../../contract/events/events.ts';
import type { SeriesScope } from '../../../contract/values/enums.ts';
import { failureText } from '../../data/forms/use-action.ts';
import type { Preview } from '../../data/outbox/planned.ts';
import { shortDay } from '../../format/when.ts';
import { Choices } from '../../ui/forms/choices.tsx';
import { msg, t } from '../../words/t.ts';

const pastStays = msg('Past dates stay as they were.');

/** The server's preview: not known yet, answered, or refused with a reason. */
export type Asked = { preview: Preview | null; refusal: string | null };
const unanswered: Asked = { preview: null, refusal: null };

/**
 * The chosen scope and its preview. `ask` is called once for each choice, and again when `about` changes;
 * null never asks.
 */
export function useScope(
  ask: ((scope: SeriesScope) => Promise<Preview>) | null,
  first: SeriesScope,
  about = '',
) {
  const [scope, setScope] = useState(first);
  const [answers, setAnswers] = useState<Record<string, Asked>>({});
  const asking = useRef(ask);
  asking.current = ask;
  const key = `${scope} ${about}`;
  const isAsked = answers[key] !== undefined;
  useEffect(() => {
    if (isAsked || asking.current === null) return;
    const answer = (asked: Asked) => setAnswers((known) => ({ ...known, [key]: asked }));
    answer(unanswered);
    asking.current(scope).then(
      (preview) => answer({ preview, refusal: null }),
      (error) => answer({ preview: null, refusal: failureText(error) }),
    );
  }, [isAsked, key, scope]);
  /** How many dates each choice affects, as far as its preview is known. */
  const countOfScope = (one: SeriesScope) => {
    const preview = answers[`${one} ${about}`]?.preview;
    return preview && preview !== 'unknown' ? preview.dates : null;
  };
  return { scope, setScope, countOfScope, ...(answers[key] ?? unanswered) };
}

export function ScopeChoice({
  event,
  legend,
  scope,
  countOfScope = () => null,
  isOneLeftOut = false,
  locale,
  onChoose,
}: {
  event: MyEvent;
  legend: string;
  scope: SeriesScope;
  countOfScope?: (scope: SeriesScope) => number | null;
  /** The action is not possible for one date alone. */
  isOneLeftOut?: boolean;
  locale: string;
  onChoose: (scope: SeriesScope) => void;
}) {
  const counted = (one: SeriesScope) => {
    const count = countOfScope(one);
    return count === null ? null : t('{count, plural, one {# date} other {# dates}}', { count });
  };
  const all = counted('all');
  return (
    <Choices
      legend={legend}
      name="scope"
      chosen={scope}
      onChoose={onChoose}
      options={[
        ...(isOneLeftOut
          ? []
          : [
              {
                value: 'this' as const,
                label: t('Only {day}', { day: shortDay(event.startsAt, event.timeZone, locale) }),
              },
            ]),
        { value: 'following', label: t('This and following'), detail: counted('following') },
        { value: 'all', label: t('All'), detail: all ? `${all}. ${t(pastStays)}` : t(pastStays) },
      ]}
    />
  );
}

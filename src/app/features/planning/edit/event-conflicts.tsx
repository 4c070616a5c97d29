// Conflicts of an event that was changed here and elsewhere: both versions of each field, and the person
// chooses.
import type { MyEvent } from '../../../../contract/events/events.ts';
import { Conflicts } from '../../../ui/forms/conflicts.tsx';
import { t } from '../../../words/t.ts';
import { type EventNames, topicsOf } from '../form/event-topics.ts';
import { useNames } from '../form/sources.tsx';
import type { EventKey, EventValues } from '../form/values.ts';

export function EventConflicts({
  keys,
  mine,
  theirs,
  userId,
  event,
  placeOf,
  ruleText,
  locale,
  isAwaited = true,
  onChoose,
}: {
  keys: readonly EventKey[];
  mine: EventValues;
  theirs: EventValues;
  userId: string;
  event: MyEvent;
  placeOf: EventNames['placeOf'];
  ruleText?: EventNames['ruleText'];
  locale: string;
  isAwaited?: boolean;
  onChoose: (keys: readonly EventKey[], choice: 'mine' | 'theirs') => void;
}) {
  const names = { placeOf, nameOf: useNames(userId, event, mine), ruleText };
  const conflicts = topicsOf(keys).map((topic) => ({
    name: t(topic.name),
    keys: topic.keys,
    mine: topic.words(mine, locale, names),
    theirs: topic.words(theirs, locale, names),
  }));
  return <Conflicts conflicts={conflicts} isAwaited={isAwaited} onChoose={onChoose} />;
}

// Asks when a place gets another time zone: whether its planned events keep their local times or their
// instants.
import type { OwnPlace } from '../../../../contract/events/places.ts';
import type { EventTimes } from '../../../../contract/values/enums.ts';
import { clockTime, shortDay } from '../../../format/when.ts';
import { Choices } from '../../../ui/forms/choices.tsx';
import { msg, t } from '../../../words/t.ts';

type Next = NonNullable<OwnPlace['nextEvent']>;

/** The effect of each choice on the next event there, as a sentence. */
export function eventTimesExamples(next: Next, timeZone: string, locale: string): Record<EventTimes, string> {
  const { name, startsAt } = next;
  const day = shortDay(startsAt, next.timeZone, locale);
  const time = clockTime(startsAt, next.timeZone, locale);
  const newDay = shortDay(startsAt, timeZone, locale);
  const newTime = clockTime(startsAt, timeZone, locale);
  const stays = t('{name} on {day} stays at {time}.', { name, day, time });
  const moves =
    newDay === day
      ? t('{name} on {day} moves to {newTime}.', { name, day, newTime })
      : t('{name} on {day} moves to {newDay}, {newTime}.', { name, day, newDay, newTime });
  return { keepLocalTime: stays, keepInstant: newDay === day && newTime === time ? stays : moves };
}

const choices = [
  ['keepLocalTime', msg('They keep their local time')],
  ['keepInstant', msg('They keep the exact moment')],
] as const;

export function EventTimesChoice({
  next,
  timeZone,
  locale,
  chosen,
  error,
  onChoose,
}: {
  next: Next;
  /** The new zone. */
  timeZone: string;
  locale: string;
  chosen: EventTimes | undefined;
  error: string | undefined;
  onChoose: (times: EventTimes) => void;
}) {
  const examples = eventTimesExamples(next, timeZone, locale);
  return (
    <Choices
      legend={t('What happens to the events planned here?')}
      note={t('Everyone who was asked or is coming gets a notification.')}
      name="eventTimes"
      chosen={chosen}
      error={error}
      onChoose={onChoose}
      options={choices.map(([value, label]) => ({ value, label: t(label), detail: examples[value] }))}
    />
  );
}

// The choices for one person: here, late by some minutes, excused, absent, not marked; and the history of their marks.
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import type { MyEvent } from '../../../contract/events/events.ts';
import { limits } from '../../../contract/values/limits.ts';
import { focusInvalid } from '../../data/forms/focus-invalid.ts';
import { serverNow } from '../../data/http/clock.ts';
import type { MarkedPerson, MarkValue } from '../../data/outbox/marks.ts';
import { useResource } from '../../data/resources/use-resource.ts';
import { useViewer } from '../../format/use-viewer.ts';
import { savedTime } from '../../format/when.ts';
import { markText, type Status, statusText } from '../../format/words/mark.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { t } from '../../words/t.ts';
import { statusIcons } from './mark-words.ts';

const Choices = chakra('div', {
  base: {
    display: 'grid',
    gap: '2.5',
    '& button': { minH: '56px' },
    '& legend': { fontWeight: '700', pt: '1', pb: '2' },
    '& .minutes': {
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fill, minmax(5.5rem, 1fr))',
      gap: '2',
    },
    '& .minutes button': { px: '2' },
    // Its text is longer than a number of minutes.
    '& .minutes > :last-child': { gridColumn: '1 / -1' },
    '& .other': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', gap: '2', alignItems: 'end' },
    '& .other input': { minH: '56px' },
  },
});
const History = chakra('ul', {
  base: {
    '& li': { display: 'flex', justifyContent: 'space-between', gap: '3', py: '1.5' },
    '& li + li': { borderTopWidth: '1px', borderColor: 'border' },
    '& h3': { fontWeight: '700' },
  },
});

const minuteChoices = [5, 10, 15, 20, 30];
/** Someone who comes later than this, such as on the second day of a camp, is not counted in minutes. */
const mostLateNow = 180;

/** How many minutes late someone is who arrives now; null before the start, long after it, and after the end. */
function lateNow({ startsAt, endsAt }: Pick<MyEvent, 'startsAt' | 'endsAt'>): number | null {
  const minutes = Math.round((serverNow() - Date.parse(startsAt)) / 60_000);
  const isSoon = minutes >= 1 && minutes <= mostLateNow;
  return isSoon && serverNow() < Date.parse(endsAt) ? minutes : null;
}

export function MarkSheet({
  event,
  person,
  onMark,
  onJoin,
  onClose,
}: {
  event: MyEvent;
  person: MarkedPerson;
  onMark: (value: MarkValue) => void;
  /** Joins a guest with a member; null for everyone else. */
  onJoin: (() => void) | null;
  onClose: () => void;
}) {
  const [minutes, setMinutes] = useState('');
  const [isRefused, setRefused] = useState(false);
  const now = lateNow(event);
  const current = person.status === 'late' ? person.minutesLate : null;
  const choices = [...new Set([now, current, ...minuteChoices])].filter((one) => one !== null);
  const typed = Number(minutes);
  const isUsable = Number.isInteger(typed) && typed >= 1 && typed <= limits.minutesLateMax;
  return (
    <Sheet title={person.user.name} onClose={onClose}>
      {(close) => {
        const mark = (status: Status | null, minutesLate: number | null = null) => {
          close();
          onMark({ status, minutesLate });
        };
        const isSet = (status: Status, minutesLate: number | null = null) =>
          person.status === status && person.minutesLate === minutesLate;
        /** Solid, and for screen readers pressed, if it is the current mark. */
        const choiceOf = (status: Status, minutesLate: number | null = null) => ({
          look: isSet(status, minutesLate) ? ('solid' as const) : ('outline' as const),
          'aria-pressed': isSet(status, minutesLate),
          onClick: () => mark(status, minutesLate),
        });
        const choice = (status: Status) => (
          <Button {...choiceOf(status)}>
            <Icon name={statusIcons[status]} />
            {statusText(status)}
          </Button>
        );
        return (
          <>
            <Choices>
              {choice('present')}
              {choice('excused')}
              {choice('absent')}
              <fieldset className="minutes">
                <legend>{t('Late')}</legend>
                {choices.map((one) => (
                  <Button key={one} {...choiceOf('late', one)}>
                    {one === now
                      ? t('Now: {minutes} min', { minutes: one })
                      : t('{minutes} min', { minutes: one })}
                  </Button>
                ))}
                <Button {...choiceOf('late')}>{t('Late, no minutes')}</Button>
              </fieldset>
              <form
                className="other"
                onSubmit={(submit) => {
                  submit.preventDefault();
                  if (isUsable) return mark('late', typed);
                  setRefused(true);
                  focusInvalid(submit.currentTarget);
                }}
              >
                <TextField
                  label={t('Another number of minutes')}
                  name="minutes"
                  inputMode="numeric"
                  autoComplete="off"
                  value={minutes}
                  error={
                    isRefused
                      ? t('Enter a whole number from 1 to {max}.', { max: limits.minutesLateMax })
                      : undefined
                  }
                  onChange={(change: React.ChangeEvent<HTMLInputElement>) => {
                    setMinutes(change.target.value);
                    setRefused(false);
                  }}
                />
                <Button type="submit" look="outline">
                  {t('Late')}
                </Button>
              </form>
              {onJoin === null ? null : (
                <Button
                  look="outline"
                  onClick={() => {
                    close();
                    onJoin();
                  }}
                >
                  <Icon name="users" size={18} />
                  {t('This is a member…')}
                </Button>
              )}
              {person.status === null ? null : (
                <Button look="danger" onClick={() => mark(null)}>
                  {t('Not marked')}
                </Button>
              )}
            </Choices>
            {person.occurredAt === null ? null : <Marks event={event} person={person} />}
          </>
        );
      }}
    </Sheet>
  );
}

/** Who marked them when, newest first. */
function Marks({ event, person }: { event: MyEvent; person: MarkedPerson }) {
  const viewer = useViewer();
  const { data } = useResource(
    'GET /api/events/{id}/attendance/{personId}',
    { params: { id: event.id, personId: person.user.id } },
    { excludedFromFreshness: true },
  );
  if (!data || data.items.length === 0) return null;
  return (
    <section>
      <chakra.h3 fontWeight="700">{t('Marks so far')}</chakra.h3>
      <History>
        {data.items.map((mark) => (
          <li key={`${mark.occurredAt} ${mark.status} ${mark.markedBy?.id}`}>
            <span>
              {mark.status === null ? t('Mark removed') : markText(mark)}
              {mark.reason ? ` · ${t('“{note}”', { note: mark.reason })}` : null}
            </span>
            <span>
              {[
                mark.source === 'selfQr' ? t('checked in by phone') : (mark.markedBy?.name ?? t('someone')),
                savedTime(
                  Date.parse(mark.occurredAt),
                  viewer.timeZone ?? 'UTC',
                  viewer.locale,
                  viewer.now ?? 0,
                ),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </History>
    </section>
  );
}

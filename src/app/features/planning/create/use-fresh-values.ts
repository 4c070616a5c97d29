// The default values of a new event, for the chosen owner.
import { serverNow } from '../../../data/http/clock.ts';
import { deviceZone, useViewer } from '../../../format/use-viewer.ts';
import { dayIn } from '../../../format/when.ts';
import { timesInto } from '../desk/week-times.ts';
import { endInstant, startInstant } from '../fields/times.ts';
import { type Owners, useTemplateEvent } from '../form/sources.tsx';
import { type EventValues, ownerOf } from '../form/values.ts';
import { type Asked, defaultsFrom, plainDefaults, withOwner } from './defaults.ts';
import type { DraftOf, NewDraft } from './use-new-event.ts';

/** `undefined` while they load. */
export function useFreshValues({
  userId,
  owners,
  draft,
  of,
  fromId,
  day,
}: {
  userId: string;
  owners: Owners;
  draft: NewDraft | null;
  of: DraftOf;
  /** The event to copy from. */
  fromId: string | null;
  day: string | null;
}): EventValues | undefined {
  // To the hour: the day changes when the server's time is known.
  const { timeZone, now } = useViewer();
  const zone = timeZone ?? deviceZone();
  const chosen = draft?.typed.owner ?? draft?.base.owner;
  const owner = chosen ? ownerOf(chosen) : owners.first;
  const hasBase = draft !== null && ownerOf(draft.base.owner).id === owner.id;
  const template = useTemplateEvent(owner, fromId);
  const asked: Asked = {
    owner,
    userId,
    today: dayIn(zone, now ?? serverNow()),
    timeZone: zone,
    day,
  };
  if (template === undefined && draft === null) return undefined;
  if (hasBase) return draft.base;
  const found = template ? defaultsFrom(template, asked) : (draft?.base ?? plainDefaults(asked));
  const values = { ...found, ...withOwner(found, owner) };
  const startsAt = draft && startInstant(draft.base);
  const endsAt = draft && endInstant(draft.base);
  // The times were chosen in the week, so another team's usual times do not replace them.
  return of.isOfWeek && startsAt && endsAt
    ? { ...values, ...timesInto(values, { startsAt, endsAt }) }
    : values;
}

// The default values of a new event, for the chosen owner and kind.
import { serverNow } from '../../../data/http/clock.ts';
import { deviceZone, useViewer } from '../../../format/use-viewer.ts';
import { dayIn } from '../../../format/when.ts';
import { kindName } from '../../../format/words/vocabulary.ts';
import { timesInto } from '../desk/week-times.ts';
import { endInstant, startInstant } from '../fields/times.ts';
import { type Owners, useTemplateEvent } from '../form/sources.tsx';
import { type EventValues, ownerOf } from '../form/values.ts';
import { type Asked, defaultsFrom, keptWithTyped, plainDefaults, withKind, withOwner } from './defaults.ts';
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
  const kind = draft?.typed.kind ?? draft?.base.kind ?? 'training';
  const template = useTemplateEvent(owner, kind, fromId);
  const asked: Asked = {
    owner,
    userId,
    today: dayIn(zone, now ?? serverNow()),
    timeZone: zone,
    day,
  };
  if (template === undefined && draft === null) return undefined;
  const isOwners = draft !== null && ownerOf(draft.base.owner).id === owner.id;
  if (isOwners && draft.base.kind === kind) return draft.base;
  const kept = draft && { ...draft.base, ...withKind(draft.base, kind) };
  if (isOwners && kept) {
    // Under its old kind, so that the template is still used once it is there.
    if (template === undefined) return { ...kept, kind: draft.base.kind };
    // The team had no such event, or the values are those of an event that the person chose to copy.
    if (template === null || fromId !== null) return kept;
  }
  const found = template ? defaultsFrom(template, asked) : (kept ?? plainDefaults(asked));
  const values = {
    ...found,
    // The name of a match names its opponent.
    ...(template?.kind === 'match' && fromId === null && { name: kindName('match') }),
    ...withOwner(found, owner),
    ...(isOwners && keptWithTyped(draft)),
  };
  const startsAt = draft && startInstant(draft.base);
  const endsAt = draft && endInstant(draft.base);
  // The times were chosen in the week, so another team's usual times do not replace them.
  return of.isOfWeek && startsAt && endsAt
    ? { ...values, ...timesInto(values, { startsAt, endsAt }) }
    : values;
}

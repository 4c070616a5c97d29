// What the form of a new event begins with, for the owner that is chosen.
import { serverNow } from '../../../data/http/clock.ts';
import { deviceZone, useViewer } from '../../../format/use-viewer.ts';
import { dayIn } from '../../../format/when.ts';
import { type Owners, useModel } from '../form/sources.tsx';
import { type EventValues, ownerOf } from '../form/values.ts';
import { type Asked, defaultsLike, plainDefaults, withOwner } from './defaults.ts';
import type { NewDraft } from './use-new-event.ts';

/** `undefined` while it is not known. */
export function useFreshValues({
  userId,
  owners,
  draft,
  fromId,
  day,
}: {
  userId: string;
  owners: Owners;
  draft: NewDraft | null;
  /** The event that it is to be like. */
  fromId: string | null;
  day: string | null;
}): EventValues | undefined {
  // The hour, so that the day follows when the server's time is known.
  const { timeZone, now } = useViewer();
  const zone = timeZone ?? deviceZone();
  const chosen = draft?.typed.owner ?? draft?.base.owner;
  const owner = chosen ? ownerOf(chosen) : owners.first;
  const hasBase = draft !== null && ownerOf(draft.base.owner).id === owner.id;
  const model = useModel(owner, fromId);
  const asked: Asked = {
    owner,
    userId,
    today: dayIn(zone, now ?? serverNow()),
    timeZone: zone,
    day,
  };
  if (model === undefined && draft === null) return undefined;
  if (hasBase) return draft.base;
  const values = model ? defaultsLike(model, asked) : (draft?.base ?? plainDefaults(asked));
  return { ...values, ...withOwner(values, owner) };
}

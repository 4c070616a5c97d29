// The rule that a typed rule of a series began from, and whether someone else has changed it since. Pure.
import type { EventEdits, EventValues } from '../form/values.ts';
import { isSameRepeat } from './repeat.ts';
import type { SeriesRule } from './use-series-rule.ts';

/**
 * The saved values, with the saved rule where a rule was typed. That is the one that it was typed from, unless someone else has
 * changed it. Null where that is not known, as in drafts of earlier builds.
 */
export function withSavedRule(
  saved: EventValues,
  edits: EventEdits | null,
  rule: SeriesRule | null,
): EventValues {
  const before = edits?.base.repeat ?? null;
  if (before === null || !edits?.typed.repeat) return saved;
  const isChanged = rule?.isRead && !isSameRepeat(before, rule.repeat, rule.fromDay);
  return { ...saved, repeat: isChanged ? rule.repeat : before };
}

/** The edits and the saved values before `fields` are typed: the first typed rule begins from the saved one. */
export function beforeTyping<E extends EventEdits>(
  edits: E | null,
  { fields, now, rule }: { fields: Partial<EventValues>; now: EventValues; rule: SeriesRule | null },
): { edits: E | null; now: EventValues } {
  if (edits?.typed.repeat) return { edits, now };
  const repeat = (fields.repeat && rule?.repeat) ?? null;
  return { edits: edits && { ...edits, base: { ...edits.base, repeat } }, now: { ...now, repeat } };
}

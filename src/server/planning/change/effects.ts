// Effects of a change on people, counted for its preview. Pure.
import type { ChangePreview } from '../../../contract/events/planning.ts';
import type { ChangeWarning } from '../../../contract/values/enums.ts';

/** The effects of a change of one or more events. Each person counts once. */
export type Effect = {
  /** People to notify, without the actor. */
  notified: ReadonlySet<string>;
  /** People whose reply holds. */
  holding: ReadonlySet<string>;
  /** People with a paid or open payment. */
  paying: ReadonlySet<string>;
  /** People who are asked "Still coming?". */
  askedAgain: ReadonlySet<string>;
  /** The number of people or events of each warning. */
  warnings: Partial<Record<ChangeWarning, number>>;
};

export const noEffect: Effect = {
  notified: new Set(),
  holding: new Set(),
  paying: new Set(),
  askedAgain: new Set(),
  warnings: {},
};

export function mergeEffects(effects: readonly Effect[]): Effect {
  const warnings: Effect['warnings'] = {};
  for (const effect of effects)
    for (const [code, count] of Object.entries(effect.warnings) as [ChangeWarning, number][])
      warnings[code] = (warnings[code] ?? 0) + count;
  const all = (people: Exclude<keyof Effect, 'warnings'>) =>
    new Set(effects.flatMap((effect) => [...effect[people]]));
  return {
    notified: all('notified'),
    holding: all('holding'),
    paying: all('paying'),
    askedAgain: all('askedAgain'),
    warnings,
  };
}

export const previewOf = (
  { notified, holding, paying, askedAgain, warnings }: Effect,
  dates: Partial<Pick<ChangePreview, 'dates' | 'kept' | 'keptDates'>> = {},
): ChangePreview => ({
  dates: 1,
  kept: 0,
  keptDates: [],
  ...dates,
  notified: notified.size,
  registrations: holding.size,
  payments: paying.size,
  askedAgain: askedAgain.size,
  warnings: (Object.entries(warnings) as [ChangeWarning, number][])
    .filter(([, count]) => count > 0)
    .map(([code, count]) => ({ code, count })),
});

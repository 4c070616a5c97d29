// What a change does to people, counted for its preview. Pure.
import type { ChangePreview } from '../../contract/events/planning.ts';
import type { ChangeWarning } from '../../contract/values/words.ts';

/** What a change of one event, or of several, does. People are in it once. */
export type Effect = {
  /** Who is notified, without the person who acts. */
  notified: ReadonlySet<string>;
  /** Who has a reply that counts. */
  holding: ReadonlySet<string>;
  /** Who has paid or is paying. */
  paying: ReadonlySet<string>;
  /** Whose answer stays, and who is asked whether they still come. */
  askedAgain: ReadonlySet<string>;
  /** How many people or events each is about; 0 is none. */
  warnings: Partial<Record<ChangeWarning, number>>;
};

export const noEffect: Effect = {
  notified: new Set(),
  holding: new Set(),
  paying: new Set(),
  askedAgain: new Set(),
  warnings: {},
};

/** The effects of several changes as one. */
export function together(effects: readonly Effect[]): Effect {
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

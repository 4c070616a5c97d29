// The dates of a series while it is planned; their code is loaded when they are first needed.
import { useEffect, useMemo, useState } from 'react';
import { serverNow } from '../../../data/http/clock.ts';
import { startInstant } from '../fields/times.ts';
import type { EventValues } from '../form/values.ts';
import { recurrenceOf } from './repeat.ts';
import type { RepeatDates } from './repeat-dates.ts';

type Module = typeof import('./repeat-dates.ts');

/** A module that is loaded once, and never changes. */
let loaded: Module | null = null;

async function load(): Promise<Module> {
  loaded = await import('./repeat-dates.ts');
  return loaded;
}

/** `none`: no recurrence, or a field is not filled in. `missing`: the code could not be loaded. */
export type DatesState = RepeatDates | 'none' | 'loading' | 'missing';

export function useRepeatDates(values: EventValues): DatesState {
  const [module, setModule] = useState<Module | 'missing' | null>(loaded);
  const { repeat, day, timeZone } = values;
  const startsAt = startInstant(values);
  const recurrence = useMemo(() => recurrenceOf(repeat, day), [repeat, day]);
  const isWanted = recurrence !== null && startsAt !== null;
  // Until it is loaded, each change tries again.
  const isMissing = module === null || module === 'missing';
  useEffect(() => {
    if (!isWanted || !isMissing || recurrence === null) return;
    let isOpen = true;
    load().then(
      (found) => isOpen && setModule(found),
      () => isOpen && setModule('missing'),
    );
    return () => {
      isOpen = false;
    };
  }, [isWanted, isMissing, recurrence]);
  return useMemo(() => {
    if (recurrence === null || startsAt === null) return 'none';
    if (module === null) return 'loading';
    return module === 'missing'
      ? 'missing'
      : module.repeatDates(recurrence, { startsAt, timeZone }, serverNow());
  }, [module, recurrence, startsAt, timeZone]);
}

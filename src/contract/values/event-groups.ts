// How statistics group the kinds of events: matches and competitions apart from trainings.
import type { EventKind } from './enums.ts';

export type EventGroup = 'training' | 'match' | 'other';

export function groupOf(kind: EventKind): EventGroup {
  if (kind === 'match' || kind === 'competition') return 'match';
  return kind === 'meeting' || kind === 'social' ? 'other' : 'training';
}

// The quick filters of members and organizers, which are also in their filter sheets.

import { msg } from '../../../words/t.ts';
import type { NamedChip } from './chips.tsx';

export const memberTypes: NamedChip[] = [
  { name: 'type', value: 'coach', label: msg('Coaches') },
  { name: 'type', value: 'trainee', label: msg('Trainees') },
];

export const organizerTypes: NamedChip[] = [
  { name: 'kind', value: 'person', label: msg('People') },
  { name: 'kind', value: 'organization', label: msg('Organizations') },
];

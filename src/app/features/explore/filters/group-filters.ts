// The quick filters of members and organizers, which are also in their filter sheets.
import type { Chip } from './chips.tsx';

export const memberTypes: Chip[] = [
  { name: 'type', value: 'coach', label: 'Coaches' },
  { name: 'type', value: 'trainee', label: 'Trainees' },
];

export const organizerTypes: Chip[] = [
  { name: 'kind', value: 'person', label: 'People' },
  { name: 'kind', value: 'organization', label: 'Organizations' },
];

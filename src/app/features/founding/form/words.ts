// The words for the values of a group's form, and for its folded groups.
import { activities } from '../../../../contract/values/activities.ts';
import type { GroupColor } from '../../../../contract/values/words.ts';
import { ageText, levelName } from '../../../format/words.ts';
import type { OrganizationValues, TeamValues } from './values.ts';

export const colorNames: Record<GroupColor, string> = {
  green: 'Green',
  orange: 'Orange',
  blue: 'Blue',
  purple: 'Purple',
  teal: 'Teal',
  pink: 'Pink',
  gold: 'Gold',
  indigo: 'Indigo',
  red: 'Red',
};

/** For a group with the color of its activity. */
export const defaultColorName = 'Default';

export const visibilityNames: Record<TeamValues['visibility'], string> = {
  public: 'Everyone, listed in Explore',
  unlisted: 'Anyone with the link',
  private: 'Members only',
};

export const opennessNames: Record<TeamValues['openness'], string> = {
  open: 'Anyone can join',
  moderated: 'People ask to join',
  inviteOnly: 'By invitation only',
};

export const rosterNames: Record<TeamValues['rosterVisibility'], string> = {
  members: 'Everyone in the team',
  coaches: 'Coaches only',
};

const dotted = (parts: readonly (string | null | undefined | false)[]) => parts.filter(Boolean).join(' · ');

const yearsOf = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : null);

export const forWhomText = ({ level, ageMin, ageMax }: TeamValues): string =>
  dotted([level && levelName(level), ageText(yearsOf(ageMin), yearsOf(ageMax))]) || 'All levels and ages';

export const whoText = ({ visibility, openness }: Pick<TeamValues, 'visibility' | 'openness'>): string =>
  `${visibilityNames[visibility]} · ${opennessNames[openness].toLowerCase()}`;

/** The beginning of a text on one line, without Markdown characters. */
export function descriptionText({ description }: { description: string }): string {
  const line = description
    .replaceAll(/[*_`#]+/g, '')
    .trim()
    .replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 60).trimEnd()}…` : line || 'No description';
}

export const activitiesText = ({ activities: chosen }: OrganizationValues): string =>
  chosen.map((activity) => activities[activity].name).join(', ') || 'None named';

export const contactText = ({ url, email, telephone, address }: OrganizationValues): string =>
  dotted([url, email, telephone, address]) || 'No contact details';

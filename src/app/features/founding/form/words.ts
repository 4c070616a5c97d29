// The words for the values of a group's form, and for its folded groups.

import type { GroupColor } from '../../../../contract/values/enums.ts';
import { activityText } from '../../../format/words/activity.ts';
import { ageText, levelName } from '../../../format/words/vocabulary.ts';
import { type Message, msg, t } from '../../../words/t.ts';
import type { OrganizationValues, TeamValues } from './values.ts';

const colorNames: Record<GroupColor, Message> = {
  green: msg('Green'),
  orange: msg('Orange'),
  blue: msg('Blue'),
  purple: msg('Purple'),
  teal: msg('Teal'),
  pink: msg('Pink'),
  gold: msg('Gold'),
  indigo: msg('Indigo'),
  red: msg('Red'),
};

/** The name of a group's own color, or of its activity's. */
export const colorName = (color: GroupColor | ''): string => (color ? t(colorNames[color]) : t('Default'));

export const visibilityNames: Record<TeamValues['visibility'], Message> = {
  public: msg('Everyone, listed in Explore'),
  unlisted: msg('Anyone with the link'),
  private: msg('Members only'),
};

export const opennessNames: Record<TeamValues['openness'], Message> = {
  open: msg('Anyone can join'),
  moderated: msg('People ask to join'),
  inviteOnly: msg('By invitation only'),
};

const opennessShort: Record<TeamValues['openness'], Message> = {
  open: msg('anyone can join'),
  moderated: msg('people ask to join'),
  inviteOnly: msg('by invitation only'),
};

export const rosterNames: Record<TeamValues['rosterVisibility'], Message> = {
  members: msg('Everyone in the team'),
  coaches: msg('Coaches only'),
};

const dotted = (parts: readonly (string | null | undefined | false)[]) => parts.filter(Boolean).join(' · ');

const yearsOf = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : null);

export const forWhomText = ({ level, ageMin, ageMax }: TeamValues): string =>
  dotted([level && levelName(level), ageText(yearsOf(ageMin), yearsOf(ageMax))]) || t('All levels and ages');

export const whoText = ({ visibility, openness }: Pick<TeamValues, 'visibility' | 'openness'>): string =>
  `${t(visibilityNames[visibility])} · ${t(opennessShort[openness])}`;

/** The beginning of a text on one line, without Markdown characters. */
export function descriptionText({ description }: { description: string }): string {
  const line = description
    .replaceAll(/[*_`#]+/g, '')
    .trim()
    .replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 60).trimEnd()}…` : line || t('No description');
}

export const activitiesText = ({ activities: chosen }: OrganizationValues): string =>
  activityText(chosen) || t('None chosen');

export const contactText = ({ url, email, telephone, address }: OrganizationValues): string =>
  dotted([url, email, telephone, address]) || t('No contact details');

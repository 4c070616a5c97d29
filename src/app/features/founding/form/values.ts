// The values of the forms of teams and organizations: initial values, validation, and request bodies. Pure.

import type { Body } from '../../../../contract/api.ts';
import type { Organization, Team } from '../../../../contract/people/groups.ts';
import type { Activity } from '../../../../contract/values/activities.ts';
import type {
  GroupColor,
  groupOpennesses,
  groupVisibilities,
  Level,
  teamRosterVisibilities,
} from '../../../../contract/values/enums.ts';
import { t } from '../../../words/t.ts';

type OneOf<T extends readonly string[]> = T[number];

/** The fields that teams and organizations share. An empty text is a missing value. */
export type GroupValues = {
  name: string;
  color: GroupColor | '';
  description: string;
  region: string;
  visibility: OneOf<typeof groupVisibilities>;
  openness: OneOf<typeof groupOpennesses>;
};

export type TeamValues = GroupValues & {
  activity: Activity | '';
  /** Empty for a team without an organization. */
  organizationId: string;
  level: Level | '';
  ageMin: string;
  ageMax: string;
  season: string;
  rosterVisibility: OneOf<typeof teamRosterVisibilities>;
};

export type OrganizationValues = GroupValues & {
  activities: Activity[];
  url: string;
  email: string;
  telephone: string;
  address: string;
};

/** Messages by field. */
export type Errors = Record<string, string>;

const newGroup = {
  name: '',
  color: '',
  description: '',
  region: '',
  visibility: 'public',
  openness: 'moderated',
} as const;

export const newTeam = (organizationId: string, activity: Activity | '', region: string): TeamValues => ({
  ...newGroup,
  activity,
  organizationId,
  region,
  level: '',
  ageMin: '',
  ageMax: '',
  season: '',
  rosterVisibility: 'members',
});

export const newOrganization: OrganizationValues = {
  ...newGroup,
  activities: [],
  url: '',
  email: '',
  telephone: '',
  address: '',
};

const groupValuesOf = (group: Team | Organization): GroupValues => ({
  name: group.name,
  color: group.color ?? '',
  description: group.description,
  region: group.region ?? '',
  visibility: group.visibility,
  openness: group.openness,
});

export const teamValuesOf = (team: Team): TeamValues => ({
  ...groupValuesOf(team),
  activity: team.activity,
  organizationId: team.organization?.id ?? '',
  level: team.level ?? '',
  ageMin: team.ageMin === null ? '' : String(team.ageMin),
  ageMax: team.ageMax === null ? '' : String(team.ageMax),
  season: team.season ?? '',
  rosterVisibility: team.rosterVisibility,
});

export const organizationValuesOf = (organization: Organization): OrganizationValues => ({
  ...groupValuesOf(organization),
  activities: organization.activities,
  url: organization.url ?? '',
  email: organization.email ?? '',
  telephone: organization.telephone ?? '',
  address: organization.address ?? '',
});

const isAge = (text: string) => /^\d{1,3}$/.test(text.trim()) && Number(text) <= 120;

/** The validation errors before anything is sent. */
export function teamErrors({ name, activity, ageMin, ageMax }: TeamValues): Errors {
  const found: Errors = nameErrors(name);
  if (activity === '') found.activity = t('Choose an activity.');
  for (const [path, text] of Object.entries({ ageMin, ageMax }))
    if (text.trim() !== '' && !isAge(text)) found[path] = t('Enter an age in whole years.');
  if (isAge(ageMin) && isAge(ageMax) && Number(ageMin) > Number(ageMax))
    found.ageMax = t('This is lower than the youngest age.');
  return found;
}

export const organizationErrors = ({ name }: OrganizationValues): Errors => nameErrors(name);

function nameErrors(name: string): Errors {
  return name.trim() === '' ? { name: t('Give it a name.') } : {};
}

const orNull = (text: string) => text.trim() || null;
const ageOf = (text: string) => (text.trim() === '' ? null : Number(text));
/** People leave the scheme out, and mean https. */
const webAddress = (text: string) => {
  const typed = text.trim();
  return typed === '' || /^[a-z]+:/i.test(typed) ? orNull(typed) : `https://${typed}`;
};

type Change<T> = { [K in keyof T]?: T[K] };

/** The given fields of a team in the contract's form; its organization is not among them. */
export function teamBody(values: TeamValues, keys: readonly (keyof TeamValues)[]) {
  const all = {
    name: values.name,
    color: values.color || null,
    description: values.description,
    region: orNull(values.region),
    visibility: values.visibility,
    openness: values.openness,
    activity: values.activity as Activity,
    level: values.level || null,
    ageMin: ageOf(values.ageMin),
    ageMax: ageOf(values.ageMax),
    season: orNull(values.season),
    rosterVisibility: values.rosterVisibility,
  };
  return picked(all, keys);
}

export const newTeamBody = (values: TeamValues, id: string): Body<'POST /api/teams'> => ({
  ...teamBody(values, Object.keys(values) as (keyof TeamValues)[]),
  name: values.name,
  activity: values.activity as Activity,
  organizationId: values.organizationId || null,
  id,
});

export function organizationBody(values: OrganizationValues, keys: readonly (keyof OrganizationValues)[]) {
  const all = {
    name: values.name,
    color: values.color || null,
    description: values.description,
    region: orNull(values.region),
    visibility: values.visibility,
    openness: values.openness,
    activities: values.activities,
    url: webAddress(values.url),
    email: orNull(values.email),
    telephone: orNull(values.telephone),
    address: orNull(values.address),
  };
  return picked(all, keys);
}

export const newOrganizationBody = (
  values: OrganizationValues,
  id: string,
): Body<'POST /api/organizations'> => ({
  ...organizationBody(values, Object.keys(values) as (keyof OrganizationValues)[]),
  name: values.name,
  id,
});

function picked<T extends object>(all: T, keys: readonly string[]): Change<T> {
  return Object.fromEntries(Object.entries(all).filter(([key]) => keys.includes(key))) as Change<T>;
}

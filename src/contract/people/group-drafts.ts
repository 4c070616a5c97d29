// Organizations and teams as people create and change them.
import { z } from 'zod';
import {
  ActivitySchema,
  AgeSchema,
  EmailSchema,
  IdSchema,
  LevelSchema,
  lineOfText,
  markdown,
  NameSchema,
  NewIdSchema,
  VersionSchema,
  WebAddressSchema,
} from '../common.ts';
import { said } from '../said.ts';
import { groupColors, groupOpennesses, groupVisibilities, teamRosterVisibilities } from '../values/enums.ts';
import { limits } from '../values/limits.ts';

const nullableText = (max: number) => lineOfText(1, max).nullable();
const unique = <T>(list: T[]) => [...new Set(list)];

export const groupFields = {
  name: NameSchema,
  description: markdown(limits.descriptionMax),
  region: nullableText(limits.nameMax),
  visibility: z.enum(groupVisibilities),
  openness: z.enum(groupOpennesses),
  color: z.enum(groupColors).nullable(),
};

const organizationFields = {
  ...groupFields,
  url: WebAddressSchema.nullable(),
  email: EmailSchema.nullable(),
  telephone: nullableText(limits.phoneMax),
  address: nullableText(200),
  activities: z
    .array(ActivitySchema)
    .max(10, { error: said('At most {max}', { max: 10 }) })
    .transform(unique),
};

const age = AgeSchema.nullable();
const teamFields = {
  ...groupFields,
  activity: ActivitySchema,
  level: LevelSchema.nullable(),
  ageMin: age,
  ageMax: age,
  season: nullableText(limits.seasonMax),
  rosterVisibility: z.enum(teamRosterVisibilities),
};

export const OrganizationDraftSchema = z.strictObject({
  ...organizationFields,
  id: NewIdSchema.optional(),
  color: organizationFields.color.default(null),
  description: organizationFields.description.default(''),
  region: organizationFields.region.default(null),
  visibility: organizationFields.visibility.default('public'),
  openness: organizationFields.openness.default('moderated'),
  url: organizationFields.url.default(null),
  email: organizationFields.email.default(null),
  telephone: organizationFields.telephone.default(null),
  address: organizationFields.address.default(null),
  activities: organizationFields.activities.default([]),
});
export type OrganizationDraft = z.output<typeof OrganizationDraftSchema>;

export const TeamDraftSchema = z.strictObject({
  ...teamFields,
  id: NewIdSchema.optional(),
  color: teamFields.color.default(null),
  /** An organization that the viewer runs; null for a team without one. */
  organizationId: IdSchema.nullable().default(null),
  description: teamFields.description.default(''),
  region: teamFields.region.default(null),
  visibility: teamFields.visibility.default('public'),
  openness: teamFields.openness.default('moderated'),
  level: teamFields.level.default(null),
  ageMin: teamFields.ageMin.default(null),
  ageMax: teamFields.ageMax.default(null),
  season: teamFields.season.default(null),
  rosterVisibility: teamFields.rosterVisibility.default('members'),
});
export type TeamDraft = z.output<typeof TeamDraftSchema>;

const version = VersionSchema;
export const OrganizationChangeSchema = z.strictObject(organizationFields).partial().extend({ version });
export type OrganizationChange = z.output<typeof OrganizationChangeSchema>;
export const TeamChangeSchema = z.strictObject(teamFields).partial().extend({ version });
export type TeamChange = z.output<typeof TeamChangeSchema>;

export const NextSeasonSchema = z.strictObject({
  season: lineOfText(1, limits.seasonMax),
  /** Absent: the name of the old team. */
  name: NameSchema.optional(),
  /** Members of the new team, with their role, title and jersey. Those who run the team are always included. */
  memberIds: z
    .array(IdSchema)
    .max(limits.seasonMembersMax, { error: said('At most {max}', { max: limits.seasonMembersMax }) })
    .transform(unique),
  id: NewIdSchema.optional(),
});
export type NextSeason = z.output<typeof NextSeasonSchema>;

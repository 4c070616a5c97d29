// Managed members: people without an account. Those who manage a team add them by name and edit their data.
import { z } from 'zod';
import { peopleReads } from '../affected-reads.ts';
import {
  BirthYearSchema,
  EmailSchema,
  IdSchema,
  lineOfText,
  NameSchema,
  NewIdSchema,
  VersionSchema,
} from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { said } from '../said.ts';
import { limits } from '../values/limits.ts';
import { MemberSchema } from './memberships.ts';

const personFields = {
  name: NameSchema,
  birthYear: BirthYearSchema.nullable(),
  /** Visible to those who manage the members. No mail is sent to it yet. */
  guardianEmail: EmailSchema.nullable(),
};

const NewPersonSchema = z.strictObject({
  ...personFields,
  id: NewIdSchema.optional(),
  birthYear: personFields.birthYear.default(null),
  guardianEmail: personFields.guardianEmail.default(null),
  jersey: lineOfText(1, limits.jerseyMax).nullable().default(null),
});
export type NewPerson = z.output<typeof NewPersonSchema>;

const PersonChangeSchema = z.strictObject(personFields).partial().extend({ version: VersionSchema });
export type PersonChange = z.output<typeof PersonChangeSchema>;

const base = { tag: 'groups', access: 'session', offline: 'never', affects: peopleReads } as const;

export const managedMemberEndpoints = endpoints({
  'POST /api/teams/{id}/people': {
    ...base,
    operationId: 'addTeamPeople',
    summary: 'Add managed members to a team, as trainees: all of them or none.',
    params: z.object({ id: IdSchema }),
    body: z.strictObject({
      people: z
        .array(NewPersonSchema)
        .min(1, { error: said('Required') })
        .max(limits.peopleAtOnce, { error: said('At most {max} at once', { max: limits.peopleAtOnce }) })
        .superRefine(refuseRepeatedIds),
    }),
    status: 201,
    answer: z.object({ items: z.array(z.object({ id: IdSchema, name: z.string() })) }),
    problems: ['not_permitted'],
  },
  'PATCH /api/teams/{id}/people/{personId}': {
    ...base,
    operationId: 'updateTeamPerson',
    summary: 'Change the data of a managed member; absent fields stay as they are.',
    params: z.object({ id: IdSchema, personId: IdSchema }),
    body: PersonChangeSchema,
    status: 200,
    answer: MemberSchema,
    problems: ['not_permitted', 'stale_version'],
  },
});

function refuseRepeatedIds(
  people: readonly { id?: string | undefined }[],
  context: { addIssue(issue: { code: 'custom'; path: PropertyKey[]; message: string }): void },
): void {
  const seen = new Set<string>();
  for (const [index, { id }] of people.entries()) {
    if (id === undefined) continue;
    if (seen.has(id))
      context.addIssue({ code: 'custom', path: [index, 'id'], message: said('Twice in this list') });
    seen.add(id);
  }
}

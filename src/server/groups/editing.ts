// Creates and edits organizations and teams. Each call is one transaction; the creator is the first owner.
import { v7 as uuid } from 'uuid';
import type {
  OrganizationChange,
  OrganizationDraft,
  TeamChange,
  TeamDraft,
} from '../../contract/people/group-drafts.ts';
import { lockWriter } from '../accounts/account-deletion-queries.ts';
import { addAudit } from '../audit/queries.ts';
import type { Database, Db } from '../db/open.ts';
import { fold, sortName } from '../db/search-words.ts';
import { invalid, staleVersion } from '../http/problem.ts';
import { t } from '../words/t.ts';
import { forEditors, lockGroup, notPermitted, requirePermission } from './access.ts';
import {
  findAges,
  findCreator,
  insertOrganization,
  insertTeam,
  updateOrganization,
  updateTeam,
} from './editing-queries.ts';
import { loadOrganization, loadTeam } from './group-loader.ts';
import { newInviteCode } from './invitations/invite-code-queries.ts';
import { saveMembership } from './members/member-queries.ts';
import type { Scope } from './members/membership-rules.ts';
import { groupRolesOf } from './queries.ts';

type Dialect = Pick<Database, 'dialect'>;
type Creation = { userId: string; at: Date };
type Editing = { groupId: string; userId: string; at: Date };

/**
 * Creates an organization and returns its id; idempotent for the same user and id. Throws not_permitted for a user who may
 * not create any, and for the id of another user's organization.
 */
export async function createOrganization(
  db: Db,
  database: Dialect,
  { userId, at }: Creation,
  draft: OrganizationDraft,
) {
  await requireVerifiedCoach(db, database, userId);
  const id = draft.id ?? uuid();
  const now = at.toISOString();
  const isNew = await insertOrganization(db, {
    ...organizationColumns(draft),
    id,
    created_at: now,
    updated_at: now,
    name: draft.name,
    sort_name: sortName(draft.name),
    visibility: draft.visibility,
    openness: draft.openness,
  });
  if (isNew) await addFirstOwner(db, 'organization', id, { userId, at });
  else await requireOwnGroup(db, 'organization', id, userId);
  return id;
}

/**
 * Creates a team and returns its id; idempotent for the same user and id. Throws not_permitted for a user who may not
 * create any or does not run the organization, and for the id of another user's team; not_found for an organization that
 * the user may not see.
 */
export async function createTeam(db: Db, database: Dialect, { userId, at }: Creation, draft: TeamDraft) {
  await requireVerifiedCoach(db, database, userId);
  const now = at.toISOString();
  const { organizationId } = draft;
  if (organizationId !== null) {
    const access = await lockGroup(db, database, 'organization', organizationId, { userId, at: now });
    requirePermission('organization', access, 'edit', () =>
      t('Only the people who run an organization can create teams in it.'),
    );
  }
  validateAges(draft.ageMin, draft.ageMax);
  const id = draft.id ?? uuid();
  const isNew = await insertTeam(db, {
    ...teamColumns(draft),
    id,
    created_at: now,
    updated_at: now,
    organization_id: organizationId,
    name: draft.name,
    sort_name: sortName(draft.name),
    activity: draft.activity,
    visibility: draft.visibility,
    openness: draft.openness,
    roster_visibility: draft.rosterVisibility,
    invite_code: newInviteCode(),
  });
  if (isNew) await addFirstOwner(db, 'team', id, { userId, at });
  else await requireOwnGroup(db, 'team', id, userId);
  return id;
}

/** Throws not_permitted if the existing group with this id is not the user's own. */
async function requireOwnGroup(db: Db, scope: Scope, id: string, userId: string): Promise<void> {
  const { teams, organizations } = await groupRolesOf(db, userId);
  if ((scope === 'team' ? teams : organizations).get(id) !== 'owner')
    throw notPermitted(
      scope === 'team' ? t('Another team has this id.') : t('Another organization has this id.'),
    );
}

async function requireVerifiedCoach(db: Db, { dialect }: Dialect, userId: string): Promise<void> {
  await lockWriter(dialect, db, userId, 'share');
  const founder = await findCreator(db, userId);
  if (!founder?.is_coach)
    throw notPermitted(t('Only coaches can do this. Turn on coaching in your settings.'));
  if (founder.email_verified_at === null)
    throw notPermitted(t('Confirm your e-mail address first: the link is in the e-mail we sent you.'));
}

async function addFirstOwner(db: Db, scope: Scope, groupId: string, { userId, at }: Creation): Promise<void> {
  const membershipChange = {
    scope,
    groupId,
    userId,
    actorId: userId,
    action: 'membership.founded',
    at: at.toISOString(),
  };
  await saveMembership(db, membershipChange, null, { role: 'owner', status: 'active' });
  await auditGroupChange(db, scope, groupId, { userId, at }, 'created', []);
}

/** Throws not_found, not_permitted or stale_version. */
export async function editOrganization(
  db: Db,
  database: Dialect,
  { groupId, userId, at }: Editing,
  { version, ...change }: OrganizationChange,
): Promise<void> {
  const access = await lockGroup(db, database, 'organization', groupId, { userId, at: at.toISOString() });
  requirePermission('organization', access, 'edit', forEditors);
  if (access.group.version !== version) throw staleVersion(await loadOrganization(db, groupId, userId, at));
  await updateOrganization(db, groupId, { ...organizationColumns(change), updated_at: at.toISOString() });
  await auditGroupChange(db, 'organization', groupId, { userId, at }, 'edited', Object.keys(change));
}

/** Throws not_found, not_permitted, stale_version, or validation_failed for `ageMin` above `ageMax`. */
export async function editTeam(
  db: Db,
  database: Dialect,
  { groupId, userId, at }: Editing,
  { version, ...change }: TeamChange,
): Promise<void> {
  const access = await lockGroup(db, database, 'team', groupId, { userId, at: at.toISOString() });
  requirePermission('team', access, 'edit', forEditors);
  if (access.group.version !== version) throw staleVersion(await loadTeam(db, groupId, userId, at));
  const ages = await findAges(db, groupId);
  const { ageMin = ages.age_min, ageMax = ages.age_max } = change;
  validateAges(ageMin, ageMax);
  await updateTeam(db, groupId, { ...teamColumns(change), updated_at: at.toISOString() });
  await auditGroupChange(db, 'team', groupId, { userId, at }, 'edited', Object.keys(change));
}

/** The columns of the fields in the change, with their sort keys. */
function organizationColumns(change: Omit<OrganizationChange, 'version'>) {
  const { activities } = change;
  return sent({
    ...sharedColumns(change),
    url: change.url,
    email: change.email,
    telephone: change.telephone,
    address: change.address,
    activities: activities && JSON.stringify(activities),
  });
}

function teamColumns(change: Omit<TeamChange, 'version'>) {
  return sent({
    ...sharedColumns(change),
    activity: change.activity,
    level: change.level,
    age_min: change.ageMin,
    age_max: change.ageMax,
    season: change.season,
    roster_visibility: change.rosterVisibility,
  });
}

type Shared = Pick<
  TeamChange & OrganizationChange,
  'name' | 'description' | 'region' | 'visibility' | 'openness' | 'color'
>;

function sharedColumns({ name, description, region, visibility, openness, color }: Shared) {
  return {
    name,
    sort_name: name && sortName(name),
    description,
    region,
    sort_region: region && fold(region),
    visibility,
    openness,
    color,
  };
}

/** Removes undefined fields, so that an update leaves their columns alone. */
function sent<T extends object>(fields: T) {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

function validateAges(ageMin: number | null, ageMax: number | null): void {
  if (ageMin !== null && ageMax !== null && ageMin > ageMax)
    throw invalid({ path: 'ageMax', code: 'too_small', message: t('Not below the lowest age') });
}

/** Logs the names of changed fields, never their values: contact details do not belong in a log. */
function auditGroupChange(
  db: Db,
  scope: Scope,
  groupId: string,
  { userId, at }: Creation,
  action: 'created' | 'edited',
  fields: string[],
) {
  return addAudit(db, {
    actorId: userId,
    action: `${scope}.${action}`,
    objectKind: scope,
    objectId: groupId,
    after: action === 'edited' ? { fields } : null,
    at: at.toISOString(),
  });
}

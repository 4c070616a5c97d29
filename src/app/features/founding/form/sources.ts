// What the forms of new and of existing groups have in common.
import type { Organization, Team } from '../../../../contract/people/groups.ts';
import { callApi } from '../../../data/http/call.ts';
import type { GroupForm } from './use-group-form.ts';
import {
  type OrganizationValues,
  organizationBody,
  organizationErrors,
  organizationValuesOf,
  type TeamValues,
  teamBody,
  teamErrors,
  teamValuesOf,
} from './values.ts';

type Source<V extends object, G> = Pick<GroupForm<V, G>, 'valuesOf' | 'validationErrors' | 'edit'>;

export const teamSource: Source<TeamValues, Team> = {
  valuesOf: teamValuesOf,
  validationErrors: teamErrors,
  edit: (values, keys, { id, version }) =>
    callApi('PATCH /api/teams/{id}', { params: { id }, body: { ...teamBody(values, keys), version } }),
};

export const organizationSource: Source<OrganizationValues, Organization> = {
  valuesOf: organizationValuesOf,
  validationErrors: organizationErrors,
  edit: (values, keys, { id, version }) =>
    callApi('PATCH /api/organizations/{id}', {
      params: { id },
      body: { ...organizationBody(values, keys), version },
    }),
};

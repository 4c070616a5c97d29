// /organizations/:id/edit: changing an organization, for those who run it.
import { useNavigate } from 'react-router';
import type { Organization } from '../../../contract/groups.ts';
import { callApi, urlOf } from '../../data/call.ts';
import { distrust } from '../../data/freshness.ts';
import { useSession } from '../../data/session.ts';
import { useResource } from '../../data/use-resource.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Conflicts } from '../../ui/conflicts.tsx';
import { DraftState } from '../../ui/draft-state.tsx';
import { Unloaded } from '../../ui/missing.tsx';
import { useRouteId } from '../../ui/router.tsx';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState } from '../../ui/state.tsx';
import { useAdopt } from './adopt.ts';
import { FormNotes } from './form-notes.tsx';
import { loadingForm } from './founder.tsx';
import { LogoField } from './logo-field.tsx';
import { OrganizationForm } from './organization-form.tsx';
import { useGroupForm } from './use-group-form.ts';
import {
  newOrganization,
  type OrganizationValues,
  organizationBody,
  organizationComplaints,
  organizationValuesOf,
} from './values.ts';
import { activitiesText, colorNames, opennessNames, visibilityNames } from './words.ts';

export function EditOrganizationScreen() {
  const id = useRouteId();
  const { user } = useSession();
  const { data, error, mutate } = useResource('GET /api/organizations/{id}', { params: { id } });
  if (error && !data)
    return (
      <Unloaded
        error={error}
        onRetry={() => void mutate()}
        noun="organization"
        explore="/explore/organizations"
      />
    );
  if (!data || !user) return loadingForm;
  if (!data.can.edit)
    return (
      <Screen>
        <EmptyState
          icon="users"
          title="You can't change this organization"
          action={<ButtonLink to={`/organizations/${id}`}>See the organization</ButtonLink>}
        >
          Only those who run it can.
        </EmptyState>
      </Screen>
    );
  return <EditOrganization key={id} organization={data} userId={user.id} reload={() => mutate()} />;
}

function EditOrganization({
  organization,
  userId,
  reload,
}: {
  organization: Organization;
  userId: string;
  reload: () => Promise<Organization | undefined>;
}) {
  const { id } = organization;
  const address = urlOf('GET /api/organizations/{id}', { params: { id } });
  const navigate = useNavigate();
  const adopt = useAdopt();
  /** Past the worker's copy, which may be older than what another person has saved. */
  const reloadPast = () => {
    distrust(address);
    return reload();
  };
  const form = useGroupForm<OrganizationValues, Organization>({
    userId,
    draftName: `organization ${id}`,
    group: organization,
    begin: newOrganization,
    valuesOf: organizationValuesOf,
    complaintsOf: organizationComplaints,
    found: async () => organization,
    edit: (values, keys, { version }) =>
      callApi('PATCH /api/organizations/{id}', {
        params: { id },
        body: { ...organizationBody(values, keys), version },
      }),
    reload: reloadPast,
  });
  const { values, now, conflicts, isChanged } = form;
  const leave = (said: string | null) =>
    navigate(`/organizations/${id}`, { replace: true, state: said === null ? null : { said } });
  const hit = topics
    .filter(({ key }) => conflicts.includes(key))
    .map(({ name, key, words }) => ({ name, keys: [key], mine: words(values), theirs: words(now) }));
  return (
    <Screen action={<DraftState isKept={isChanged} />}>
      <OrganizationForm
        values={values}
        errors={form.errors}
        logo={organization.logo}
        logoField={
          <LogoField
            scope="organization"
            group={organization}
            onSaved={async () => {
              const fresh = await reloadPast();
              if (fresh) await adopt(address, fresh);
            }}
          />
        }
        notes={
          <>
            <FormNotes typedAt={form.typedAt} isChanged={isChanged} onDrop={form.drop} />
            {hit.length > 0 ? <Conflicts conflicts={hit} onChoose={form.choose} /> : null}
          </>
        }
        buttons={
          <>
            <Button
              look="outline"
              onClick={() => {
                form.drop();
                leave(null);
              }}
            >
              {isChanged ? 'Discard' : 'Cancel'}
            </Button>
            <Button className="main" type="submit" busy={form.busy} disabled={conflicts.length > 0}>
              {form.busy ? 'Saving…' : 'Save'}
            </Button>
          </>
        }
        onChange={form.type}
        onSubmit={async () => {
          const saved = await form.save();
          if (!saved) return;
          await adopt(address, saved);
          leave('Saved.');
        }}
      />
    </Screen>
  );
}

const topics: {
  name: string;
  key: keyof OrganizationValues;
  words: (values: OrganizationValues) => string;
}[] = [
  { name: 'Name', key: 'name', words: ({ name }) => name },
  { name: 'Colour', key: 'color', words: ({ color }) => (color ? colorNames[color] : 'The activity’s own') },
  { name: 'Activities', key: 'activities', words: activitiesText },
  { name: 'Region', key: 'region', words: ({ region }) => region },
  { name: 'Description', key: 'description', words: ({ description }) => description },
  { name: 'Web site', key: 'url', words: ({ url }) => url },
  { name: 'E-mail', key: 'email', words: ({ email }) => email },
  { name: 'Telephone', key: 'telephone', words: ({ telephone }) => telephone },
  { name: 'Address', key: 'address', words: ({ address }) => address },
  {
    name: 'Who sees the organization',
    key: 'visibility',
    words: ({ visibility }) => visibilityNames[visibility],
  },
  { name: 'How people join', key: 'openness', words: ({ openness }) => opennessNames[openness] },
];

// The form of an organization that is there, with what of it is not saved yet and what was changed elsewhere meanwhile.
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import type { Organization } from '../../../contract/groups.ts';
import { askAgain, useAdopt } from '../../data/adopt.ts';
import { callApi } from '../../data/call.ts';
import { Button } from '../../ui/button.tsx';
import { DraftState } from '../../ui/draft-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/state.tsx';
import { FormNotes } from './form-notes.tsx';
import { OrganizationForm } from './organization-form.tsx';
import { useGroupForm } from './use-group-form.ts';
import {
  newOrganization,
  type OrganizationValues,
  organizationBody,
  organizationComplaints,
  organizationValuesOf,
} from './values.ts';
import { activitiesText, colorNames, defaultColorName, opennessNames, visibilityNames } from './words.ts';

const Conflicts = lazy(async () => ({
  default: (await import('../../ui/conflicts.tsx')).Conflicts,
})) as typeof import('../../ui/conflicts.tsx').Conflicts;
const LogoField = lazy(async () => ({ default: (await import('./logo-field.tsx')).LogoField }));

export function EditOrganization({ organization, userId }: { organization: Organization; userId: string }) {
  const { id } = organization;
  const navigate = useNavigate();
  const adopt = useAdopt();
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
    reload: async () => {
      const fresh = await askAgain('GET /api/organizations/{id}', { params: { id } });
      await adopt('GET /api/organizations/{id}', { params: { id } }, fresh);
      return fresh;
    },
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
          <Suspense fallback={<Skeleton h="6rem" />}>
            <LogoField
              scope="organization"
              group={organization}
              onSaved={(logo) =>
                adopt('GET /api/organizations/{id}', { params: { id } }, { ...organization, logo })
              }
            />
          </Suspense>
        }
        notes={
          <>
            <FormNotes typedAt={form.typedAt} isChanged={isChanged} onDrop={form.drop} />
            <Suspense fallback={null}>
              {hit.length > 0 ? <Conflicts conflicts={hit} onChoose={form.choose} /> : null}
            </Suspense>
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
          await adopt('GET /api/organizations/{id}', { params: { id } }, saved);
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
  { name: 'Colour', key: 'color', words: ({ color }) => (color ? colorNames[color] : defaultColorName) },
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

// The form of an existing organization.
import type { Organization } from '../../../contract/people/groups.ts';
import { readUncached, useAdopt } from '../../data/resources/adopt.ts';
import { DraftState } from '../../ui/forms/draft-state.tsx';
import { Screen } from '../../ui/page/screen.tsx';
import { msg, t } from '../../words/t.ts';
import { type Topic, useEditFrame } from './edit-frame.tsx';
import { OrganizationForm } from './form/organization-form.tsx';
import { organizationSource } from './form/sources.ts';
import { useGroupForm } from './form/use-group-form.ts';
import { newOrganization, type OrganizationValues } from './form/values.ts';
import { activitiesText, colorName, opennessNames, visibilityNames } from './form/words.ts';

export function EditOrganization({ organization, userId }: { organization: Organization; userId: string }) {
  const { id } = organization;
  const adoptAnswer = useAdopt();
  const adopt = (fresh: Organization) =>
    adoptAnswer('GET /api/organizations/{id}', { params: { id } }, fresh);
  const form = useGroupForm<OrganizationValues, Organization>({
    ...organizationSource,
    userId,
    draftName: `organization ${id}`,
    group: organization,
    initial: newOrganization,
    create: async () => organization,
    reload: async () => {
      const fresh = await readUncached('GET /api/organizations/{id}', { params: { id } });
      if (fresh) await adopt(fresh);
      return fresh;
    },
  });
  const page = `/organizations/${id}`;
  const frame = useEditFrame({ form, group: organization, scope: 'organization', page, topics, adopt });
  return (
    <Screen action={<DraftState isSaved={form.isChanged} />}>
      <OrganizationForm {...frame} />
    </Screen>
  );
}

const topics: readonly Topic<OrganizationValues>[] = [
  { name: msg('Name'), keys: ['name'], words: ({ name }) => name },
  {
    name: msg('Colour'),
    keys: ['color'],
    words: ({ color }) => colorName(color),
  },
  { name: msg('Activities'), keys: ['activities'], words: activitiesText },
  { name: msg('Region'), keys: ['region'], words: ({ region }) => region },
  { name: msg('Description'), keys: ['description'], words: ({ description }) => description },
  { name: msg('Website'), keys: ['url'], words: ({ url }) => url },
  { name: msg('E-mail'), keys: ['email'], words: ({ email }) => email },
  { name: msg('Phone'), keys: ['telephone'], words: ({ telephone }) => telephone },
  { name: msg('Address'), keys: ['address'], words: ({ address }) => address },
  {
    name: msg('Who sees the organization'),
    keys: ['visibility'],
    words: ({ visibility }) => t(visibilityNames[visibility]),
  },
  { name: msg('How people join'), keys: ['openness'], words: ({ openness }) => t(opennessNames[openness]) },
];

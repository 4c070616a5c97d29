// /my/organizations/new: a coach creates an organization.

import type { Organization } from '../../../contract/people/groups.ts';
import { callApi } from '../../data/http/call.ts';
import { useAdopt } from '../../data/resources/adopt.ts';
import { useSession } from '../../data/session/session.ts';
import { DraftState } from '../../ui/forms/draft-state.tsx';
import { FlashMessage } from '../../ui/page/flash-message.tsx';
import { Screen } from '../../ui/page/screen.tsx';
import { t } from '../../words/t.ts';
import { OrganizationForm } from './form/organization-form.tsx';
import { organizationSource } from './form/sources.ts';
import { useGroupForm } from './form/use-group-form.ts';
import { newOrganization, newOrganizationBody, type OrganizationValues } from './form/values.ts';
import { CoachesOnly } from './founder.tsx';
import { useNewFrame } from './new-frame.tsx';

export function NewOrganizationScreen() {
  const { user } = useSession();
  if (user?.type !== 'coach') return <CoachesOnly things="organizations" />;
  return <NewOrganization key={user.id} userId={user.id} />;
}

function NewOrganization({ userId }: { userId: string }) {
  const adopt = useAdopt();
  const form = useGroupForm<OrganizationValues, Organization>({
    ...organizationSource,
    userId,
    draftName: 'organization new',
    group: null,
    initial: newOrganization,
    create: (values, id) => callApi('POST /api/organizations', { body: newOrganizationBody(values, id) }),
    reload: async () => undefined,
  });
  const frame = useNewFrame({
    form,
    scope: 'organization',
    button: t('Create the organization'),
    onCreated: async (organization, note) => {
      await adopt('GET /api/organizations/{id}', { params: { id: organization.id } }, organization);
      return t("You've created {name}.{said} Next, create its first team.", {
        name: organization.name,
        said: note,
      });
    },
  });
  return (
    <Screen action={<DraftState isSaved={form.isChanged} />}>
      <FlashMessage />
      <OrganizationForm {...frame} />
    </Screen>
  );
}

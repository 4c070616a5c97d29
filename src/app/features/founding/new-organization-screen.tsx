// /my/organizations/new: a coach creates an organization.

import { useNavigate } from 'react-router';
import { callApi } from '../../data/http/call.ts';
import { useAdopt } from '../../data/resources/adopt.ts';
import { useSession } from '../../data/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { DraftState } from '../../ui/forms/draft-state.tsx';
import { rememberPage } from '../../ui/navigation/remember-page.ts';
import { FlashMessage } from '../../ui/page/flash-message.tsx';
import { Screen } from '../../ui/page/screen.tsx';
import { announce } from '../../words/announce.ts';
import { t } from '../../words/t.ts';
import { FormNotes } from './form/form-notes.tsx';
import { OrganizationForm } from './form/organization-form.tsx';
import { useGroupForm } from './form/use-group-form.ts';
import {
  newOrganization,
  newOrganizationBody,
  organizationBody,
  organizationErrors,
  organizationValuesOf,
} from './form/values.ts';
import { AddressNotice, CoachesOnly } from './founder.tsx';
import { NewLogoField } from './logo/new-logo-field.tsx';
import { useNewLogo } from './logo/use-new-logo.ts';

export function NewOrganizationScreen() {
  const { user } = useSession();
  if (user?.type !== 'coach') return <CoachesOnly things="organizations" />;
  return <NewOrganization key={user.id} userId={user.id} />;
}

function NewOrganization({ userId }: { userId: string }) {
  const navigate = useNavigate();
  const adopt = useAdopt();
  const logo = useNewLogo('organization');
  const form = useGroupForm({
    userId,
    draftName: 'organization new',
    group: null,
    initial: newOrganization,
    valuesOf: organizationValuesOf,
    validationErrors: organizationErrors,
    create: (values, id) => callApi('POST /api/organizations', { body: newOrganizationBody(values, id) }),
    edit: (values, keys, { id, version }) =>
      callApi('PATCH /api/organizations/{id}', {
        params: { id },
        body: { ...organizationBody(values, keys), version },
      }),
    reload: async () => undefined,
  });
  return (
    <Screen action={<DraftState isSaved={form.isChanged} />}>
      <FlashMessage />
      <OrganizationForm
        values={form.values}
        errors={form.errors}
        logo={logo.shown}
        logoField={<NewLogoField name={form.values.name} logo={logo} />}
        notes={
          <>
            <AddressNotice />
            <FormNotes typedAt={form.typedAt} isChanged={form.isChanged} onDrop={form.drop} />
          </>
        }
        buttons={
          <Button className="main" type="submit" busy={form.busy}>
            {form.busy ? t('Creating…') : t('Create the organization')}
          </Button>
        }
        onChange={form.type}
        onSubmit={async () => {
          const isHere = rememberPage();
          const made = await form.save();
          if (!made) return;
          const sent = await logo.send(made.id);
          const answer = { ...made, logo: sent.logo };
          await adopt('GET /api/organizations/{id}', { params: { id: made.id } }, answer);
          const said = t("You've created {name}.{said} Next, create its first team.", {
            name: made.name,
            said: sent.said,
          });
          if (isHere()) navigate(`/organizations/${made.id}`, { replace: true, state: { said } });
          else announce(said);
        }}
      />
    </Screen>
  );
}

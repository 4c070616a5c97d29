// The parts around the fields of a new group's form: the logo, which is sent once the group exists, and the button.

import { useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { rememberPage } from '../../ui/navigation/remember-page.ts';
import { announce } from '../../words/announce.ts';
import { t } from '../../words/t.ts';
import { FormNotes } from './form/form-notes.tsx';
import type { useGroupForm } from './form/use-group-form.ts';
import { AddressNotice } from './founder.tsx';
import type { logoCalls } from './logo/logo-calls.ts';
import { NewLogoField } from './logo/new-logo-field.tsx';
import { useNewLogo } from './logo/use-new-logo.ts';

export function useNewFrame<V extends { name: string }, G extends { id: string; logo: string | null }>({
  form,
  scope,
  button,
  onCreated,
}: {
  form: ReturnType<typeof useGroupForm<V, G>>;
  scope: keyof typeof logoCalls;
  button: string;
  /** Puts the group into the cache. Resolves to the message about it; `note` says where its logo could not be saved. */
  onCreated: (group: G, note: string) => Promise<string>;
}) {
  const navigate = useNavigate();
  const logo = useNewLogo(scope);
  return {
    values: form.values,
    errors: form.errors,
    onChange: form.type,
    logo: logo.shown,
    logoField: <NewLogoField name={form.values.name} logo={logo} />,
    notes: (
      <>
        <AddressNotice />
        <FormNotes typedAt={form.typedAt} isChanged={form.isChanged} onDrop={form.drop} />
      </>
    ),
    buttons: (
      <Button className="main" type="submit" busy={form.busy}>
        {form.busy ? t('Creating…') : button}
      </Button>
    ),
    onSubmit: async () => {
      const isHere = rememberPage();
      const made = await form.save();
      if (!made) return;
      const sent = await logo.send(made.id);
      const said = await onCreated({ ...made, logo: sent.logo }, sent.said);
      if (isHere()) navigate(`/${scope}s/${made.id}`, { replace: true, state: { said } });
      else announce(said);
    },
  };
}

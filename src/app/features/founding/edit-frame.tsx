// The parts around the fields of an existing group's form: the logo, which is saved at once, conflicts with
// changes made elsewhere, and the buttons.

import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { rememberPage } from '../../ui/navigation/remember-page.ts';
import { Skeleton } from '../../ui/page/state.tsx';
import { announce } from '../../words/announce.ts';
import { type Message, t } from '../../words/t.ts';
import { FormNotes } from './form/form-notes.tsx';
import type { useGroupForm } from './form/use-group-form.ts';
import type { logoCalls } from './logo/logo-calls.ts';

const Conflicts = lazy(async () => ({
  default: (await import('../../ui/forms/conflicts.tsx')).Conflicts,
})) as typeof import('../../ui/forms/conflicts.tsx').Conflicts;
const SavedLogoField = lazy(async () => ({
  default: (await import('./logo/logo-field.tsx')).SavedLogoField,
}));

/** Fields that are decided together, and the words of a version of them. */
export type Topic<V> = {
  name: Message;
  keys: readonly (keyof V & string)[];
  words: (values: V) => string;
};
type Named = { id: string; name: string; logo: string | null };

export function useEditFrame<V extends object, G extends Named>({
  form,
  group,
  scope,
  page,
  topics,
  adopt,
}: {
  form: ReturnType<typeof useGroupForm<V, G>>;
  group: G;
  scope: keyof typeof logoCalls;
  /** The group's page, the target of Save and Cancel. */
  page: string;
  topics: readonly Topic<V>[];
  /** Puts the server's version of the group into the cache. */
  adopt: (group: G) => Promise<unknown>;
}) {
  const navigate = useNavigate();
  const { values, now, conflicts, isChanged } = form;
  const leave = (said: string | null) =>
    navigate(page, { replace: true, state: said === null ? null : { said } });
  const openConflicts = topics
    .filter(({ keys }) => keys.some((key) => conflicts.includes(key)))
    .map(({ name, keys, words }) => ({ name: t(name), keys, mine: words(values), theirs: words(now) }));
  return {
    values,
    errors: form.errors,
    onChange: form.type,
    logo: group.logo,
    logoField: (
      <Suspense fallback={<Skeleton h="6rem" />}>
        <SavedLogoField scope={scope} group={group} onSaved={(logo) => adopt({ ...group, logo })} />
      </Suspense>
    ),
    notes: (
      <>
        <FormNotes typedAt={form.typedAt} isChanged={isChanged} onDrop={form.drop} />
        <Suspense fallback={null}>
          {openConflicts.length > 0 ? <Conflicts conflicts={openConflicts} onChoose={form.choose} /> : null}
        </Suspense>
      </>
    ),
    buttons: (
      <>
        <Button
          look="outline"
          onClick={() => {
            form.drop();
            leave(null);
          }}
        >
          {isChanged ? t('Discard') : t('Cancel')}
        </Button>
        <Button className="main" type="submit" busy={form.busy} disabled={conflicts.length > 0}>
          {form.busy ? t('Saving…') : t('Save')}
        </Button>
      </>
    ),
    onSubmit: async () => {
      const isHere = rememberPage();
      const saved = await form.save();
      if (!saved) return;
      await adopt(saved);
      if (isHere()) leave(t('Saved.'));
      else announce(t('Saved.'));
    },
  };
}

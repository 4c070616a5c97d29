// Edits one member, for those who run the group: role, title, jersey, and removing them.
import { chakra } from '@chakra-ui/react/styled-system';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Body } from '../../../../contract/api.ts';
import type { Member, MemberChange } from '../../../../contract/people/memberships.ts';
import { limits } from '../../../../contract/values/limits.ts';
import { useAction } from '../../../data/forms/use-action.ts';
import { useForm } from '../../../data/forms/use-form.ts';
import { roleName } from '../../../format/words/vocabulary.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { FormError, SelectField, TextField } from '../../../ui/forms/field.tsx';
import { announce } from '../../../words/announce.ts';
import { t } from '../../../words/t.ts';
import { birthYearError, birthYearOf } from './new-people.ts';

const Form = chakra('form', { base: { display: 'grid', gap: '4' } });
const Going = chakra('div', {
  base: { display: 'grid', gap: '3', pt: '4', borderTopWidth: '1px', borderColor: 'border' },
});

type Correction = Body<'PATCH /api/teams/{id}/people/{personId}'>;
type Part = { onChange: (change: Omit<MemberChange, 'version'>) => Promise<void>; onDone: () => void };
/** Corrects the data of someone without an account. */
type OnCorrect = (correction: Omit<Correction, 'version'>) => Promise<void>;

export function MemberSheet({
  member,
  onChange,
  onCorrect,
  onClose,
}: Pick<Part, 'onChange'> & { member: Member; onCorrect: OnCorrect; onClose: () => void }) {
  const name = member.user?.name ?? '';
  const { hasAccount = true } = member.user ?? {};
  return (
    <Sheet title={name} onClose={onClose}>
      {(close) => (
        <>
          <Details member={member} onChange={onChange} onCorrect={onCorrect} onDone={close} />
          {member.can.remove ? (
            <Removal name={name} hasAccount={hasAccount} onChange={onChange} onDone={close} />
          ) : null}
        </>
      )}
    </Sheet>
  );
}

function Details({ member, onChange, onCorrect, onDone }: Part & { member: Member; onCorrect: OnCorrect }) {
  // As the form was opened: only what the person changed is sent, so that someone else's change of another field stays.
  const [{ id, version, can, role, title, jersey, managed, user }] = useState(member);
  const { busy, formError, errors, props } = useForm({
    // A draft of an older version would undo the changes since.
    subject: `${id} ${version} ${managed?.version ?? ''}`,
    check: ({ name, birthYear = '' }) =>
      managed ? { ...(!name?.trim() && { name: t('Enter a name') }), ...birthYearError(birthYear) } : {},
    send: async (values) => {
      if (managed) {
        const person = changesOf(
          { name: user?.name ?? '', birthYear: managed.birthYear, guardianEmail: managed.guardianEmail },
          {
            name: values.name?.trim() ?? '',
            birthYear: birthYearOf(values.birthYear ?? ''),
            guardianEmail: values.guardianEmail?.trim() || null,
          },
        );
        if (person) await onCorrect(person);
      }
      const chosen = can.grant.find((one) => one === values.role);
      const membership = changesOf(
        { role, title, jersey },
        {
          role: chosen ?? role,
          title: values.title?.trim() || null,
          jersey: values.jersey?.trim() || null,
        },
      );
      if (membership) await onChange(membership);
      announce(t('Saved.'));
      onDone();
    },
  });
  if (!can.edit) return null;
  return (
    <Form {...props}>
      {managed ? (
        <>
          <TextField
            label={t('Name')}
            name="name"
            autoComplete="off"
            defaultValue={user?.name ?? ''}
            maxLength={limits.nameMax}
            error={errors.name}
          />
          <TextField
            label={t('Birth year')}
            name="birthYear"
            autoComplete="off"
            inputMode="numeric"
            maxLength={4}
            defaultValue={managed.birthYear ?? ''}
            error={errors.birthYear}
          />
          <TextField
            label={t("Guardian's e-mail")}
            name="guardianEmail"
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            maxLength={limits.emailMax}
            defaultValue={managed.guardianEmail ?? ''}
            hint={t('Only those who manage the members see it. We never send anything there.')}
            error={errors.guardianEmail}
          />
        </>
      ) : null}
      {can.grant.length > 0 ? (
        // A role that was chosen and not saved would be granted with the next save.
        <SelectField label={t('Role')} name="role" defaultValue={role} error={errors.role} data-undrafted>
          {[role, ...can.grant].map((one) => (
            <option key={one} value={one}>
              {roleName(one)}
            </option>
          ))}
        </SelectField>
      ) : null}
      <TextField
        label={t('Title')}
        name="title"
        defaultValue={title ?? ''}
        maxLength={limits.memberTitleMax}
        hint={t('For example captain or kit manager.')}
        error={errors.title}
      />
      <TextField
        label={t('Jersey number')}
        name="jersey"
        defaultValue={jersey ?? ''}
        maxLength={limits.jerseyMax}
        error={errors.jersey}
      />
      <FormError message={formError} />
      <Button type="submit" busy={busy}>
        {busy ? t('Saving…') : t('Save')}
      </Button>
    </Form>
  );
}

/** The fields of `after` that differ; null without one. */
function changesOf<T extends object>(before: T, after: T): Partial<T> | null {
  const changed = (Object.keys(after) as (keyof T)[]).filter((key) => after[key] !== before[key]);
  if (changed.length === 0) return null;
  return Object.fromEntries(changed.map((key) => [key, after[key]])) as Partial<T>;
}

function Removal({ name, hasAccount, onChange, onDone }: Part & { name: string; hasAccount: boolean }) {
  const [isAsked, setAsked] = useState(false);
  const { busy, failure, run } = useAction();
  const about = useId();
  const warning = [
    hasAccount
      ? t("{name} will no longer see what's for members only, and needs an invitation to come back.", {
          name,
        })
      : t('{name} leaves the team. Past events stay as they are.', { name }),
    t('They lose their places at members-only events and get a full refund. Sure?'),
  ].join(' ');
  return (
    <Going>
      {isAsked ? <p id={about}>{warning}</p> : null}
      <FormError message={failure} />
      <Button
        look="danger"
        busy={busy}
        aria-describedby={isAsked ? about : undefined}
        onClick={async ({ currentTarget }: React.MouseEvent) => {
          if (!isAsked) {
            flushSync(() => setAsked(true));
            // The focus stays on the button, which the warning has moved down.
            currentTarget.scrollIntoView({ block: 'nearest' });
            announce(warning);
          } else if (await run(() => onChange({ status: 'removed' }), t('{name} is removed.', { name })))
            onDone();
        }}
      >
        {busy ? t('Removing…') : isAsked ? t('Yes, remove {name}', { name }) : t('Remove…')}
      </Button>
    </Going>
  );
}

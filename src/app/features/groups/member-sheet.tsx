// One member, for those who run the group: role, title, jersey, and taking them out.
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { limits } from '../../../contract/limits.ts';
import type { Member, MemberChange } from '../../../contract/memberships.ts';
import { useAction } from '../../data/use-action.ts';
import { useForm } from '../../data/use-form.ts';
import { roleName } from '../../format/words.ts';
import { Button } from '../../ui/button.tsx';
import { FormError, SelectField, TextField } from '../../ui/field.tsx';
import { Sheet } from '../../ui/sheet.tsx';

const Form = chakra('form', { base: { display: 'grid', gap: '4' } });
const Going = chakra('div', {
  base: { display: 'grid', gap: '3', pt: '4', borderTopWidth: '1px', borderColor: 'border' },
});

export function MemberSheet({
  member,
  onChange,
  onClose,
}: {
  member: Member;
  onChange: (change: Omit<MemberChange, 'version'>) => Promise<void>;
  onClose: () => void;
}) {
  const name = member.user?.name ?? '';
  return (
    <Sheet title={name} onClose={onClose}>
      {(close) => (
        <>
          <Details member={member} onChange={onChange} onDone={close} />
          {member.can.remove ? <Removal name={name} onChange={onChange} onDone={close} /> : null}
        </>
      )}
    </Sheet>
  );
}

type Part = { onChange: (change: Omit<MemberChange, 'version'>) => Promise<void>; onDone: () => void };

function Details({ member, onChange, onDone }: Part & { member: Member }) {
  const { can, role, title, jersey } = member;
  const { busy, formError, errors, props } = useForm({
    send: async (values) => {
      const chosen = can.grant.find((one) => one === values.role);
      await onChange({
        ...(chosen && { role: chosen }),
        title: values.title?.trim() || null,
        jersey: values.jersey?.trim() || null,
      });
      onDone();
    },
  });
  if (!can.edit) return null;
  return (
    <Form {...props}>
      {can.grant.length > 0 ? (
        <SelectField label="Role" name="role" defaultValue={role} error={errors.role}>
          {[role, ...can.grant].map((one) => (
            <option key={one} value={one}>
              {roleName(one)}
            </option>
          ))}
        </SelectField>
      ) : null}
      <TextField
        label="Title"
        name="title"
        defaultValue={title ?? ''}
        maxLength={limits.memberTitleMax}
        hint="Such as captain or kit manager."
        error={errors.title}
      />
      <TextField
        label="Jersey"
        name="jersey"
        defaultValue={jersey ?? ''}
        maxLength={limits.jerseyMax}
        error={errors.jersey}
      />
      <FormError message={formError} />
      <Button type="submit" busy={busy}>
        {busy ? 'Saving…' : 'Save'}
      </Button>
    </Form>
  );
}

function Removal({ name, onChange, onDone }: Part & { name: string }) {
  const [isAsked, setAsked] = useState(false);
  const { busy, failure, run } = useAction();
  return (
    <Going>
      {isAsked ? (
        <p>
          {name} no longer sees what is for members, and comes back by invitation only. Their places at
          members-only events end, with a full refund. Sure?
        </p>
      ) : null}
      <FormError message={failure} />
      <Button
        look="danger"
        busy={busy}
        onClick={async () => {
          if (!isAsked) setAsked(true);
          else if (await run(() => onChange({ status: 'removed' }))) onDone();
        }}
      >
        {busy ? 'Taking out…' : isAsked ? `Yes, take ${name} out` : 'Take out…'}
      </Button>
    </Going>
  );
}

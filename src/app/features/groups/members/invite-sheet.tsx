// Invites people to a group: by name or e-mail address, and to a team by its link and QR code.
import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect, useRef, useState } from 'react';
import type { MembershipRole } from '../../../../contract/values/enums.ts';
import { useAction } from '../../../data/forms/use-action.ts';
import { useForm } from '../../../data/forms/use-form.ts';
import { callApi } from '../../../data/http/call.ts';
import { useInstance } from '../../../data/session/instance.ts';
import { roleName } from '../../../format/words/vocabulary.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { FormError, SelectField, TextField } from '../../../ui/forms/field.tsx';
import { Icon } from '../../../ui/icons/icon.tsx';
import { QrCode } from '../../../ui/pictures/qr-code.tsx';
import { shareLink } from '../../../ui/share-button.tsx';
import { t } from '../../../words/t.ts';
import { groupCalls, type Scope } from './scope.ts';

const Form = chakra('form', { base: { display: 'grid', gap: '4' } });
const Code = chakra('div', {
  base: {
    display: 'grid',
    gap: '3',
    pb: '4',
    borderBottomWidth: '1px',
    borderColor: 'border',
    '& svg[role=img]': {
      w: 'full',
      maxW: '13rem',
      h: 'auto',
      mx: 'auto',
      rounded: 'md',
      borderWidth: '1px',
      borderColor: 'border',
    },
    '& .ways': { display: 'flex', flexWrap: 'wrap', gap: '2', '& > *': { flex: '1 1 8rem' } },
    '& .about': { fontSize: 'sm', color: 'fg.muted' },
  },
});
const Heading = chakra('h3', { base: { fontWeight: '700' } });

export type Inviting = {
  id: string;
  name: string;
  invitableRoles: readonly MembershipRole[];
  /** Null for an organization, which has no link. */
  inviteCode: string | null;
};

export function InviteSheet({
  scope,
  group,
  onChanged,
  onClose,
}: {
  scope: Scope;
  group: Inviting;
  onChanged: () => Promise<unknown>;
  onClose: () => void;
}) {
  return (
    <Sheet title={t('Invite to {name}', { name: group.name })} onClose={onClose}>
      {group.inviteCode ? <InviteLink group={group} code={group.inviteCode} onChanged={onChanged} /> : null}
      <InviteForm scope={scope} group={group} onChanged={onChanged} />
    </Sheet>
  );
}

function InviteLink({
  group: { id, name },
  code: firstCode,
  onChanged,
}: {
  group: Inviting;
  code: string;
  onChanged: () => Promise<unknown>;
}) {
  const { busy, failure, run, setFailure } = useAction();
  // The old link is dead at once, also where the group can't be read again.
  const [newCode, setNewCode] = useState<string | null>(null);
  const code = newCode ?? firstCode;
  const url = new URL(`/teams/join/${code}`, location.href).href;
  const share = async () => {
    const isShared = await shareLink({ title: t('Join {name}', { name }), url });
    setFailure(isShared ? null : t("Couldn't open the list of apps. Copy the link instead."));
  };
  return (
    <Code>
      <Heading>{t('By link')}</Heading>
      <QrCode text={url} label={t('QR code to join {name}', { name })} />
      <TextField
        label={t('Link')}
        readOnly
        value={url}
        hint={t('Anyone with the link can join right away. Or share just the code: {code}', { code })}
        onFocus={(event: React.FocusEvent<HTMLInputElement>) => event.currentTarget.select()}
      />
      <div className="ways">
        <CopyButton text={url} label={t('Copy link')} />
        {'share' in navigator ? (
          <Button look="outline" onClick={() => void share()}>
            <Icon name="share" size={18} />
            {t('Share')}
          </Button>
        ) : null}
        <Button
          look="outline"
          busy={busy}
          onClick={() =>
            void run(async () => {
              const answer = await callApi('POST /api/teams/{id}/invite-code', { params: { id } });
              setNewCode(answer.inviteCode);
              await onChanged();
            }, t('The new link is ready.'))
          }
        >
          <Icon name="refresh-cw" size={18} />
          {t('New link')}
        </Button>
      </div>
      <p className="about">{t('If you make a new link, this one stops working.')}</p>
      <FormError message={failure} />
    </Code>
  );
}

function InviteForm({
  scope,
  group: { id, invitableRoles },
  onChanged,
}: {
  scope: Scope;
  group: Inviting;
  onChanged: () => Promise<unknown>;
}) {
  const [invited, setInvited] = useState<string | null>(null);
  // Each invitation starts with an empty form. A finger that tapped the button does not ask for the keyboard again.
  const [next, setNext] = useState({ count: 0, takesFocus: false });
  return (
    <>
      <Heading>{t('By name')}</Heading>
      <OneInvitation
        key={next.count}
        takesFocus={next.takesFocus}
        groupId={id}
        roles={invitableRoles}
        onSend={async (whom, role) => {
          setInvited(null);
          const body = whom.includes('@') ? { email: whom, role } : { username: whom, role };
          const answer = await callApi(groupCalls[scope].invite, { params: { id }, body });
          await onChanged();
          setInvited(answer.invitedAs);
          const takesFocus = document.activeElement?.matches(':focus-visible') === true;
          setNext(({ count }) => ({ count: count + 1, takesFocus }));
        }}
      />
      <p role="status">{invited ? t('{invited} is invited.', { invited }) : null}</p>
    </>
  );
}

function OneInvitation({
  groupId,
  roles,
  takesFocus,
  onSend,
}: {
  groupId: string;
  roles: readonly MembershipRole[];
  takesFocus: boolean;
  onSend: (whom: string, role: MembershipRole) => Promise<void>;
}) {
  const { registration } = useInstance();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  const { busy, formError, errors, props } = useForm({
    subject: groupId,
    check: ({ whom }) => (whom?.trim() ? {} : { whom: t('Enter a username or an e-mail address') }),
    send: ({ whom = '', role }) =>
      onSend(whom.trim(), roles.find((one) => one === role) ?? roles[0] ?? 'trainee'),
  });
  return (
    <Form {...props}>
      <TextField
        ref={field}
        label={t('Username or e-mail')}
        name="whom"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        hint={
          registration === 'closed'
            ? t('No one can create an account at the moment, so only people with an account can accept.')
            : t('People without an account get an e-mail with what to do.')
        }
        error={errors.whom ?? errors.username ?? errors.email}
      />
      {roles.length > 1 ? (
        <SelectField label={t('As')} name="role" defaultValue={roles.at(-1)} error={errors.role}>
          {roles.toReversed().map((role) => (
            <option key={role} value={role}>
              {roleName(role)}
            </option>
          ))}
        </SelectField>
      ) : null}
      <FormError message={formError} />
      <Button type="submit" busy={busy}>
        <Icon name="user-plus" size={18} />
        {busy ? t('Inviting…') : t('Invite')}
      </Button>
    </Form>
  );
}

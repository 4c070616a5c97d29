// Opens the invitation of a code or link that someone types or pastes.
import { chakra } from '@chakra-ui/react/styled-system';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { focusInvalid } from '../../../data/forms/focus-invalid.ts';
import { inviteCodeIn } from '../../../format/invite-code.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/field.tsx';
import { t } from '../../../words/t.ts';

const Code = chakra('form', {
  base: {
    mt: '9',
    maxW: '28rem',
    display: 'flex',
    alignItems: 'flex-end',
    flexWrap: 'wrap',
    gap: '3',
    '& > :first-of-type': { flex: '1 1 12rem' },
    '& > button': { minH: '48px' },
  },
});

export function JoinByCode() {
  const navigate = useNavigate();
  const [fault, setFault] = useState<string>();
  return (
    <Code
      noValidate
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        const code = inviteCodeIn(String(new FormData(event.currentTarget).get('code')));
        if (code) return navigate(`/teams/join/${code}`);
        setFault(t('Type the code or paste the link you got'));
        focusInvalid(event.currentTarget);
      }}
    >
      <TextField
        label={t('Invite code or link')}
        name="code"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        error={fault}
      />
      <Button type="submit" look="outline">
        {t('Open')}
      </Button>
    </Code>
  );
}

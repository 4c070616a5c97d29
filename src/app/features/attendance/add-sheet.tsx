// Someone who is not on the list: a member of the teams or their club, found by name, or a guest.
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import type { MyEvent } from '../../../contract/events/events.ts';
import { limits } from '../../../contract/values/limits.ts';
import type { MarkedPerson, Person } from '../../data/outbox/marks.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { t } from '../../words/t.ts';
import { matching } from './find-people.ts';
import { type Found, useOtherPeople } from './use-other-people.ts';

const People = chakra('ul', {
  base: {
    '& li + li': { borderTopWidth: '1px', borderColor: 'border' },
    '& button': {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      w: 'full',
      minH: '60px',
      py: '2',
      textAlign: 'start',
      rounded: 'md',
      cursor: 'pointer',
      _hover: { bg: 'bg.subtle' },
    },
    '& strong': { display: 'block', fontWeight: '600', lineHeight: '1.3' },
    '& small': { fontSize: 'sm' },
  },
});

/** As many rows as fit on a phone; a longer name finds fewer. */
const shown = 30;

export function AddSheet({
  event,
  listed,
  onMember,
  onGuest,
  onClose,
}: {
  event: MyEvent;
  listed: readonly MarkedPerson[];
  onMember: (person: Person) => void;
  onGuest: (name: string) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  const others = useOtherPeople(event, listed);
  const found = matching(others.people, text);
  const name = text.trim();
  return (
    <Sheet title={t('Add someone')} onClose={onClose}>
      {(close) => {
        const addGuest = () => {
          close();
          onGuest(name);
        };
        return (
          <>
            <form
              onSubmit={(submit) => {
                submit.preventDefault();
                if (name !== '') addGuest();
              }}
            >
              <TextField
                label={t('Name')}
                name="person"
                autoComplete="off"
                autoCapitalize="words"
                enterKeyHint="done"
                maxLength={limits.nameMax}
                value={text}
                onChange={(change: React.ChangeEvent<HTMLInputElement>) => setText(change.target.value)}
                hint={
                  others.isLoading
                    ? t('Looking for members…')
                    : t('A member of the team or the club, or a guest by name.')
                }
              />
            </form>
            {name === '' ? null : (
              <Button look="outline" shape="wide" minH="56px" onClick={addGuest}>
                <Icon name="user-plus" size={18} />
                {t('Add {name} as a guest', { name })}
              </Button>
            )}
            <People aria-label={t('Members')}>
              {found.slice(0, shown).map((person) => (
                <Member
                  key={person.id}
                  person={person}
                  onAdd={() => {
                    close();
                    onMember({ id: person.id, name: person.name });
                  }}
                />
              ))}
            </People>
            {found.length > shown ? (
              <p>
                {t('{count, plural, one {One more member} other {# more members}}. Type more of the name.', {
                  count: found.length - shown,
                })}
              </p>
            ) : null}
          </>
        );
      }}
    </Sheet>
  );
}

function Member({ person, onAdd }: { person: Found; onAdd: () => void }) {
  return (
    <li>
      <button type="button" onClick={onAdd}>
        <Avatar name={person.name} src={person.avatarSrc} />
        <span>
          <strong>{person.name}</strong>
          <small>{person.group}</small>
        </span>
      </button>
    </li>
  );
}

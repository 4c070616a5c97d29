// Someone who is not on the list: a member of the teams or their club, found by name, or a guest.
import { useState } from 'react';
import type { MyEvent } from '../../../contract/events/events.ts';
import { limits } from '../../../contract/values/limits.ts';
import type { MarkedPerson, Person } from '../../data/outbox/marks.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { t } from '../../words/t.ts';
import { PeopleChoice } from './people-choice.tsx';
import { useOtherPeople } from './use-other-people.ts';

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
                if (name !== '' && others.canAddGuests) addGuest();
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
                    : others.canAddGuests
                      ? t('A member of the team or the club, or a guest by name.')
                      : t('A member of your team.')
                }
              />
            </form>
            {name === '' || !others.canAddGuests ? null : (
              <Button look="outline" shape="wide" minH="56px" onClick={addGuest}>
                <Icon name="user-plus" size={18} />
                {t('Add {name} as a guest', { name })}
              </Button>
            )}
            <PeopleChoice
              label={t('Members')}
              people={others.people}
              text={text}
              onChoose={({ id, name: chosen }) => {
                close();
                onMember({ id, name: chosen });
              }}
            />
          </>
        );
      }}
    </Sheet>
  );
}

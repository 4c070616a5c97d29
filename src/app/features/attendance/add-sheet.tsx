// Someone who is not on the list: a member of the teams or their club, found by name, or a guest.
import { useEffect, useRef, useState } from 'react';
import type { MyEvent } from '../../../contract/events/events.ts';
import { limits } from '../../../contract/values/limits.ts';
import type { MarkedPerson, Person } from '../../data/outbox/marks.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { t } from '../../words/t.ts';
import { matching } from './find-people.ts';
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
  const field = useRef<HTMLInputElement>(null);
  // After the dialog, which focuses its first control as it opens.
  useEffect(() => field.current?.focus(), []);
  const { people, isLoading, isMissing, canAddGuests } = useOtherPeople(event, listed);
  const name = text.trim();
  const isListed =
    name !== '' &&
    matching(
      listed.map(({ user }) => user),
      name,
    ).length > 0;
  return (
    <Sheet title={t('Add someone')} onClose={onClose}>
      {(close) => {
        const addGuest = () => {
          close();
          onGuest(name);
        };
        const addMember = (person: Person) => {
          close();
          onMember({ id: person.id, name: person.name });
        };
        // Enter and the keyboard's own key: only what can be nothing else. A guest who is a member would count twice.
        const addOnly = () => {
          const [only, ...others] = matching(people, name);
          if (name === '' || isLoading || isMissing || isListed || others.length > 0) return;
          if (only) addMember(only);
          else if (canAddGuests) addGuest();
        };
        return (
          <>
            <form
              onSubmit={(submit) => {
                submit.preventDefault();
                addOnly();
              }}
            >
              <TextField
                ref={field}
                label={t('Name')}
                name="person"
                autoComplete="off"
                autoCapitalize="words"
                enterKeyHint="search"
                maxLength={limits.nameMax}
                value={text}
                onChange={(change: React.ChangeEvent<HTMLInputElement>) => setText(change.target.value)}
                hint={
                  isLoading
                    ? t('Looking for members…')
                    : canAddGuests
                      ? t('A member of the team or the club, or a guest by name.')
                      : t('A member of your team.')
                }
              />
            </form>
            {name === '' || !canAddGuests ? null : (
              <Button look="outline" shape="wide" minH="56px" onClick={addGuest}>
                <Icon name="user-plus" size={18} />
                {t('Add {name} as a guest', { name })}
              </Button>
            )}
            <PeopleChoice
              label={t('Members')}
              people={people}
              text={text}
              isLoading={isLoading}
              isMissing={isMissing}
              isListed={isListed}
              onChoose={addMember}
            />
          </>
        );
      }}
    </Sheet>
  );
}

// A guest who is a member after all: both become one, and the member gets the guest's marks.
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { EventPerson } from '../../../contract/events/attendance.ts';
import type { MyEvent } from '../../../contract/events/events.ts';
import { limits } from '../../../contract/values/limits.ts';
import { useAction } from '../../data/forms/use-action.ts';
import { callApi, urlOf } from '../../data/http/call.ts';
import type { MarkedPerson } from '../../data/outbox/marks.ts';
import { replyText } from '../../format/words/mark.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import { FormError, TextField } from '../../ui/forms/field.tsx';
import { t } from '../../words/t.ts';
import { PeopleChoice } from './people-choice.tsx';
import { useOtherPeople } from './use-other-people.ts';

/** In view below any number of members. */
const Foot = chakra('div', {
  base: { position: 'sticky', bottom: '0', bg: 'bg', py: '3', '& > button': { w: 'full', minH: '56px' } },
});

export function JoinSheet({
  event,
  guest,
  listed,
  onJoined,
  onClose,
}: {
  event: MyEvent;
  guest: MarkedPerson;
  listed: readonly MarkedPerson[];
  /** Called with the id of the member. */
  onJoined: (memberId: string) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  const { mutate } = useSWRConfig();
  const [chosen, setChosen] = useState<Pick<EventPerson, 'id' | 'name'> | null>(null);
  const { busy, failure, run } = useAction();
  const others = useOtherPeople(event, listed);
  const { id, name } = guest.user;
  const onList = listed
    .filter(({ isGuest, isListed }) => isListed && !isGuest)
    .map((person) => ({ ...person.user, group: replyText(person) }));
  const join = (member: Pick<EventPerson, 'id' | 'name'>, close: () => void) =>
    run(
      async () => {
        await callApi('PUT /api/events/{id}/guests/{personId}', {
          params: { id: event.id, personId: id },
          body: { memberId: member.id },
        });
        // First, so that the row of the member can have the focus.
        close();
        onJoined(member.id);
        void mutate(urlOf('GET /api/events/{id}/attendance', { params: { id: event.id } }));
      },
      t('{guest} is {member} now', { guest: name, member: member.name }),
    );
  return (
    <Sheet title={t('Who is {name}?', { name })} onClose={onClose}>
      {(close) => (
        <>
          <TextField
            label={t('Name')}
            name="member"
            autoComplete="off"
            autoCapitalize="words"
            maxLength={limits.nameMax}
            value={text}
            onChange={(change: React.ChangeEvent<HTMLInputElement>) => setText(change.target.value)}
            hint={t("The member gets the marks of the guest, who leaves the list. This can't be undone.")}
          />
          <PeopleChoice
            label={t('Members')}
            people={[...onList, ...others.people]}
            text={text}
            isLoading={others.isLoading}
            isMissing={others.isMissing}
            chosenId={chosen?.id ?? null}
            onChoose={setChosen}
          />
          <Foot>
            <FormError message={failure} />
            <Button
              busy={busy}
              disabled={chosen === null}
              onClick={() => {
                if (chosen) void join(chosen, close);
              }}
            >
              {chosen
                ? t('Join {guest} with {member}', { guest: name, member: chosen.name })
                : t('Choose the member')}
            </Button>
          </Foot>
        </>
      )}
    </Sheet>
  );
}

// People to choose from, found by a part of their name.
import { chakra } from '@chakra-ui/react/styled-system';
import type { EventPerson } from '../../../contract/events/attendance.ts';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { t } from '../../words/t.ts';
import { matching } from './find-people.ts';

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

type Choosable = Omit<EventPerson, 'hasAccount'>;

export function PeopleChoice({
  label,
  people,
  text,
  onChoose,
}: {
  label: string;
  people: readonly Choosable[];
  /** What was typed of the name; all of them for none. */
  text: string;
  onChoose: (person: Choosable) => void;
}) {
  const found = matching(people, text);
  return (
    <>
      <People aria-label={label}>
        {found.slice(0, shown).map((person) => (
          <li key={person.id}>
            <button type="button" onClick={() => onChoose(person)}>
              <Avatar name={person.name} src={person.avatarSrc} />
              <span>
                <strong>{person.name}</strong>
                <small>{person.group}</small>
              </span>
            </button>
          </li>
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
}

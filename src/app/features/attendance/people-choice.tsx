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
    '& [aria-pressed=true]': { bg: 'brand.subtle' },
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
  isLoading,
  isMissing,
  isListed = false,
  chosenId,
  onChoose,
}: {
  label: string;
  people: readonly Choosable[];
  /** What was typed of the name; all of them for none. */
  text: string;
  /** More people may follow. */
  isLoading: boolean;
  /** The device has not all people. */
  isMissing: boolean;
  /** Someone of that name is on the attendance list. */
  isListed?: boolean;
  /** Who is selected; absent where a tap does more than select. */
  chosenId?: string | null;
  onChoose: (person: Choosable) => void;
}) {
  const found = matching(people, text);
  const name = text.trim();
  const more = found.length - shown;
  return (
    <div>
      <p role="status">
        {isMissing ? (
          t("The list of members isn't on this device yet. Connect once to load it.")
        ) : found.length === 0 && name !== '' && !isLoading ? (
          isListed ? (
            t('“{name}” is on the list already.', { name })
          ) : (
            t('No member found for “{name}”.', { name })
          )
        ) : more > 0 ? (
          t('{count, plural, one {One more member} other {# more members}}. Type more of the name.', {
            count: more,
          })
        ) : name !== '' && found.length > 0 ? (
          // Seen in the list.
          <span className="sr">
            {t('{memberCount, plural, one {# member} other {# members}}', {
              memberCount: found.length,
            })}
          </span>
        ) : null}
      </p>
      <People aria-label={label}>
        {found.slice(0, shown).map((person) => (
          <li key={person.id}>
            <button
              type="button"
              aria-pressed={chosenId === undefined ? undefined : chosenId === person.id}
              onClick={() => onChoose(person)}
            >
              <Avatar name={person.name} src={person.avatarSrc} />
              <span>
                <strong>{person.name}</strong>
                <small>{person.group}</small>
              </span>
            </button>
          </li>
        ))}
      </People>
    </div>
  );
}

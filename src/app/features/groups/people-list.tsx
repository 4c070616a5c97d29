// People of a group: who runs it, who coaches, who is in it.
import { chakra } from '@chakra-ui/react/styled-system';
import type { Organization } from '../../../contract/groups.ts';
import { roleName } from '../../format/words.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Link } from '../../ui/router.tsx';

type Person = Organization['people'][number];

const List = chakra('ul', {
  base: {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    rounded: 'lg',
    overflow: 'hidden',
    '& li + li': { borderTopWidth: '1px', borderColor: 'border' },
    '& a': {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      px: '3',
      py: '2.5',
      minH: '3.75rem',
      outlineOffset: '-3px',
      rounded: 'lg',
      _hover: { bg: 'bg.subtle' },
    },
    '& strong': { display: 'block', fontWeight: '600', lineHeight: '1.3' },
    '& small': { fontSize: 'sm', color: 'fg.muted' },
    '& .jersey': { ms: 'auto', fontWeight: '700', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
  },
});

export function PeopleList({ people }: { people: readonly Person[] }) {
  return (
    <List>
      {people.map(({ id, name, avatarSrc, role, title, jersey }) => (
        <li key={id}>
          <Link to={`/users/${id}`}>
            <Avatar name={name} src={avatarSrc} size={40} />
            <span>
              <strong>{name}</strong>
              <small>{title ?? roleName(role)}</small>
            </span>
            {jersey ? <span className="jersey">#{jersey}</span> : null}
          </Link>
        </li>
      ))}
    </List>
  );
}

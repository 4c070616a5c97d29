// The logo of a group with the ways to change it. It is saved at once, apart from the form.
import { chakra } from '@chakra-ui/react/styled-system';
import { callApi } from '../../data/call.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { PictureControl, type PictureWords } from '../../ui/picture-control.tsx';

const calls = {
  team: { set: 'PUT /api/teams/{id}/logo', remove: 'DELETE /api/teams/{id}/logo' },
  organization: { set: 'PUT /api/organizations/{id}/logo', remove: 'DELETE /api/organizations/{id}/logo' },
} as const;

const words: PictureWords = {
  title: 'The logo',
  add: 'Add a logo',
  change: 'Change the logo',
  remove: 'Remove the logo',
  removeTitle: 'Remove the logo?',
  removed: 'The initials show in its place.',
};

const Box = chakra('div', { base: { px: '4', py: '3', '& > div': { alignItems: 'center' } } });
const Logo = chakra('img', {
  base: { w: '4rem', h: '4rem', rounded: 'md', objectFit: 'cover', bg: 'white' },
});

export function LogoField({
  scope,
  group: { id, name, logo },
  onSaved,
}: {
  scope: keyof typeof calls;
  group: { id: string; name: string; logo: string | null };
  onSaved: (logo: string | null) => Promise<unknown>;
}) {
  const { set, remove } = calls[scope];
  return (
    <Box role="group" aria-label="Logo">
      <PictureControl
        picture={logo ? <Logo src={logo} alt="" /> : <Avatar name={name} src={null} size={64} />}
        hasPicture={logo !== null}
        isRound={logo === null}
        words={words}
        save={async (square) => {
          const { logo: saved } = await callApi(set, { params: { id }, body: square });
          await onSaved(saved);
        }}
        remove={async () => {
          await callApi(remove, { params: { id } });
          await onSaved(null);
        }}
      />
    </Box>
  );
}

// The logo of a group, with buttons to change it: saved at once for an existing group, with the group for a
// new one.
import { chakra } from '@chakra-ui/react/styled-system';
import { callApi } from '../../../data/http/call.ts';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { PictureControl, type PictureWords } from '../../../ui/pictures/picture-control.tsx';
import { msg, t } from '../../../words/t.ts';
import { logoCalls } from './logo-calls.ts';

const words: PictureWords = {
  title: msg('The logo'),
  add: msg('Add a logo'),
  change: msg('Change the logo'),
  remove: msg('Remove the logo'),
  removeTitle: msg('Remove the logo?'),
  removed: msg("We'll show the initials instead."),
};

const Box = chakra('div', {
  base: {
    px: '4',
    py: '3',
    '& > div': { alignItems: 'center' },
    '& .hint': { fontSize: 'sm', color: 'fg.muted', mt: '1' },
  },
});
const Logo = chakra('img', {
  base: { w: '4rem', h: '4rem', rounded: 'md', objectFit: 'cover', bg: 'white' },
});

export function LogoField({
  name,
  logo,
  hint,
  save,
  saved,
  remove,
}: {
  /** The group's name: its initials are shown without a logo. */
  name: string;
  logo: string | null;
  hint?: string | undefined;
  save: (square: Blob) => Promise<unknown>;
  saved?: string;
  remove: () => Promise<unknown>;
}) {
  return (
    <Box role="group" aria-label={t('Logo')}>
      <PictureControl
        picture={logo ? <Logo src={logo} alt="" /> : <Avatar name={name} src={null} size={64} />}
        hasPicture={logo !== null}
        isRound={false}
        words={words}
        save={save}
        saved={saved}
        remove={remove}
      />
      {hint ? <p className="hint">{hint}</p> : null}
    </Box>
  );
}

export function SavedLogoField({
  scope,
  group: { id, name, logo },
  onSaved,
}: {
  scope: keyof typeof logoCalls;
  group: { id: string; name: string; logo: string | null };
  onSaved: (logo: string | null) => Promise<unknown>;
}) {
  const { set, remove } = logoCalls[scope];
  return (
    <LogoField
      name={name}
      logo={logo}
      save={async (square) => {
        const { logo: saved } = await callApi(set, { params: { id }, body: square });
        await onSaved(saved);
      }}
      remove={async () => {
        await callApi(remove, { params: { id } });
        await onSaved(null);
      }}
    />
  );
}

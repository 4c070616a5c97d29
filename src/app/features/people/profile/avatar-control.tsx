// My avatar, with buttons to change it.
import { callApi } from '../../../data/http/call.ts';
import { Avatar } from '../../../ui/pictures/avatar.tsx';
import { PictureControl, type PictureWords } from '../../../ui/pictures/picture-control.tsx';
import { msg } from '../../../words/t.ts';

const words: PictureWords = {
  title: msg('Your picture'),
  add: msg('Add a picture'),
  change: msg('Change the picture'),
  remove: msg('Remove the picture'),
  removeTitle: msg('Remove your picture?'),
  removed: msg("We'll show your initials instead."),
};

export function AvatarControl({
  name,
  src,
  onSaved,
}: {
  name: string;
  src: string | null;
  onSaved: () => Promise<unknown>;
}) {
  return (
    <PictureControl
      picture={<Avatar name={name} src={src} size={88} />}
      hasPicture={src !== null}
      isRound
      words={words}
      save={async (square) => {
        await callApi('PUT /api/users/me/avatar', { body: square });
        await onSaved();
      }}
      remove={async () => {
        await callApi('DELETE /api/users/me/avatar', {});
        await onSaved();
      }}
    />
  );
}

// The picture of an event while its form is filled in: chosen, cropped on the device, and sent once the event
// is saved. It is not part of the draft on the device, nor of the outbox.
import { useState } from 'react';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { limits } from '../../../../contract/values/limits.ts';
import { callApi } from '../../../data/http/call.ts';
import { formErrors } from '../../../data/http/write-problems.ts';
import { fileFault } from '../../../ui/pictures/picture-file.ts';
import { writtenPicture } from '../../../ui/pictures/written-picture.ts';
import { msg, t } from '../../../words/t.ts';
import type { Following } from '../form/body.ts';

/** The message where the event itself is queued. */
export const pictureStays = msg("The picture can't wait: choose it again then.");

/** `shown`: the picture as a data URL. */
type Choice = { kind: 'chosen'; blob: Blob; shown: string } | { kind: 'removed' };

export type Picture = ReturnType<typeof usePicture>;

/** `saved`: the URL of the event's current picture. */
export function usePicture(saved: string | null) {
  const [choice, setChoice] = useState<Choice | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  return {
    shown: choice === null ? saved : choice.kind === 'chosen' ? choice.shown : null,
    isChanged: choice !== null,
    /** As a preview names the change. */
    change: choice && (choice.kind === 'chosen' ? ('replace' as const) : ('remove' as const)),
    fault,
    choose: async (file: File) => {
      const wrong = fileFault(file);
      setFault(wrong);
      if (wrong) return;
      try {
        setChoice({ kind: 'chosen', ...(await middleOf(file)) });
      } catch {
        setFault(t("We can't open this file. Choose another picture."));
      }
    },
    remove: () => {
      setFault(null);
      setChoice(saved === null ? null : { kind: 'removed' });
    },
    discard: () => {
      setFault(null);
      setChoice(null);
    },
    /** Sends the chosen picture for a saved event, or dates of its series; returns the error in words, or null. */
    send: async (
      { id }: Pick<MyEvent, 'id'>,
      { scope, handEdits }: Pick<Following, 'scope' | 'handEdits'>,
    ): Promise<string | null> => {
      if (choice === null) return null;
      const asked = { params: { id }, query: { scope, handEdits } };
      try {
        if (choice.kind === 'removed') await callApi('DELETE /api/events/{id}/image', asked);
        else await callApi('PUT /api/events/{id}/image', { ...asked, body: choice.blob });
        setChoice(null);
        return null;
      } catch (error) {
        const { form, fields } = formErrors(error);
        const wrong = form ?? fields[''] ?? t("We couldn't save the picture.");
        setFault(wrong);
        return wrong;
      }
    },
  };
}

/** The center of a picture in the stored format. Rejects for a file that the browser cannot open. */
async function middleOf(file: Blob): Promise<{ blob: Blob; shown: string }> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const canvas = document.createElement('canvas');
  canvas.width = limits.eventPictureWidth;
  canvas.height = limits.eventPictureHeight;
  const scale = Math.max(canvas.width / bitmap.width, canvas.height / bitmap.height);
  const [width, height] = [bitmap.width * scale, bitmap.height * scale];
  const context = canvas.getContext('2d');
  if (context) {
    // JPEG has no transparency: transparent parts become white, not black.
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
  }
  bitmap.close();
  return { blob: await writtenPicture(canvas), shown: canvas.toDataURL('image/jpeg', 0.8) };
}

// Changing an event: what of it is not saved yet, what the change would do, and what was changed elsewhere meanwhile.
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { MyEvent } from '../../../contract/events.ts';
import { useOnline } from '../../data/connectivity.ts';
import { isPublishing, type Preview } from '../../data/planned.ts';
import { refusalText } from '../../format/refusals.ts';
import { deviceZone, useViewer } from '../../format/use-viewer.ts';
import { savedTime } from '../../format/when.ts';
import { Button } from '../../ui/button.tsx';
import { DraftState } from '../../ui/draft-state.tsx';
import { FormError } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import type { Publication } from './body.ts';
import { withOwner } from './defaults.ts';
import { EventForm } from './event-form.tsx';
import { PublishQuestion, useAskedText, useEventTexts } from './publish-question.tsx';
import { useOwners } from './sources.tsx';
import { useEventEdits } from './use-event-edits.ts';
import { pictureStays, usePicture } from './use-picture.ts';
import { ownerOf } from './values.ts';

const ChangeSheet = lazy(async () => ({ default: (await import('./change-sheet.tsx')).ChangeSheet }));
const EventConflicts = lazy(async () => ({
  default: (await import('./event-conflicts.tsx')).EventConflicts,
}));

export function EditEvent({
  event,
  userId,
  reload,
  adopt,
}: {
  event: MyEvent;
  userId: string;
  reload: () => Promise<MyEvent | undefined>;
  adopt: (answer: MyEvent) => Promise<unknown>;
}) {
  const edits = useEventEdits(event, userId, reload);
  const { values, now, errors, busy, waiting, conflicts, isChanged } = edits;
  const picture = usePicture(event.image);
  const owners = useOwners(userId, event.owner);
  const { timesOf, placeOf } = useEventTexts(event.place);
  const navigate = useNavigate();
  const isOnline = useOnline();
  const { locale, timeZone } = useViewer();
  const [asking, setAsking] = useState<Preview | null>(null);
  // Told once: what was there when the page was opened.
  const [found] = useState(isChanged && !waiting ? edits.typedAt : null);
  const isDraft = event.publication === 'draft';
  const asked = useAskedText(values);
  const told = useAskedText(values, asking ?? 'unknown');

  const leave = (said: string | null) => {
    navigate(`/my/events/${event.id}`, { replace: true, state: said === null ? null : { said } });
  };
  const save = async (publication: Publication) => {
    const saving = await edits.save(publication);
    const wrong = saving.kind === 'saved' ? await picture.send(event) : null;
    if (saving.kind === 'saved') await (picture.isChanged ? reload() : adopt(saving.event));
    setAsking(null);
    const isPublished = publication === 'published';
    if (saving.kind === 'saved') {
      // The rest is saved: what is wrong with the picture is said beside it.
      if (wrong === null) leave(isPublished ? `Published. ${told}` : 'Saved.');
    } else if (saving.kind === 'waiting') {
      const when = isPublished ? 'This will be published' : 'Your changes will be sent';
      leave(`${when} when you're online.${picture.isChanged ? ` ${pictureStays}` : ''}`);
    }
  };
  const submit = async () => {
    if (!edits.check()) return;
    if (!isDraft && !isChanged) return picture.isChanged ? save('draft') : leave(null);
    setAsking(isOnline ? await edits.preview(isDraft ? 'publish' : undefined) : 'unknown');
  };

  if (!owners) return null;
  return (
    <Screen action={<DraftState isKept={isChanged} />}>
      <EventForm
        values={values}
        errors={errors}
        owners={owners}
        userId={userId}
        event={event}
        picture={picture}
        onChange={edits.type}
        onOwner={(text) => edits.type(withOwner(values, ownerOf(text)))}
        onSubmit={() => void submit()}
        notes={
          <>
            {waiting?.refusal && waiting.refusal.code !== 'stale_version' ? (
              <FormError message={`This could not be saved: ${refusalText(waiting.refusal)}`} />
            ) : waiting && !waiting.refusal ? (
              <Notice icon="clock">
                {isPublishing(waiting)
                  ? "This will be published when you're online. Saving again replaces it."
                  : "These changes will be sent when you're online. Saving again replaces them."}
              </Notice>
            ) : found !== null && isChanged ? (
              <Notice icon="pencil">
                {`What you wrote ${savedTime(found, timeZone ?? deviceZone(), locale, Date.now())} is still here, and not saved yet.`}
              </Notice>
            ) : null}
            <Suspense fallback={null}>
              {conflicts.length > 0 ? (
                <EventConflicts
                  keys={conflicts}
                  mine={values}
                  theirs={now}
                  placeName={placeOf}
                  locale={locale}
                  onChoose={edits.choose}
                />
              ) : null}
            </Suspense>
          </>
        }
        bar={
          <>
            {isDraft ? <p className="about">{asked}</p> : null}
            <div className="ways">
              <Button
                look="outline"
                onClick={() => {
                  void edits.discard();
                  leave(null);
                }}
              >
                {isChanged || picture.isChanged ? 'Discard' : 'Cancel'}
              </Button>
              {isDraft ? (
                <Button
                  look="outline"
                  busy={busy && asking === null}
                  disabled={conflicts.length > 0}
                  onClick={() => {
                    if (edits.check()) void save('draft');
                  }}
                >
                  Save draft
                </Button>
              ) : null}
              <Button
                className="main"
                type="submit"
                aria-haspopup="dialog"
                busy={busy && asking === null}
                disabled={conflicts.length > 0}
              >
                {isDraft ? 'Publish' : 'Save'}
              </Button>
            </div>
          </>
        }
      />
      <Suspense fallback={null}>
        {asking !== null && isDraft ? (
          <PublishQuestion
            values={values}
            current={event.place}
            preview={asking}
            busy={busy}
            failure={errors.form}
            onPublish={() => void save('published')}
            onClose={() => setAsking(null)}
          />
        ) : asking !== null ? (
          <ChangeSheet
            preview={asking}
            moves={[
              { label: 'When', before: timesOf(now), after: timesOf(values) },
              {
                label: 'Where',
                before: placeOf(now) ?? 'No place',
                after: placeOf(values) ?? 'No place',
              },
            ]}
            locale={locale}
            busy={busy}
            failure={errors.form}
            onSave={() => void save('draft')}
            onClose={() => setAsking(null)}
          />
        ) : null}
      </Suspense>
    </Screen>
  );
}

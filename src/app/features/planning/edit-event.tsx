// Changing an event: what of it is not saved yet, what the change would do, and what was changed elsewhere meanwhile.
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { MyEvent } from '../../../contract/events.ts';
import { serverNow } from '../../data/clock.ts';
import { useOnline } from '../../data/connectivity.ts';
import type { Preview } from '../../data/planned.ts';
import { askedText, publishingText, publishingWarnings, seenText } from '../../format/planning-words.ts';
import { refusalText } from '../../format/refusals.ts';
import { deviceZone, useViewer } from '../../format/use-viewer.ts';
import { fullRange, savedTime } from '../../format/when.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { withOwner } from './defaults.ts';
import { DraftState } from './draft-state.tsx';
import { EventForm } from './event-form.tsx';
import { useOwnerFacts, useOwners, usePlaces } from './sources.tsx';
import { endInstant, startInstant } from './times.ts';
import { useEventEdits } from './use-event-edits.ts';
import { type EventValues, ownerOf } from './values.ts';

const PublishSheet = lazy(async () => ({
  default: (await import('../../cards/publish-sheet.tsx')).PublishSheet,
}));
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
  const owners = useOwners(userId, event.owner);
  const facts = useOwnerFacts(values.owner);
  const places = usePlaces();
  const navigate = useNavigate();
  const isOnline = useOnline();
  const { locale, timeZone } = useViewer();
  const [asking, setAsking] = useState<Preview | null>(null);
  // Told once: what was there when the page was opened.
  const [found] = useState(isChanged && !waiting ? edits.typedAt : null);
  const isDraft = event.publication === 'draft';
  const told = publishingText(asking ?? 'unknown', values, facts.members, locale);
  const placeName = (shown: EventValues) =>
    shown.newPlace?.name ??
    places.find(({ id }) => id === shown.place)?.name ??
    (event.place?.id === shown.place ? event.place.name : null);
  const timesOf = (shown: EventValues) =>
    fullRange(
      { startsAt: startInstant(shown) ?? '', endsAt: endInstant(shown) ?? '', timeZone: shown.timeZone },
      locale,
      serverNow(),
    );

  const leave = (said: string | null, saved: MyEvent | null) => {
    if (saved) void adopt(saved);
    navigate(`/my/events/${event.id}`, { replace: true, state: said === null ? null : { said } });
  };
  const save = async () => {
    const saving = await edits.save();
    setAsking(null);
    if (saving.kind === 'saved') leave('Saved.', saving.event);
    else if (saving.kind === 'waiting') leave("Your changes will be sent when you're online.", null);
  };
  const publish = async () => {
    const saving = await edits.save();
    if (saving.kind === 'not') return setAsking(null);
    const version = saving.kind === 'saved' ? saving.event.version : event.version + 1;
    const published = await edits.publish(version);
    setAsking(null);
    if (published.kind === 'saved') leave(`Published. ${told}`, published.event);
    else if (published.kind === 'waiting') leave("This will be published when you're online.", null);
    else if (saving.kind === 'saved') void adopt(saving.event);
  };
  const submit = async () => {
    if (!edits.check()) return;
    if (!isDraft && !isChanged) return leave(null, null);
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
        onChange={edits.type}
        onOwner={(text) => edits.type(withOwner(values, ownerOf(text)))}
        onSubmit={() => void submit()}
        notes={
          <>
            {waiting?.refusal && waiting.refusal.code !== 'stale_version' ? (
              <FormError message={`This could not be saved: ${refusalText(waiting.refusal)}`} />
            ) : waiting && !waiting.refusal ? (
              <Notice icon="clock">
                These changes will be sent when you're online. Saving again replaces them.
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
                  placeName={placeName}
                  locale={locale}
                  onChoose={edits.choose}
                />
              ) : null}
            </Suspense>
          </>
        }
        bar={
          <>
            {isDraft ? <p className="about">{askedText(values, facts.members, locale)}</p> : null}
            <div className="ways">
              <Button
                look="outline"
                onClick={() => {
                  void edits.discard();
                  leave(null, null);
                }}
              >
                {isChanged ? 'Discard' : 'Cancel'}
              </Button>
              {isDraft ? (
                <Button
                  look="outline"
                  busy={busy && asking === null}
                  disabled={conflicts.length > 0}
                  onClick={() => {
                    if (edits.check()) void save();
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
          <PublishSheet
            name={values.name}
            lines={[timesOf(values), ...(placeName(values) ? [placeName(values) as string] : [])]}
            seen={seenText(values, facts.name)}
            told={told}
            warnings={publishingWarnings(asking, startInstant(values), { locale, now: serverNow() })}
            isOnline={isOnline}
            busy={busy}
            failure={errors.form}
            onPublish={() => void publish()}
            onClose={() => setAsking(null)}
          />
        ) : asking !== null ? (
          <ChangeSheet
            preview={asking}
            moves={[
              { label: 'When', before: timesOf(now), after: timesOf(values) },
              {
                label: 'Where',
                before: placeName(now) ?? 'No place',
                after: placeName(values) ?? 'No place',
              },
            ]}
            locale={locale}
            busy={busy}
            failure={errors.form}
            onSave={() => void save()}
            onClose={() => setAsking(null)}
          />
        ) : null}
      </Suspense>
    </Screen>
  );
}

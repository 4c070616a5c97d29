// The form of a new event: restores the draft, and publishes. `frame` renders what is around it.
import { type ReactNode, Suspense, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { urlOf } from '../../../data/http/call.ts';
import { useOnline } from '../../../data/http/connectivity.ts';
import type { QueuedWrite } from '../../../data/outbox/outbox.ts';
import { isPublishing, type LateText, type Preview } from '../../../data/outbox/planned.ts';
import { KeptDraft } from '../../../entities/kept-draft.tsx';
import { useViewer } from '../../../format/use-viewer.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { t } from '../../../words/t.ts';
import { pictureStays, usePicture } from '../fields/use-picture.ts';
import type { Publication } from '../form/body.ts';
import { EventForm } from '../form/event-form.tsx';
import type { Owners } from '../form/sources.tsx';
import { usePreload } from '../form/use-preload.ts';
import { type EventValues, ownerOf } from '../form/values.ts';
import { RepeatField } from '../repeat/repeat-field.tsx';
import { dateCount } from '../repeat/repeat-words.ts';
import { useRepeatDates } from '../repeat/use-repeat-dates.ts';
import { withKind, withOwner } from './defaults.ts';
import { loadPublishSheet, PublishQuestion, useAskedText } from './publish-question.tsx';
import { type DraftOf, type NewDraft, useNewEvent } from './use-new-event.ts';
import { useRosterDefault } from './use-roster-default.tsx';

const later = [loadPublishSheet];

export type NewEventFormProps = {
  userId: string;
  owners: Owners;
  draft: NewDraft | null;
  setDraft: (draft: NewDraft | null) => void;
  of: DraftOf;
  /** The values of the form without the draft. */
  values: EventValues;
  waiting: QueuedWrite | null;
  /** Drops the restored draft; null where it cannot be dropped here. */
  onStartOver: (() => void) | null;
  /** Renders what is around the form. */
  frame: (form: ReactNode, isSaved: boolean) => ReactNode;
  /** For the short form: the content above its buttons, and the link to the whole form. */
  short?: (values: EventValues, id: string) => { about: ReactNode; onAllOptions: () => void };
  onSaved: (event: MyEvent, said: string) => void;
  /** `said`: a message that stays true until the event is sent; `late`: what is said then. */
  onWaiting: (said: string | null, late: LateText) => void;
};

export function NewEventForm({
  userId,
  owners,
  draft,
  setDraft,
  of,
  values,
  waiting,
  onStartOver,
  frame,
  short,
  onSaved,
  onWaiting,
}: NewEventFormProps) {
  const defaults = useRosterDefault(values, draft?.typed.teamIds ?? values.teamIds);
  const form = useNewEvent({
    userId,
    owners,
    waiting,
    draft,
    setDraft,
    // A queued event has no other defaults.
    values: waiting ? values : defaults.values,
    of,
  });
  const shortened = short?.(form.shown, form.id);
  const { shown, errors, busy } = form;
  const { locale } = useViewer();
  const { mutate } = useSWRConfig();
  const isOnline = useOnline();
  const [asking, setAsking] = useState<Preview | null>(null);
  const hasTyped = Object.keys(draft?.typed ?? {}).length > 0;
  // Read once: the draft that existed when the page was opened.
  const [found, setFound] = useState(hasTyped && waiting === null ? (draft?.at ?? null) : null);
  const picture = usePicture(null);
  usePreload(later);
  const dates = useRepeatDates(shown);
  const count = typeof dates === 'string' ? null : dateCount(dates);
  const savedText =
    count === null
      ? t('Saved as a draft. Only the people running it can see it.')
      : t(
          'Saved {count, plural, one {# date} other {# dates}} as drafts. Only the people running them can see them.',
          {
            count,
          },
        );
  const asked = useAskedText(shown);
  const notifiedText = useAskedText(shown, asking ?? 'unknown');

  const save = async (publication: Publication) => {
    const said =
      publication === 'published'
        ? `${count === null ? t('Published.') : t('Published {count, plural, one {# date} other {# dates}}.', { count })} ${notifiedText}`
        : savedText;
    let wrong = null as string | null;
    const saving = await form.save(publication, said, async (event) => {
      wrong = await picture.send(event, { scope: 'all' });
      await mutate(urlOf('GET /api/events/{id}', { params: { id: event.id } }), event, {
        revalidate: picture.isChanged,
      });
    });
    setAsking(null);
    if (saving.kind === 'not') return;
    if (saving.kind === 'waiting') {
      onWaiting(picture.isChanged ? t(pictureStays) : null, { subject: saving.subject, done: said });
      return;
    }
    onSaved(
      saving.event,
      wrong === null ? said : t('{said} Its picture is missing: {wrong}', { said, wrong }),
    );
  };
  return frame(
    <>
      {defaults.reads}
      <EventForm
        values={shown}
        errors={errors}
        owners={owners}
        userId={userId}
        event={null}
        isShort={shortened !== undefined}
        picture={picture}
        isSaving={busy}
        repeat={
          <RepeatField
            repeat={shown.repeat}
            start={shown}
            dates={dates}
            errors={errors}
            locale={locale}
            onChange={(repeat) => form.type({ repeat })}
          />
        }
        onChange={form.type}
        onOwner={(text) => form.type(withOwner(shown, ownerOf(text)))}
        // A name that no one has typed comes with the defaults of the kind; a queued event has no other defaults.
        onKind={(kind) =>
          form.type(waiting || draft?.typed.name !== undefined ? withKind(shown, kind) : { kind })
        }
        onSubmit={async () => {
          if (form.check()) setAsking(isOnline ? await form.preview() : 'unknown');
        }}
        notes={
          waiting && !waiting.refusal ? (
            <Notice icon="clock">
              {isPublishing(waiting)
                ? t('This will be published as soon as possible. If you save again, you replace it.')
                : t('This draft will be saved as soon as possible. If you save again, you replace it.')}
            </Notice>
          ) : found !== null && hasTyped ? (
            <KeptDraft
              isNew
              at={found}
              onStartOver={() => {
                form.discard();
                onStartOver?.();
                setFound(null);
              }}
            />
          ) : null
        }
        bar={
          <>
            {shortened?.about}
            <p className="about">{asked}</p>
            <div className="ways">
              {shortened ? (
                <Button
                  look="outline"
                  onClick={() => {
                    form.store();
                    shortened.onAllOptions();
                  }}
                >
                  {t('All options')}
                </Button>
              ) : (
                <Button
                  look="outline"
                  busy={busy && asking === null}
                  onClick={() => {
                    if (form.check()) void save('draft');
                  }}
                >
                  {t('Save as draft')}
                </Button>
              )}
              <Button className="main" type="submit" aria-haspopup="dialog" busy={busy && asking === null}>
                {count === null
                  ? t('Publish')
                  : t('Publish {count, plural, one {# date} other {# dates}}', { count })}
              </Button>
            </div>
          </>
        }
      />
      <Suspense fallback={null}>
        {asking !== null ? (
          <PublishQuestion
            values={shown}
            current={null}
            dates={dates}
            preview={asking}
            busy={busy}
            failure={errors.form}
            onPublish={() => void save('published')}
            onClose={() => setAsking(null)}
          />
        ) : null}
      </Suspense>
    </>,
    hasTyped,
  );
}

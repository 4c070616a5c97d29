// Edits an event: unsaved changes, the effects of saving, and conflicts with changes made elsewhere.

import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { useOnline } from '../../../data/http/connectivity.ts';
import { type Preview, plannedSubject } from '../../../data/outbox/planned.ts';
import { useViewer } from '../../../format/use-viewer.ts';
import { Button } from '../../../ui/button.tsx';
import { DraftState } from '../../../ui/forms/draft-state.tsx';
import { rememberPage } from '../../../ui/navigation/remember-page.ts';
import { useQuery } from '../../../ui/navigation/router.tsx';
import { Screen } from '../../../ui/page/screen.tsx';
import { t } from '../../../words/t.ts';
import { withKind, withOwner } from '../create/defaults.ts';
import {
  loadPublishSheet,
  PublishQuestion,
  useAskedText,
  useEventTexts,
} from '../create/publish-question.tsx';
import { pictureStays, usePicture } from '../fields/use-picture.ts';
import type { Following, Publication } from '../form/body.ts';
import { EventForm } from '../form/event-form.tsx';
import { repeatWords } from '../form/event-topics.ts';
import { useOwners } from '../form/sources.tsx';
import { usePreload } from '../form/use-preload.ts';
import { ownerOf } from '../form/values.ts';
import { RepeatField } from '../repeat/repeat-field.tsx';
import { SeriesRepeat } from '../repeat/series-repeat.tsx';
import { useRepeatDates } from '../repeat/use-repeat-dates.ts';
import { useSeriesRule } from '../repeat/use-series-rule.ts';
import { EditNotes } from './edit-notes.tsx';
import { useEventEdits } from './use-event-edits.ts';

const loadChangeSheet = () => import('./change-sheet.tsx');
const loadSeriesSheet = () => import('./series-sheet.tsx');
const loadConflicts = () => import('./event-conflicts.tsx');
const ChangeSheet = lazy(async () => ({ default: (await loadChangeSheet()).ChangeSheet }));
const SeriesSheet = lazy(async () => ({ default: (await loadSeriesSheet()).SeriesSheet }));
const EventConflicts = lazy(async () => ({ default: (await loadConflicts()).EventConflicts }));
const later = [loadChangeSheet, loadSeriesSheet, loadConflicts, loadPublishSheet];

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
  const { locale } = useViewer();
  const series = useSeriesRule(event, locale);
  const edits = useEventEdits(event, userId, {
    reload: async () => (await Promise.all([reload(), series.reload()]))[0],
    rule: series.rule,
  });
  const { values, now, errors, busy, waiting, conflicts, isChanged } = edits;
  const picture = usePicture(event.image);
  usePreload(later);
  const owners = useOwners(userId, event.owner);
  const { timesOf, placeOf } = useEventTexts(event.place);
  const navigate = useNavigate();
  const isOnline = useOnline();
  const [asking, setAsking] = useState<Preview | null>(null);
  /** The open question about the dates of a series. */
  const [askingDates, setAskingDates] = useState<Publication | null>(null);
  /** Whether the last attempt to save led to the conflicts that are shown. */
  const [isRefused, setRefused] = useState(false);
  if (isRefused && conflicts.length === 0) setRefused(false);
  // Read once: the draft that existed when the page was opened.
  const [found] = useState(isChanged && !waiting ? edits.typedAt : null);
  const isDraft = event.publication === 'draft';
  // A postponed event takes place again, also on its own date, if "Set a new date" led here or that is queued: saving again
  // takes the queued write out of the outbox first.
  const isAsked = useQuery().has('newDate') || waiting?.body.eventStatus === 'EventScheduled';
  const [isDated, setDated] = useState(isAsked);
  if (isAsked && !isDated) setDated(true);
  const isOnAgain = event.eventStatus === 'EventPostponed' && isDated;
  const newDate: Following = isOnAgain ? { eventStatus: 'EventScheduled' } : {};
  const dates = useRepeatDates(values);
  const startsToRepeat = event.series === null && values.repeat !== null;
  const asked = useAskedText(values);
  const notifiedText = useAskedText(values, asking ?? 'unknown');

  const ruleText = series.rule?.text;
  const repeatTextOf = (one: typeof values) => repeatWords(one, locale, { ruleText });
  const moves = [
    { label: t('Name'), before: now.name, after: values.name.trim() },
    { label: t('When'), before: isOnAgain ? t('Postponed') : timesOf(now), after: timesOf(values) },
    // The words of a rule depend on the first day, so they may change with it while the rule stays.
    ...(edits.changed.includes('repeat')
      ? [{ label: t('Repeat'), before: repeatTextOf(now), after: repeatTextOf(values) }]
      : []),
    { label: t('Where'), before: placeOf(now) ?? t('No place'), after: placeOf(values) ?? t('No place') },
  ];

  /** `queued`: the subject of the write that the message is about, and what to say once it is answered. */
  const leave = (said: string | null, queued?: { subject: string; done: string }) => {
    navigate(`/my/events/${event.id}`, { replace: true, state: said === null ? null : { said, ...queued } });
  };
  const save = async (publication: Publication, following: Following = {}, dates: number | null = 1) => {
    const isHere = rememberPage();
    // The dates of an event that starts to repeat have its picture.
    const ofPicture = event.series === null ? ({ scope: 'all' } as const) : following;
    let wrong = null as string | null;
    const saving = await edits.save(publication, { ...newDate, ...following }, async (saved) => {
      wrong = await picture.send(event, ofPicture);
      await (picture.isChanged ? reload() : adopt(saved));
    });
    setAsking(null);
    setAskingDates(null);
    setRefused(saving.kind === 'not');
    const isPublished = publication === 'published';
    const done = () => {
      if (dates !== null && dates > 1)
        return isPublished
          ? t('{dates, plural, one {# date is} other {# dates are}} published.', { dates })
          : t('{dates, plural, one {# date was} other {# dates were}} changed.', { dates });
      if (isPublished) return t('Published. {asked}', { asked: notifiedText });
      return startsToRepeat ? t('Saved. It repeats now.') : t('Saved.');
    };
    // The outbox says that it is done.
    if (!isHere()) return;
    if (saving.kind === 'saved') {
      // If its picture was refused, the rest is saved: the error is shown beside it.
      if (wrong === null) leave(done());
    } else if (saving.kind === 'waiting') {
      const when = isPublished
        ? t('This will be published as soon as possible.')
        : t('Your changes will be sent as soon as possible.');
      // The message about the picture stays true after the rest was sent.
      if (picture.isChanged) leave(`${when} ${t(pictureStays)}`);
      else leave(when, { subject: plannedSubject.edit(event.id), done: done() });
    }
  };
  const submit = async () => {
    if (!edits.check()) return;
    if (!isDraft && !isChanged && !picture.isChanged && !isOnAgain) {
      const { waiting } = edits;
      // What was queued was set back.
      await edits.discard();
      return leave(waiting ? t('Undone: {title}', { title: waiting.title }) : null);
    }
    if (event.series !== null) return setAskingDates(isDraft ? 'published' : 'draft');
    if (!isDraft && !isChanged && !isOnAgain) return save('draft');
    setAsking(isOnline ? await edits.preview(isDraft ? 'publish' : undefined, newDate) : 'unknown');
  };

  if (!owners) return null;
  return (
    <Screen action={<DraftState isSaved={isChanged} />}>
      <EventForm
        values={values}
        errors={errors}
        owners={owners}
        userId={userId}
        event={event}
        picture={picture}
        isSaving={busy}
        repeat={
          event.series ? (
            <SeriesRepeat
              series={event.series}
              saved={series.rule?.repeat ?? null}
              values={values}
              now={now}
              errors={errors}
              locale={locale}
              onChange={(repeat) => edits.type({ repeat })}
            />
          ) : (
            <RepeatField
              repeat={values.repeat}
              start={values}
              dates={dates}
              errors={errors}
              locale={locale}
              onChange={(repeat) => edits.type({ repeat })}
            />
          )
        }
        onChange={edits.type}
        onOwner={(text) => edits.type(withOwner(values, ownerOf(text)))}
        onKind={(kind) => edits.type(withKind(values, kind))}
        onSubmit={() => void submit()}
        notes={
          <>
            <EditNotes edits={edits} foundAt={found} />
            <Suspense fallback={null}>
              {conflicts.length > 0 ? (
                <EventConflicts
                  keys={conflicts}
                  mine={values}
                  theirs={now}
                  userId={userId}
                  event={event}
                  placeOf={placeOf}
                  ruleText={ruleText}
                  locale={locale}
                  isAwaited={isRefused}
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
                  if (isChanged || picture.isChanged) void edits.discard();
                  else edits.restore();
                  leave(null);
                }}
              >
                {isChanged || picture.isChanged ? t('Discard') : t('Cancel')}
              </Button>
              {isDraft ? (
                <Button
                  look="outline"
                  busy={busy && asking === null}
                  disabled={conflicts.length > 0}
                  onClick={() => {
                    if (!edits.check()) return;
                    if (event.series !== null && (isChanged || picture.isChanged)) setAskingDates('draft');
                    else void save('draft');
                  }}
                >
                  {t('Save draft')}
                </Button>
              ) : null}
              <Button
                className="main"
                type="submit"
                aria-haspopup="dialog"
                busy={busy && asking === null}
                disabled={conflicts.length > 0}
              >
                {isDraft ? t('Publish') : t('Save')}
              </Button>
            </div>
          </>
        }
      />
      <Suspense fallback={null}>
        {askingDates !== null ? (
          <SeriesSheet
            event={event}
            moves={moves}
            locale={locale}
            isPublishing={askingDates === 'published'}
            isNewRule={edits.changed.includes('repeat')}
            busy={busy}
            failure={errors.form}
            ask={(following) =>
              edits.previewDates(
                { ...newDate, ...following },
                {
                  ...(askingDates === 'published' && { action: 'publish' }),
                  ...(picture.change && { image: picture.change }),
                },
              )
            }
            onSave={(following, dates) => void save(askingDates, following, dates)}
            onClose={() => setAskingDates(null)}
          />
        ) : asking !== null && isDraft ? (
          <PublishQuestion
            values={values}
            dates={dates}
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
            moves={moves}
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

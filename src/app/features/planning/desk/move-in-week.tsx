// Moves an event to other times: asks before saving, with the effects, like an edit.
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { MyEvent } from '../../../../contract/events/events.ts';
import { changesOf } from '../../../data/forms/edits.ts';
import { failureText } from '../../../data/forms/use-action.ts';
import { useOnline } from '../../../data/http/connectivity.ts';
import { ApiError } from '../../../data/http/problem.ts';
import type { QueuedWrite } from '../../../data/outbox/outbox.ts';
import {
  type Preview,
  plannedSubject,
  type WeekPlan,
  type WeekPlannerProps,
} from '../../../data/outbox/planned.ts';
import { useOutboxRead, useQueued } from '../../../data/outbox/use-outbox.ts';
import { useResource } from '../../../data/resources/use-resource.ts';
import { useViewer } from '../../../format/use-viewer.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/forms/field.tsx';
import { msg, t } from '../../../words/t.ts';
import { useEventTexts } from '../create/publish-question.tsx';
import { EventConflicts } from '../edit/event-conflicts.tsx';
import { readEdits, storeEdits, useEventEdits, withoutSentAt } from '../edit/use-event-edits.ts';
import type { Following } from '../form/body.ts';
import { usePreload } from '../form/use-preload.ts';
import { valuesOf } from '../form/values.ts';
import { PlanPanel } from './plan-panel.tsx';
import { timesInto } from './week-times.ts';

const loadChangeSheet = () => import('../edit/change-sheet.tsx');
const loadSeriesSheet = () => import('../edit/series-sheet.tsx');
const ChangeSheet = lazy(async () => ({ default: (await loadChangeSheet()).ChangeSheet }));
const SeriesSheet = lazy(async () => ({ default: (await loadSeriesSheet()).SeriesSheet }));
const later = [loadChangeSheet, loadSeriesSheet];

type Props = WeekPlannerProps & { plan: Extract<WeekPlan, { kind: 'move' }>; userId: string };

/** Loads the event, and checks that the person may change it. */
export function MoveInWeek(props: Props) {
  const { plan, onDone } = props;
  const {
    data: event,
    error,
    mutate,
  } = useResource('GET /api/events/{id}', { params: { id: plan.eventId } }, { excludedFromFreshness: true });
  const refusal = event
    ? event.can.edit
      ? null
      : t("You can't change this event. Only the people running it can.")
    : error
      ? loadFailureText(error)
      : null;
  const waiting = useQueued(plannedSubject.edit(plan.eventId));
  const isOutboxRead = useOutboxRead();
  useEffect(() => {
    if (refusal !== null) onDone({ said: refusal, eventId: plan.eventId, isRefused: true });
  }, [refusal, plan.eventId, onDone]);
  // Until the outbox is read, an earlier draft may be a queued write.
  if (!event || refusal !== null || !isOutboxRead) return null;
  return (
    <Loaded
      {...props}
      waiting={waiting !== null && waiting.refusal === null ? waiting : null}
      event={event}
      reload={() => mutate()}
      adopt={(answer) => mutate(answer, { revalidate: false })}
    />
  );
}

const loadFailureText = (error: Error) =>
  error instanceof ApiError && [404, 410].includes(error.status)
    ? t("We can't find this event. It was deleted, or you can't see it any more.")
    : t("This event couldn't be loaded. {failure}", { failure: failureText(error) });

/** Shown because the week reloads another person's change only later. */
const unchangedText = msg('The event stays the way someone else saved it.');

type EventProps = Props & {
  event: MyEvent;
  reload: () => Promise<MyEvent | undefined>;
  adopt: (answer: MyEvent) => Promise<unknown>;
};

const timeFields = ['version', 'startsAt', 'endsAt'];

/**
 * Whether a move, which replaces the queued edit, could change that edit unseen: the question in the week shows only times, and
 * its scope applies to the queued fields, too.
 */
function isReplacedUnseen(waiting: QueuedWrite, { series }: MyEvent): boolean {
  const { scope = 'this', ...fields } = waiting.body;
  return (
    series !== null && (scope !== 'this' || Object.keys(fields).some((key) => !timeFields.includes(key)))
  );
}

/** Decides once: earlier changes that the question in the week does not show are shown in the form. */
function Loaded({ waiting, ...props }: EventProps & { waiting: QueuedWrite | null }) {
  const [isInForm] = useState(() => {
    if (waiting) return isReplacedUnseen(waiting, props.event);
    return changesOf(readEdits(props.userId, props.event.id), valuesOf(props.event)).length > 0;
  });
  return isInForm ? <OpenForm {...props} /> : <Questions {...props} />;
}

/** Earlier changes are saved together with the new times, so the form shows both. */
function OpenForm({ event, plan, userId }: EventProps) {
  const navigate = useNavigate();
  useEffect(() => {
    const now = valuesOf(event);
    const { base, typed, at } = readEdits(userId, event.id) ?? { base: now, typed: {}, at: Date.now() };
    const moved = timesInto({ ...now, ...typed }, plan);
    // Without `sentAt`: the new times are not in the queued write, and stay a draft once that is sent.
    storeEdits(userId, event.id, { base, typed: { ...typed, ...moved }, at });
    navigate(`/my/events/${event.id}/edit`);
  }, [event, plan, userId, navigate]);
  return null;
}

function Questions({ plan, userId, onDone, event, reload, adopt }: EventProps) {
  const edits = useEventEdits(event, userId, { reload, added: (values) => timesInto(values, plan) });
  const { values, now, errors, busy, conflicts, isChanged, preview, check } = edits;
  const { timesOf, placeOf } = useEventTexts(event.place);
  const { locale } = useViewer();
  const isOnline = useOnline();
  const navigate = useNavigate();
  usePreload(later);
  const [before] = useState(() => readEdits(userId, event.id));
  const [asking, setAsking] = useState<Preview | null>(null);
  const [isRefused, setRefused] = useState(false);
  const asked = useRef(false);
  const wasChosen = useRef(false);
  const isOfSeries = event.series !== null;
  const hasConflicts = conflicts.length > 0;

  const close = () => {
    // An attempt to save has taken the queued write out of the outbox: make it a draft again.
    storeEdits(userId, event.id, before && (edits.waiting ? before : withoutSentAt(before)));
    onDone({ said: hasConflicts ? t(unchangedText) : null, eventId: event.id });
  };
  // Asks for the preview when it opens, and again after the person has resolved conflicts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answers of others are no reason to ask again
  useEffect(() => {
    if (hasConflicts || asked.current) return;
    asked.current = true;
    if (!isChanged) return onDone({ said: wasChosen.current ? t(unchangedText) : null, eventId: event.id });
    if (!check()) return setRefused(true);
    if (isOfSeries) return;
    const answer = isOnline ? preview() : Promise.resolve('unknown' as const);
    void answer.then((found) => {
      setAsking(found);
      setRefused(found === null);
    });
  }, [hasConflicts]);

  const save = async (following: Following = {}, dates: number | null = 1) => {
    const saving = await edits.save('draft', following);
    if (saving.kind === 'not') return;
    if (saving.kind === 'saved') await adopt(saving.event);
    const done =
      dates !== null && dates > 1
        ? t('{dates, plural, one {# date was} other {# dates were}} changed.', { dates })
        : t('Saved.');
    const isWaiting = saving.kind === 'waiting';
    onDone({
      said: isWaiting ? t('Your changes will be sent as soon as possible.') : done,
      eventId: event.id,
      ...(isWaiting && { late: { subject: plannedSubject.edit(event.id), done } }),
    });
  };

  if (hasConflicts)
    return (
      <PlanPanel title={event.name} onClose={close}>
        <EventConflicts
          keys={conflicts}
          mine={values}
          theirs={now}
          userId={userId}
          event={event}
          placeOf={placeOf}
          locale={locale}
          onChoose={(keys, choice) => {
            asked.current = false;
            wasChosen.current = true;
            edits.choose(keys, choice);
          }}
        />
      </PlanPanel>
    );
  if (isRefused)
    return (
      <PlanPanel title={t("This can't be saved")} onClose={close}>
        <FormError
          message={[errors.form, ...Object.values(errors.fields)].filter(Boolean).join(' ') || null}
        />
        <Button
          mt="4"
          onClick={() => {
            storeEdits(userId, event.id, { base: now, typed: timesInto(now, plan), at: Date.now() });
            navigate(`/my/events/${event.id}/edit`);
          }}
        >
          {t('Open the form')}
        </Button>
      </PlanPanel>
    );
  const moves = [{ label: t('When'), before: timesOf(now), after: timesOf(values) }];
  const failure = [errors.form, ...Object.values(errors.fields)].filter(Boolean).join(' ') || null;
  return (
    <Suspense fallback={null}>
      {isOfSeries ? (
        <SeriesSheet
          event={event}
          moves={moves}
          locale={locale}
          isPublishing={false}
          isNewRule={false}
          busy={busy}
          failure={failure}
          ask={(following) => edits.previewDates(following)}
          onSave={(following, dates) => void save(following, dates)}
          onClose={close}
        />
      ) : asking !== null ? (
        <ChangeSheet
          preview={asking}
          moves={moves}
          locale={locale}
          busy={busy}
          failure={failure}
          onSave={() => void save()}
          onClose={close}
        />
      ) : null}
    </Suspense>
  );
}

// A new event on a screen of its own: its default values, and its draft.
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { OwnerRef } from '../../../../contract/events/places.ts';
import { useStorageTrouble } from '../../../data/device/device.ts';
import { useOutboxRead } from '../../../data/outbox/use-outbox.ts';
import { DraftState } from '../../../ui/forms/draft-state.tsx';
import { Screen } from '../../../ui/page/screen.tsx';
import { useOwners, usePlaces } from '../form/sources.tsx';
import { NewEventForm, type NewEventFormProps } from './new-event-form.tsx';
import { useFreshValues } from './use-fresh-values.ts';
import { afterSending, readNewDraft, useQueuedEvent, valuesOfQueued } from './use-new-event.ts';

function wantedOwner(query: URLSearchParams): OwnerRef | null {
  const team = query.get('team');
  if (team) return { kind: 'team', id: team };
  const organization = query.get('organization');
  return organization ? { kind: 'organization', id: organization } : null;
}

const dayOfQuery = (query: URLSearchParams) => {
  const day = query.get('day');
  return day && /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : null;
};

type Props = { userId: string; query: URLSearchParams; loading: ReactNode };

export function NewEvent({ userId, query, loading }: Props) {
  const waitingId = query.get('draft');
  const waiting = useQueuedEvent(waitingId);
  const of = { waitingId, isOfWeek: query.has('week') };
  const [draft, setDraft] = useState(() => readNewDraft(userId, of));
  const owners = useOwners(userId, wantedOwner(query));
  if (!owners) return loading;
  const form = { userId, owners, draft, setDraft, of };
  if (waitingId === null) return <NewForm {...form} query={query} loading={loading} />;
  if (!waiting) return <SentMeanwhile id={waitingId} userId={userId} loading={loading} />;
  // The same form for the next row: saving replaces this one, and may be refused.
  const values = draft?.base ?? valuesOfQueued(waiting);
  return <OnScreen {...form} values={values} waiting={waiting} onStartOver={null} />;
}

/** A form that was just saved leads on by itself within this time. */
const leaveAfterMs = 1000;

/** The event is no longer queued: the server has it, or it was cancelled. */
function SentMeanwhile({ id, userId, loading }: { id: string; userId: string; loading: ReactNode }) {
  const navigate = useNavigate();
  const isRead = useOutboxRead();
  const isStored = useStorageTrouble() === null;
  useEffect(() => {
    // A busy device takes seconds to read the outbox. One that stores nothing never does.
    if (!isRead && isStored) return;
    const timer = setTimeout(() => {
      const { path, said } = isRead ? afterSending(userId, id) : { path: `/my/events/${id}`, said: null };
      void navigate(path, { replace: true, state: said === null ? null : { said } });
    }, leaveAfterMs);
    return () => clearTimeout(timer);
  }, [id, userId, navigate, isRead, isStored]);
  return loading;
}

type FormProps = Props & Pick<NewEventFormProps, 'owners' | 'draft' | 'setDraft' | 'of'>;

function NewForm({ query, loading, ...props }: FormProps) {
  const values = useFreshValues({
    ...props,
    fromId: query.get('from'),
    day: dayOfQuery(query),
  });
  const { isLoading } = usePlaces();
  // The address of the chosen place would move what is below it.
  if (values === undefined || (isLoading && values.place !== '')) return loading;
  return <OnScreen {...props} values={values} waiting={null} onStartOver={() => props.setDraft(null)} />;
}

/** The form as a screen of its own, which continues to the new event. */
function OnScreen(props: Omit<NewEventFormProps, 'frame' | 'onSaved' | 'onWaiting'>) {
  const navigate = useNavigate();
  // Someone who has gone to another page meanwhile stays there.
  const leave = (to: string, state: object) =>
    location.pathname === '/my/events/new' && navigate(to, { replace: true, state });
  return (
    <NewEventForm
      {...props}
      frame={(form, isSaved) => <Screen action={<DraftState isSaved={isSaved} />}>{form}</Screen>}
      onSaved={(event, said) => leave(`/my/events/${event.id}`, { said })}
      onWaiting={(said, late) => leave('/my/events?tab=coaching', said === null ? late : { said })}
    />
  );
}

// A new event: where its form begins, what was typed before, and publishing it.
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSWRConfig } from 'swr';
import type { OwnerRef } from '../../../contract/planning.ts';
import { urlOf } from '../../data/call.ts';
import { serverNow } from '../../data/clock.ts';
import { useOnline } from '../../data/connectivity.ts';
import type { QueuedWrite } from '../../data/outbox.ts';
import { isPublishing, type Preview } from '../../data/planned.ts';
import { deviceZone, useViewer } from '../../format/use-viewer.ts';
import { dayIn, savedTime } from '../../format/when.ts';
import { Button } from '../../ui/button.tsx';
import { DraftState } from '../../ui/draft-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import type { Publication } from './body.ts';
import { type Asked, defaultsLike, plainDefaults, withOwner } from './defaults.ts';
import { EventForm } from './event-form.tsx';
import { PublishQuestion, useAskedText } from './publish-question.tsx';
import { type Owners, useModel, useOwners } from './sources.tsx';
import {
  type NewDraft,
  readNewDraft,
  useNewEvent,
  useWaitingEvent,
  valuesOfWaiting,
} from './use-new-event.ts';
import { pictureStays, usePicture } from './use-picture.ts';
import { type EventValues, ownerOf } from './values.ts';

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
  const waiting = useWaitingEvent(waitingId);
  const [draft, setDraft] = useState(() => readNewDraft(userId, waitingId));
  const owners = useOwners(userId, wantedOwner(query));
  if (!owners) return loading;
  const props = { userId, query, loading, owners, draft, setDraft };
  // What waits is read from the device first; where nothing waits it was sent meanwhile, and a new one begins.
  if (waitingId !== null && !waiting) return <Gone id={waitingId} loading={loading} />;
  if (waiting) return <Waiting key={waiting.id} {...props} waiting={waiting} id={waitingId ?? ''} />;
  return <Fresh {...props} />;
}

/** How long the device may take to say what waits. */
const patienceMs = 1000;

/** It does not wait any more, so the server has it, or it was cancelled. */
function Gone({ id, loading }: { id: string; loading: ReactNode }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(`/my/events/${id}`, { replace: true }), patienceMs);
    return () => clearTimeout(timer);
  }, [id, navigate]);
  return loading;
}

type FormProps = Props & {
  owners: Owners;
  draft: NewDraft | null;
  setDraft: (draft: NewDraft | null) => void;
};

function Waiting({ waiting, id, ...props }: FormProps & { waiting: QueuedWrite; id: string }) {
  const [values] = useState(() => props.draft?.base ?? valuesOfWaiting(waiting));
  return <Planner {...props} values={values} waiting={waiting} waitingId={id} onAfresh={null} />;
}

/** What the form begins with, for the owner that is chosen. */
function Fresh(props: FormProps) {
  const { userId, query, owners, draft, setDraft, loading } = props;
  const { timeZone } = useViewer();
  const zone = timeZone ?? deviceZone();
  const chosen = draft?.typed.owner ?? draft?.base.owner;
  const owner = chosen ? ownerOf(chosen) : owners.first;
  const hasBase = draft !== null && ownerOf(draft.base.owner).id === owner.id;
  const model = useModel(owner, query.get('from'));
  const asked: Asked = {
    owner,
    userId,
    today: dayIn(zone, serverNow()),
    timeZone: zone,
    day: dayOfQuery(query),
  };
  if (model === undefined && draft === null) return loading;
  const values = hasBase
    ? draft.base
    : { ...(model ? defaultsLike(model, asked) : (draft?.base ?? plainDefaults(asked))) };
  return (
    <Planner
      {...props}
      values={hasBase ? values : { ...values, ...withOwner(values, owner) }}
      waiting={null}
      waitingId={null}
      onAfresh={() => setDraft(null)}
    />
  );
}

function Planner({
  userId,
  owners,
  draft,
  setDraft,
  values,
  waiting,
  waitingId,
  onAfresh,
}: FormProps & {
  values: EventValues;
  waiting: QueuedWrite | null;
  waitingId: string | null;
  onAfresh: (() => void) | null;
}) {
  const form = useNewEvent({ userId, waiting, draft, setDraft, values, waitingId });
  const { shown, errors, busy } = form;
  const { locale, timeZone } = useViewer();
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const isOnline = useOnline();
  const [asking, setAsking] = useState<Preview | null>(null);
  const hasTyped = Object.keys(draft?.typed ?? {}).length > 0;
  // Told once: what was there when the page was opened.
  const [found, setFound] = useState(hasTyped && waiting === null ? (draft?.at ?? null) : null);
  const picture = usePicture(null);
  const asked = useAskedText(shown);
  const told = useAskedText(shown, asking ?? 'unknown');

  const save = async (publication: Publication) => {
    const saving = await form.save(publication);
    setAsking(null);
    if (saving.kind === 'not') return;
    if (saving.kind === 'waiting') {
      navigate('/my/events?tab=coaching', {
        replace: true,
        state: picture.isChanged ? { said: pictureStays } : null,
      });
      return;
    }
    const { event } = saving;
    const wrong = await picture.send(event);
    await mutate(urlOf('GET /api/events/{id}', { params: { id: event.id } }), event, {
      revalidate: picture.isChanged,
    });
    const said =
      publication === 'published' ? `Published. ${told}` : 'Saved as a draft. Only those who run it see it.';
    navigate(`/my/events/${event.id}`, {
      replace: true,
      state: { said: wrong === null ? said : `${said} Its picture is missing: ${wrong}` },
    });
  };
  return (
    <Screen action={<DraftState isKept={hasTyped} />}>
      <EventForm
        values={shown}
        errors={errors}
        owners={owners}
        userId={userId}
        event={null}
        picture={picture}
        onChange={form.type}
        onOwner={(text) => form.type(withOwner(shown, ownerOf(text)))}
        onSubmit={async () => {
          if (form.check()) setAsking(isOnline ? await form.preview() : 'unknown');
        }}
        notes={
          waiting && !waiting.refusal ? (
            <Notice icon="clock">
              {isPublishing(waiting)
                ? "This will be published when you're online. Saving again replaces it."
                : "This draft will be saved when you're online. Saving again replaces it."}
            </Notice>
          ) : found !== null && hasTyped ? (
            <Found
              text={`What you wrote ${whenText(found, timeZone, locale)} is still here.`}
              onAfresh={() => {
                form.discard();
                onAfresh?.();
                setFound(null);
              }}
            />
          ) : null
        }
        bar={
          <>
            <p className="about">{asked}</p>
            <div className="ways">
              <Button
                look="outline"
                busy={busy && asking === null}
                onClick={() => {
                  if (form.check()) void save('draft');
                }}
              >
                Save as draft
              </Button>
              <Button className="main" type="submit" aria-haspopup="dialog" busy={busy && asking === null}>
                Publish
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
            preview={asking}
            busy={busy}
            failure={errors.form}
            onPublish={() => void save('published')}
            onClose={() => setAsking(null)}
          />
        ) : null}
      </Suspense>
    </Screen>
  );
}

function whenText(at: number, timeZone: string | null, locale: string): string {
  return savedTime(at, timeZone ?? deviceZone(), locale, Date.now());
}

function Found({ text, onAfresh }: { text: string; onAfresh: () => void }) {
  return (
    <div>
      <Notice icon="pencil">{text}</Notice>
      <Button look="quiet" onClick={onAfresh}>
        Start again
      </Button>
    </div>
  );
}

// A new event beside the week: the short form, with the times chosen in the week.
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { PlannedClaim, WeekPlan, WeekPlannerProps } from '../../../data/outbox/planned.ts';
import { Icon } from '../../../ui/icons/icon.tsx';
import { Skeleton } from '../../../ui/page/state.tsx';
import { t } from '../../../words/t.ts';
import { NewEventForm } from '../create/new-event-form.tsx';
import { useFreshValues } from '../create/use-fresh-values.ts';
import { type NewDraft, readNewDraft } from '../create/use-new-event.ts';
import { endInstant, startInstant } from '../fields/times.ts';
import { useOwners, usePlannedTeams } from '../form/sources.tsx';
import type { EventValues } from '../form/values.ts';
import { PlanPanel } from './plan-panel.tsx';
import { draftAt, timesInto } from './week-times.ts';

type Props = WeekPlannerProps & { plan: Extract<WeekPlan, { kind: 'new' }>; userId: string };

const of = { waitingId: null, isOfWeek: true };

export function NewInWeek(props: Props) {
  const { userId, onDone } = props;
  const isPlanned = usePlannedTeams()?.some(({ id }) => id === props.plan.teamId) ?? false;
  // A lane may belong to a team that someone else plans for.
  const plan = isPlanned ? props.plan : { ...props.plan, teamId: null };
  const owners = useOwners(userId, plan.teamId === null ? null : { kind: 'team', id: plan.teamId });
  return (
    <PlanPanel title={t('New event')} onClose={() => onDone({ said: null, eventId: null })}>
      {owners ? <Fields {...props} plan={plan} owners={owners} /> : <Loading />}
    </PlanPanel>
  );
}

const Loading = () => (
  <div role="status" aria-label={t('Loading the form')}>
    <Skeleton h="20rem" rounded="lg" />
  </div>
);

type FieldsProps = Props & { owners: NonNullable<ReturnType<typeof useOwners>> };

function Fields({ plan, userId, owners, overlaps, onClaim, onDone }: FieldsProps) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState<NewDraft | null>(() => {
    const found = readNewDraft(userId, of);
    return found && draftAt(found, plan);
  });
  const fresh = useFreshValues({ userId, owners, draft, of, fromId: null, day: null });
  if (fresh === undefined) return <Loading />;
  // A draft has the chosen times, or those typed since.
  const values = draft ? fresh : { ...fresh, ...timesInto(fresh, plan) };
  return (
    <NewEventForm
      userId={userId}
      owners={owners}
      draft={draft}
      setDraft={setDraft}
      of={of}
      values={values}
      waiting={null}
      onStartOver={() => setDraft(null)}
      frame={(form) => form}
      short={(shown, id) => ({
        about: <Overlaps id={id} shown={shown} overlaps={overlaps} onClaim={onClaim} />,
        onAllOptions: () => navigate('/my/events/new?week=1'),
      })}
      onSaved={({ id }, said) => onDone({ said, eventId: id })}
      onWaiting={(said, late) =>
        onDone({
          said: [t('This will be published as soon as possible.'), said].filter(Boolean).join(' '),
          eventId: null,
          late,
        })
      }
    />
  );
}

/** Shows what the event overlaps, and reports the form's current times to the week. */
function Overlaps({
  id,
  shown,
  overlaps,
  onClaim,
}: {
  id: string;
  shown: EventValues;
  overlaps: string;
  onClaim: (claim: PlannedClaim) => void;
}) {
  const claim = claimOf(id, shown);
  const text = JSON.stringify(claim);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it says is when to tell
  useEffect(() => {
    if (claim) onClaim(claim);
  }, [text]);
  return overlaps ? (
    <p className="overlap">
      <Icon name="circle-alert" size={16} />
      {overlaps}
    </p>
  ) : null;
}

function claimOf(eventId: string, values: EventValues): PlannedClaim | null {
  const [startsAt, endsAt] = [startInstant(values), endInstant(values)];
  if (startsAt === null || endsAt === null || endsAt <= startsAt) return null;
  return {
    eventId,
    startsAt,
    endsAt,
    teamIds: values.teamIds,
    leaderIds: values.leaderIds,
    placeId: values.place || null,
  };
}

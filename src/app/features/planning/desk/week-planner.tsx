// Planning in the calendar's week: the panel of a new event, and the questions before an event is moved.

import type { WeekPlannerProps } from '../../../data/outbox/planned.ts';
import { useSession } from '../../../data/session/session.ts';
import { MoveInWeek } from './move-in-week.tsx';
import { NewInWeek } from './new-in-week.tsx';

export function WeekPlanner(props: WeekPlannerProps) {
  const { plan } = props;
  const { user } = useSession();
  if (!user) return null;
  // Other times are another plan: remount.
  const key = `${plan.startsAt} ${plan.endsAt}`;
  return plan.kind === 'new' ? (
    <NewInWeek key={`${key} ${plan.teamId}`} {...props} plan={plan} userId={user.id} />
  ) : (
    <MoveInWeek key={`${key} ${plan.eventId}`} {...props} plan={plan} userId={user.id} />
  );
}

// The leaders of an event, chosen from the coaches of its teams.
import { useCallback, useEffect, useState } from 'react';
import { useResource } from '../../../data/resources/use-resource.ts';
import { Group, type GroupState } from '../../../ui/forms/rows.tsx';
import { type Choice, Ticks } from '../../../ui/forms/ticks.tsx';
import { t } from '../../../words/t.ts';
import type { EventFormProps } from '../form/event-form.tsx';

type Props = Pick<EventFormProps, 'values' | 'errors' | 'event' | 'userId' | 'onChange'> & {
  group: GroupState;
};

export function LeadersGroup({ values, errors, event, userId, group, onChange }: Props) {
  const { teamIds, leaderIds } = values;
  const [coachesOf, setCoachesOf] = useState<Readonly<Record<string, readonly Choice[]>>>({});
  const onRead = useCallback(
    (id: string, coaches: readonly Choice[]) => setCoachesOf((before) => ({ ...before, [id]: coaches })),
    [],
  );
  const coaches = teamIds.flatMap((id) => coachesOf[id] ?? []);
  const leaders = leaderChoices(leaderIds, [...coaches, ...(event?.leaders ?? [])], userId);
  return (
    <>
      {teamIds.map((id) => (
        <TeamCoaches key={id} id={id} onRead={onRead} />
      ))}
      <Group {...group} label={t('Leaders')} value={namesOf(leaders, leaderIds)}>
        <Ticks
          legend={t('Who leads it')}
          choices={leaders}
          chosen={leaderIds}
          error={errors.fields.leaderIds}
          hint={t('You can choose from the coaches of its teams.')}
          onChange={(chosen) => onChange({ leaderIds: chosen })}
        />
      </Group>
    </>
  );
}

/** Reads the coaches of one team: a component, because a hook cannot be called in a loop. */
function TeamCoaches({
  id,
  onRead,
}: {
  id: string;
  onRead: (id: string, coaches: readonly Choice[]) => void;
}) {
  const { data } = useResource('GET /api/teams/{id}', { params: { id } }, { excludedFromFreshness: true });
  const coaches = data?.coaches;
  useEffect(() => {
    if (coaches) onRead(id, coaches);
  }, [id, coaches, onRead]);
  return null;
}

/** People who can be named, people who are named already, and the person who plans. */
function leaderChoices(leaderIds: readonly string[], people: readonly Choice[], userId: string): Choice[] {
  const known = new Map(people.map(({ id, name }) => [id, name]));
  known.set(userId, t('You'));
  for (const id of leaderIds) if (!known.has(id)) known.set(id, t('Someone else'));
  return [...known].map(([id, name]) => ({ id, name }));
}

const maxNamed = 3;

/** The first few names, and how many more there are. */
function namesOf(leaders: readonly Choice[], chosen: readonly string[]): string {
  const names = leaders.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
  const more = names.length - maxNamed;
  return (
    [...names.slice(0, maxNamed), ...(more > 0 ? [t('{count} more', { count: more })] : [])].join(', ') ||
    t('No one yet')
  );
}

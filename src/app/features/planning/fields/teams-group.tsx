// The other teams of an event, besides the team or organization that owns it.
import { useWholeList } from '../../../data/resources/use-whole-list.ts';
import { Group, type GroupState } from '../../../ui/forms/rows.tsx';
import { type Choice, Ticks } from '../../../ui/forms/ticks.tsx';
import { t } from '../../../words/t.ts';
import type { EventFormProps } from '../form/event-form.tsx';
import { type OwnerFacts, usePlannedTeams } from '../form/sources.tsx';
import { ownerOf } from '../form/values.ts';

type Props = Pick<EventFormProps, 'values' | 'errors' | 'event' | 'onChange'> & {
  facts: OwnerFacts;
  group: GroupState;
};

/** Not rendered for events of a person: they have no teams. */
export function TeamsGroup({ values, errors, event, facts, group, onChange }: Props) {
  const owner = ownerOf(values.owner);
  const others = values.teamIds.filter((id) => id !== owner.id);
  const choices = useTeamChoices(facts.organizationId, [
    ...(event?.teams ?? []),
    ...others.map((id) => ({ id, name: t('Another team') })),
  ]).filter(({ id }) => id !== owner.id);
  if (owner.kind === 'person' || (choices.length === 0 && !errors.fields.teamIds)) return null;
  const names = choices.filter(({ id }) => others.includes(id)).map(({ name }) => name);
  return (
    <Group {...group} label={t('With')} value={names.join(', ') || t('No other team')}>
      <Ticks
        legend={t('Other teams that take part')}
        choices={choices}
        chosen={others}
        error={errors.fields.teamIds}
        hint={t('We ask their members too. Only the coaches of the first team can change the event.')}
        onChange={(chosen) => onChange({ teamIds: owner.kind === 'team' ? [owner.id, ...chosen] : chosen })}
      />
    </Group>
  );
}

/** The teams of the organization, the teams that the person plans for, and the event's current teams. */
function useTeamChoices(organizationId: string | null, present: readonly Choice[]): Choice[] {
  const { items: ofOrganization } = useWholeList(
    'GET /api/organizations/{id}/teams',
    organizationId === null ? null : { params: { id: organizationId }, query: { limit: 100 } },
  );
  const mine = usePlannedTeams() ?? [];
  const known = new Map<string, string>();
  for (const { id, name } of [...(ofOrganization ?? []), ...mine, ...present])
    if (!known.has(id)) known.set(id, name);
  return [...known].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name));
}

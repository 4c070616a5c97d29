// The reads of an event's form: possible owners, facts about the owner, and places.

import type { ReactNode } from 'react';
import type { MyEvent } from '../../../../contract/events/events.ts';
import type { OwnerRef, OwnPlace } from '../../../../contract/events/places.ts';
import type { MyTeam } from '../../../../contract/people/me.ts';
import type { EventKind, MembershipRole } from '../../../../contract/values/enums.ts';
import { isTakenAway } from '../../../data/http/problem.ts';
import { useResource } from '../../../data/resources/use-resource.ts';
import { useWholeList } from '../../../data/resources/use-whole-list.ts';
import { countryOfLanguage } from '../../../format/countries.ts';
import { t } from '../../../words/t.ts';
import { type EventValues, ownerOf, ownerText, type Visibility } from './values.ts';

const plans: readonly MembershipRole[] = ['coach', 'admin', 'owner'];
const none: never[] = [];

export type Owners = {
  /** The options of a select. */
  options: ReactNode;
  /** The default owner of a new event. */
  first: OwnerRef;
};

/** The teams that the signed-in person coaches or runs; null while they load. */
export function usePlannedTeams(): readonly MyTeam[] | null {
  const { data, error } = useResource('GET /api/users/me/teams', {});
  if (!data) return error ? none : null;
  return data.items.filter(
    ({ membership }) => membership.status === 'active' && plans.includes(membership.role),
  );
}

/** The signed-in person's country by their account, else by their language: ISO 3166-1, or empty. */
export function useHomeCountry(locale: string): string {
  const { data } = useResource('GET /api/users/me/profile', {}, { excludedFromFreshness: true });
  return data?.countryCode ?? countryOfLanguage(locale) ?? '';
}

/**
 * The owners that the signed-in person can plan for. `wanted` is added: the team or organization that they
 * came from.
 */
export function useOwners(userId: string, wanted: OwnerRef | null): (Owners & { isLoading: boolean }) | null {
  const teams = usePlannedTeams();
  if (teams === null) return null;
  const organizations = [...new Set(teams.flatMap(({ organization }) => organization?.id ?? []))];
  const me: OwnerRef = { kind: 'person', id: userId };
  const first: OwnerRef = teams[0] ? { kind: 'team', id: teams[0].id } : me;
  const isListed =
    wanted === null ||
    wanted.kind === 'person' ||
    (wanted.kind === 'team' ? teams.some(({ id }) => id === wanted.id) : organizations.includes(wanted.id));
  return {
    isLoading: false,
    first: wanted ?? first,
    options: (
      <>
        {teams.map((team) => (
          <option key={team.id} value={ownerText({ kind: 'team', id: team.id })}>
            {teamName(team)}
          </option>
        ))}
        {wanted && !isListed ? (
          wanted.kind === 'team' ? (
            <TeamOption id={wanted.id} />
          ) : (
            <OrganizationOption id={wanted.id} isWanted />
          )
        ) : null}
        {organizations.map((id) => (
          <OrganizationOption key={id} id={id} isWanted={wanted?.id === id} />
        ))}
        <option value={ownerText(me)}>{t('Just me')}</option>
      </>
    ),
  };
}

/** The owner of a draft, or the default where its team or club answers that the person may not plan for it any more. */
export function usePlannableOwner({ first }: Owners, owner: OwnerRef): OwnerRef {
  const { kind, id } = owner;
  const rest = { excludedFromFreshness: true };
  const team = useResource('GET /api/teams/{id}', kind === 'team' ? { params: { id } } : null, rest);
  const club = useResource(
    'GET /api/organizations/{id}',
    kind === 'organization' ? { params: { id } } : null,
    rest,
  );
  const { data, error } = kind === 'team' ? team : club;
  return data?.can.createEvent === false || isTakenAway(error) ? first : owner;
}

/** With its club, unless the name contains it. */
const teamName = ({ name, organization }: MyTeam) =>
  organization && !name.includes(organization.name) ? `${name} · ${organization.name}` : name;

function TeamOption({ id }: { id: string }) {
  const { data } = useResource('GET /api/teams/{id}', { params: { id } }, { excludedFromFreshness: true });
  return <option value={ownerText({ kind: 'team', id })}>{data?.name ?? t('This team')}</option>;
}

/** Only coaches and managers can plan for it, and only the organization's own answer says so. */
function OrganizationOption({ id, isWanted }: { id: string; isWanted: boolean }) {
  const { data } = useResource(
    'GET /api/organizations/{id}',
    { params: { id } },
    { excludedFromFreshness: true },
  );
  if (!data?.can.createEvent && !isWanted) return null;
  return (
    <option value={ownerText({ kind: 'organization', id })}>{data?.name ?? t('This organization')}</option>
  );
}

export type OwnerFacts = ReturnType<typeof useOwnerFacts>;

/** Facts about an owner, as far as the device knows them. */
export function useOwnerFacts(owner: string) {
  const { kind, id } = ownerOf(owner);
  const question = id === '' ? null : { params: { id } };
  const team = useResource('GET /api/teams/{id}', kind === 'team' ? question : null, {
    excludedFromFreshness: true,
  }).data;
  const organization = useResource('GET /api/organizations/{id}', kind === 'organization' ? question : null, {
    excludedFromFreshness: true,
  }).data;
  const isOfClub = kind === 'organization' || Boolean(team?.organization);
  const visibilities: Visibility[] = [
    ...(kind === 'team' ? (['team'] as const) : []),
    ...(isOfClub ? (['organization'] as const) : []),
    'unlisted',
    'public',
  ];
  return {
    name: team?.name ?? organization?.name ?? null,
    team: team ?? null,
    coaches: team?.coaches ?? none,
    organizationId: kind === 'organization' ? id : (team?.organization?.id ?? null),
    region: team?.region ?? organization?.region ?? null,
    visibilities,
  };
}

/**
 * Names of teams, organizations and people by id, as far as this device knows them. `event`: null where it is
 * not known.
 */
export function useNames(userId: string, event: MyEvent | null, { owner }: Pick<EventValues, 'owner'>) {
  const teams = usePlannedTeams() ?? none;
  const { name, coaches } = useOwnerFacts(owner);
  const known = new Map(
    [...coaches, ...teams, ...(event?.teams ?? none), ...(event?.leaders ?? none)].map((one) => [
      one.id,
      one.name,
    ]),
  );
  if (name !== null) known.set(ownerOf(owner).id, name);
  known.set(userId, t('You'));
  return (id: string): string | null => known.get(id) ?? null;
}

/** All places to plan at. `isLoading`: the first ones are not there yet. */
export function usePlaces(): { places: readonly OwnPlace[]; isLoading: boolean } {
  const { items, error } = useWholeList('GET /api/places', { query: { limit: 100 } });
  return { places: items ?? none, isLoading: !items && !error };
}

/**
 * The template of a new event: the requested event, else the team's last one of this kind. `undefined` while it
 * loads, null where there is none.
 */
export function useTemplateEvent(
  owner: OwnerRef,
  kind: EventKind,
  fromId: string | null,
): MyEvent | null | undefined {
  const isTeam = fromId === null && owner.kind === 'team';
  const team = useResource('GET /api/teams/{id}', isTeam ? { params: { id: owner.id } } : null, {
    excludedFromFreshness: true,
  });
  // Answers that older versions saved have only the next events.
  const last =
    team.data?.lastEvents?.find((one) => one.kind === kind) ??
    (team.data?.lastEvents === undefined
      ? team.data?.upcomingEvents.findLast((one) => one.kind === kind && one.eventStatus !== 'EventCancelled')
      : undefined);
  const id = fromId ?? last?.id;
  const event = useResource('GET /api/events/{id}', id ? { params: { id } } : null, {
    excludedFromFreshness: true,
  });
  if (id) return event.data ?? (event.error ? null : undefined);
  return isTeam && !team.data && !team.error ? undefined : null;
}

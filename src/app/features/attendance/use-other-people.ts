// The members of the event's teams and of their clubs who are not on the attendance list, as far as this person may see them.
// Uses the reads that are prefetched, so that it works without a connection.
import { useEffect, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { Answer, Call, Params, Query } from '../../../contract/api.ts';
import type { MyEvent } from '../../../contract/events/events.ts';
import { prefetchAnswer } from '../../data/device/offline-prefetch.ts';
import { urlOf } from '../../data/http/call.ts';
import type { MarkedPerson } from '../../data/outbox/marks.ts';

export type Found = { id: string; name: string; avatarSrc: string | null; group: string };

export function useOtherPeople(event: MyEvent, listed: readonly MarkedPerson[]) {
  const store = useSWRConfig();
  const [all, setAll] = useState<readonly Found[] | null>(null);
  const { teams } = event;
  useEffect(() => {
    let isOpen = true;
    const read = async <K extends Call>(call: K, request: { params?: Params<K>; query?: Query<K> }) => {
      await prefetchAnswer(store, call, request as never);
      return store.cache.get(urlOf(call, request))?.data as Answer<K> | undefined;
    };
    const readAll = async () => {
      const found = new Map<string, Found>();
      const add = (people: readonly Omit<Found, 'group'>[], group: string) => {
        for (const { id, name, avatarSrc } of people)
          if (!found.has(id)) found.set(id, { id, name, avatarSrc, group });
      };
      const clubs = new Map<string, string>();
      const mine = await read('GET /api/users/me/teams', {});
      for (const { id } of teams) {
        const team = await read('GET /api/teams/{id}', { params: { id } });
        add(team?.roster ?? [], team?.name ?? '');
        if (team?.organization) clubs.set(team.organization.id, team.organization.name);
      }
      // The rosters of the viewer's other teams in these clubs.
      for (const { id } of mine?.items ?? []) {
        const team = await read('GET /api/teams/{id}', { params: { id } });
        if (team?.organization && clubs.has(team.organization.id)) add(team.roster ?? [], team.name);
      }
      for (const [id, name] of clubs) {
        const members = await read('GET /api/organizations/{id}/members', {
          params: { id },
          query: { limit: 100 },
        });
        add(members?.items.flatMap(({ user }) => user ?? []) ?? [], name);
      }
      if (isOpen) setAll([...found.values()].toSorted((a, b) => a.name.localeCompare(b.name)));
    };
    void readAll();
    return () => {
      isOpen = false;
    };
  }, [store, teams]);
  const known = new Set(listed.map(({ user }) => user.id));
  return { people: all?.filter(({ id }) => !known.has(id)) ?? [], isLoading: all === null };
}

// /explore/organizations: clubs and others that are public.

import { OrganizationRow } from '../../cards/people-cards.tsx';
import { useList } from '../../data/use-resource.ts';
import { useQuery } from '../../ui/router.tsx';
import type { Chip } from './chips.tsx';
import { readOrganizationFilters } from './filters.ts';
import { GroupList } from './group-list.tsx';

const chips: Chip[] = [];

export function ExploreOrganizationsScreen() {
  const filters = readOrganizationFilters(useQuery());
  const list = useList('GET /api/explore/organizations', { query: filters });
  return <GroupList kind="organizations" list={list} filters={filters} Row={OrganizationRow} chips={chips} />;
}

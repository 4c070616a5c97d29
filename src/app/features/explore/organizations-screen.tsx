// /explore/organizations: public clubs and other organizations.

import { useList } from '../../data/resources/use-resource.ts';
import { OrganizationRow } from '../../entities/people/people-cards.tsx';
import { useQuery } from '../../ui/navigation/router.tsx';
import type { Chip } from './filters/chips.tsx';
import { readOrganizationFilters } from './filters/filters.ts';
import { GroupList } from './group-list.tsx';

const chips: Chip[] = [];

export function ExploreOrganizationsScreen() {
  const filters = readOrganizationFilters(useQuery());
  const list = useList('GET /api/explore/organizations', { query: filters });
  return <GroupList kind="organizations" list={list} filters={filters} Row={OrganizationRow} chips={chips} />;
}

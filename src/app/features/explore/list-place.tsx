// Where a list lives: its path and its filters. Beside a detail on a wide screen that is not the page's own address.
import { createContext, useContext, useMemo } from 'react';
import { useLocation } from 'react-router';

type Place = { path: string; search: string };
const Given = createContext<Place | null>(null);
export const ListPlaceProvider = Given.Provider;

/** `params` are the filters as the address holds them; links to other filters start with `path`. */
export function useListPlace(): { path: string; params: URLSearchParams } {
  const { pathname, search: ownSearch } = useLocation();
  const given = useContext(Given);
  const path = given?.path ?? pathname;
  const search = given?.search ?? ownSearch;
  return useMemo(() => ({ path, params: new URLSearchParams(search) }), [path, search]);
}

// The path and filters of a list. Beside an event on a wide screen they differ from the page's own URL.
import { createContext, useContext, useMemo } from 'react';
import { useLocation } from 'react-router';

type Place = { path: string; search: string };
const ListPlaceContext = createContext<Place | null>(null);
export const ListPlaceProvider = ListPlaceContext.Provider;

/** `params`: the filters in the URL; links to other filters start with `path`. */
export function useListPlace(): { path: string; params: URLSearchParams } {
  const { pathname, search: ownSearch } = useLocation();
  const given = useContext(ListPlaceContext);
  const path = given?.path ?? pathname;
  const search = given?.search ?? ownSearch;
  return useMemo(() => ({ path, params: new URLSearchParams(search) }), [path, search]);
}

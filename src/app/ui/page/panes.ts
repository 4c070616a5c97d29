// What a list and what stands beside it know of each other (layout/two-panes.tsx).
import { createContext, useContext, useEffect, useRef } from 'react';

/** What a screen gets that is a list in two panes. */
export type ListPane = {
  /** The query of the list: beside a detail it differs from that of the page. */
  search: string;
  /** The id of what is shown beside the list; undefined on a narrow screen. */
  chosenId: string | undefined;
  /** Sets what is shown beside the list while nothing is chosen, as the path of its page. */
  onFirst: (path: string | null) => void;
};

const PageContext = createContext(true);
export const PageProvider = PageContext.Provider;

/** Whether this part is the subject of the page; false for a list beside a detail, and for a detail beside a list. */
export const useIsPage = () => useContext(PageContext);

/**
 * Reports what to show beside a list while nothing is chosen; `path` is undefined while the list loads. It stays the same
 * for the same `key`: what someone works on does not change under their hand when the list does.
 */
export function useFirst(path: string | null | undefined, key: string, onFirst?: ListPane['onFirst']): void {
  const reported = useRef<string | null>(null);
  useEffect(() => {
    if (path === undefined || reported.current === key) return;
    reported.current = path === null ? null : key;
    onFirst?.(path);
  }, [path, key, onFirst]);
}

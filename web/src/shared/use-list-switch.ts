import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { usePageSearch } from '../search.ts';

type Query = Readonly<Record<string, string | undefined>>;

/** The filters of each list of a page when another one took its place. */
const left = new Map<string, Query>();

/**
 * Lists that take turns under one address (tabs, groupings) share the names `q`, `sort` and `where`, but not what they mean:
 * each finds its own again, and none is asked with those of another.
 * @param page names the page, and the period where it shows one.
 * @param shown the list that is shown now.
 * @returns shows another list, with what its address names beside its own filters; `push` makes it a step of its own.
 */
export function useListSwitch(page: string, shown: string): (next: string, names: Query, push?: boolean) => void {
  const navigate = useNavigate();
  const now = usePageSearch();
  return useCallback(
    (next, names, push = false) => {
      left.set(`${page} ${shown}`, now);
      // A drawer or dialog over the list stays closed.
      const { id: _, settings: __, ...own } = left.get(`${page} ${next}`) ?? {};
      void navigate({
        to: '.',
        search: { ...own, ky: now.ky, ...names } as never,
        replace: !push,
        resetScroll: false,
      });
    },
    [navigate, page, shown, now],
  );
}

import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useCallback } from 'react';
import { stringifySearch } from '../query-text.ts';
import { usePageSearch } from '../search.ts';

/**
 * One name of the URL's query, for what is open over a list (a drawer, a tab). Opening it is a step that the browser's
 * "back" undoes; `replace` changes it in place.
 */
export function useParam(name: string): [string, (value: string | undefined, replace?: boolean) => void] {
  const navigate = useNavigate();
  const value = usePageSearch()[name] ?? '';
  const set = useCallback(
    (next: string | undefined, replace = false) => {
      void navigate({
        to: '.',
        search: ((now: Record<string, unknown>) => ({ ...now, [name]: next || undefined })) as never,
        replace,
        resetScroll: false,
      });
    },
    [navigate, name],
  );
  return [value, set];
}

/** The address of this very page with one name of its query set: a link to what opens over a list. */
export function useParamLink(name: string): (value: string) => string {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname });
  const search = usePageSearch();
  return (value) => `${pathname}${stringifySearch({ ...search, [name]: value })}`;
}

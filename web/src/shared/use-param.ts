import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
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

import {
  keepPreviousData,
  QueryClient,
  type QueryKey,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { toast } from '../ui/overlays/toast.tsx';
import { call } from './client.ts';
import { ApiError, errorMessage } from './errors.ts';
import type { InputOf, OperationId, OutputOf } from './operations.ts';

/** One client for the app. Repeating is the business of `call`, not of the cache. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network a question is asked all the same: put off, it would look for ever as if its answer were on its way.
    queries: { retry: false, staleTime: 15_000, refetchOnWindowFocus: true, networkMode: 'always' },
    mutations: { retry: false },
  },
});

/** The cache key of an operation; `['listBravoItems']` alone means all its inputs. */
export const keyOf = <Op extends OperationId>(operation: Op, input?: InputOf<Op>): QueryKey =>
  input === undefined ? [operation] : [operation, input];

/** Reads an operation: `const profile = useCall('getProfile', { params: { id } })`. */
export function useCall<Op extends OperationId>(
  operation: Op,
  input: InputOf<Op>,
  options: { enabled?: boolean; refetchMs?: number | false; keepPrevious?: boolean; staleMs?: number } = {},
): UseQueryResult<OutputOf<Op>, Error> {
  return useQuery<OutputOf<Op>, Error>({
    queryKey: keyOf(operation, input),
    queryFn: ({ signal }) =>
      (call as (o: Op, i: InputOf<Op>, c: { signal: AbortSignal }) => Promise<OutputOf<Op>>)(operation, input, {
        signal,
      }),
    enabled: options.enabled ?? true,
    refetchInterval: options.refetchMs ?? false,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData as never } : {}),
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
  });
}

export type ActionOptions<Result, Variables> = {
  /** Operations whose cached answers are read again afterwards. */
  invalidates?: readonly OperationId[];
  onSuccess?: (result: Result, variables: Variables) => void;
  /** Return true when the error was shown elsewhere (at a field); otherwise it becomes a toast. */
  onError?: (error: Error, variables: Variables) => boolean | undefined;
};

/** Does something and refreshes what it changed: `useAction((body) => call('createProfile', { body }), { … })`. */
export function useAction<Variables = void, Result = unknown>(
  action: (variables: Variables) => Promise<Result>,
  options: ActionOptions<Result, Variables> = {},
): UseMutationResult<Result, Error, Variables> {
  const client = useQueryClient();
  return useMutation<Result, Error, Variables>({
    mutationFn: action,
    // Never put off until the network is back: by then its person has left, and believes that it was not done.
    networkMode: 'always',
    onSuccess: async (result, variables) => {
      options.onSuccess?.(result, variables);
      await refresh(client, options.invalidates ?? []);
    },
    onError: (error, variables) => {
      if (options.onError?.(error, variables) === true) return;
      // A revoked or expired session already leads to the sign-in page with its own notice.
      if (error instanceof ApiError && (error.code === 'TOKEN_REVOKED' || error.code === 'TOKEN_EXPIRED')) return;
      toast.error(errorMessage(error));
      // The record on screen is out of date, or gone: the next try should be about the record as it is now.
      if (error instanceof ApiError && (error.code === 'STALE_VERSION' || error.code === 'NOT_FOUND'))
        void refresh(client, options.invalidates ?? []);
    },
  });
}

/** Reads the cached answers of operations again. */
export async function refresh(client: QueryClient, operations: readonly OperationId[]): Promise<void> {
  await Promise.all(operations.map((operation) => client.invalidateQueries({ queryKey: [operation] })));
}

import type { Run } from '@khop/contract/runs.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, request } from './client.ts';
import { ApiError, isAbort } from './errors.ts';
import { readEvents } from './events.ts';
import type { Session } from './session.ts';

export type { Run };

/** The time between two questions about a run: short without an event stream, long beside one. */
const POLL_MS = 1_500;
const POLL_BESIDE_STREAM_MS = 15_000;
const RECONNECT_MS = 2_000;

/**
 * The words of a page for the good end of a run that it follows. The tray says them, and the end of every other run.
 */
const endWords = new Map<string, (run: Run) => string>();
const told = new Set<string>();

/** Gives a run its page's own words for a good end. */
export function sayAtEnd(runId: string, words: (run: Run) => string): void {
  // A page that comes back with an older status follows a run once more whose end was told.
  if (!told.has(runId)) endWords.set(runId, words);
}

/** The words for a run that has ended, once. */
export function takeEndWords(runId: string): ((run: Run) => string) | undefined {
  const words = endWords.get(runId);
  endWords.delete(runId);
  told.add(runId);
  return words;
}

/** Runs whose end is read in the dialog that started them, and of these the ones that were seen to end there. */
const shownInDialog = new Set<string>();
const endedInDialog = new Set<string>();

/** True when a dialog tells how this run ends: the tray does not say it a second time. */
export const isToldInDialog = (runId: string): boolean => shownInDialog.has(runId);

/** A dialog follows the run and shows its end. Call what it returns when it stops: an end that it has not seen is told elsewhere. */
export function tellInDialog(runId: string): () => void {
  shownInDialog.add(runId);
  return () => {
    if (!endedInDialog.has(runId)) shownInDialog.delete(runId);
  };
}

/** The dialog that follows the run has shown its end. */
export const endedIn = (runId: string): void => {
  if (shownInDialog.has(runId)) endedInDialog.add(runId);
};

/** Runs whose event stream is open in this tab. */
const streaming = new Set<string>();

export const isFinished = (status: string): boolean =>
  status === 'succeeded' || status === 'failed' || status === 'cancelled';

/** The file that a finished import has read; empty for other work. */
export function fileOf({ result }: Run): string {
  const name = (result as { fileName?: unknown } | null)?.fileName;
  return typeof name === 'string' ? name : '';
}

/** True when this person may end a run: the one who started it, and administrators. */
export const mayCancel = ({ createdBy, status }: Run, { user, admin }: Session): boolean =>
  !isFinished(status) && (admin || createdBy === user?.email);

const runKey = (runId: string) => ['getRun', { params: { id: runId } }] as const;

/**
 * Follows a run until it ends: by its event stream, reconnecting with Last-Event-ID, and by polling in between.
 * `onFinished` is told once per run, at its end or when it is found ended. `undefined` watches nothing.
 */
export function useRun(
  runId: string | null | undefined,
  onFinished?: (run: Run) => void,
): { run: Run | undefined; error: unknown; cancel: () => Promise<void> } {
  const client = useQueryClient();
  const told = useRef<string | undefined>(undefined);
  const finish = useRef(onFinished);
  finish.current = onFinished;
  const query = useQuery({
    queryKey: runId ? runKey(runId) : ['getRun', null],
    queryFn: ({ signal }) => call('getRun', { params: { id: runId! } }, { signal }),
    enabled: Boolean(runId),
    refetchInterval: ({ state }) => {
      if (state.data && isFinished(state.data.status)) return false;
      return runId && streaming.has(runId) ? POLL_BESIDE_STREAM_MS : POLL_MS;
    },
    staleTime: 0,
  });
  useEffect(() => {
    if (!runId) return;
    const controller = new AbortController();
    void followRun(client, runId, controller.signal);
    return () => controller.abort();
  }, [client, runId]);
  const run = query.data;
  useEffect(() => {
    if (!run || !isFinished(run.status) || told.current === run.id) return;
    told.current = run.id;
    finish.current?.(run);
  }, [run]);
  const cancel = async () => {
    if (!runId) return;
    client.setQueryData(runKey(runId), await call('cancelRun', { params: { id: runId } }));
  };
  return { run, error: query.error, cancel };
}

const LOOK_EVERY_MS = 500;

/** Asks for a run until it has ended, also over times without a network; `going` is told what it is meanwhile. */
export async function runToEnd(runId: string, going: (run: Run) => void): Promise<Run> {
  for (;;) {
    const run = await call('getRun', { params: { id: runId } }).catch((error) => {
      if (error instanceof ApiError && error.code === 'NETWORK') return undefined;
      throw error;
    });
    if (run && isFinished(run.status)) return run;
    if (run) going(run);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

async function followRun(client: QueryClient, runId: string, signal: AbortSignal): Promise<void> {
  let lastEventId: string | undefined;
  let finished = false;
  while (!signal.aborted && !finished) {
    try {
      const response = await request(
        'streamRun',
        { params: { id: runId } },
        {
          signal,
          headers: { accept: 'text/event-stream', ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
        },
      );
      await readEvents(response, (event) => {
        lastEventId = event.id ?? lastEventId;
        const change = readRun(event.data);
        if (!change) return;
        client.setQueryData<Run>(runKey(runId), (known) => (known ? { ...known, ...change } : (change as Run)));
        streaming.add(runId);
        finished = change.status !== undefined && isFinished(change.status);
      });
    } catch (error) {
      // Without a stream the polling of useRun carries on; a refusal will not get better by asking again.
      streaming.delete(runId);
      if (isAbort(error) || (error instanceof ApiError && error.status >= 400 && error.status < 500)) return;
    }
    streaming.delete(runId);
    if (!finished) await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
  }
}

function readRun(data: string): Partial<Run> | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null && 'status' in value ? (value as Partial<Run>) : undefined;
  } catch {
    return undefined;
  }
}

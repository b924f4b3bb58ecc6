import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from '../ui/overlays/toast.tsx';
import { ApiError, errorMessage } from './errors.ts';
import type { OperationId } from './operations.ts';
import { refresh } from './query.ts';
import { endedIn, isFinished, type Run, sayAtEnd, tellInDialog, useRun } from './runs.ts';

export type RunAction<Input> = {
  /** Starts the work; a refusal becomes a toast. */
  start: (input: Input) => Promise<void>;
  /** The run while it is followed, also after it ended. */
  run: Run | undefined;
  /** From the click until the run has ended. */
  busy: boolean;
  cancel: () => Promise<void>;
  /** Stops showing a run that has ended. */
  dismiss: () => void;
};

/**
 * Long work behind a button: `useRunAction(() => call('syncBravoItems'), { invalidates: ['listBravoItems'] })`.
 * `resume` follows a run that was already going when the page was opened (from a status operation).
 */
export function useRunAction<Input = void>(
  begin: (input: Input) => Promise<{ runId: string }>,
  options: {
    invalidates?: readonly OperationId[];
    onFinished?: (run: Run) => void;
    /**
     * The words of the runs tray for a run that succeeded, in place of its own; the end of a run is told only there.
     */
    says?: (run: Run) => string;
    /** The dialog of the button shows how the run ends, so the tray does not tell it again. */
    showsEnd?: boolean;
    /** Takes a refusal to start in place of a toast: the dialog says it where it can be mended. */
    onRefused?: (message: string) => void;
    resume?: { id?: string; status: string } | null | undefined;
  } = {},
): RunAction<Input> {
  const client = useQueryClient();
  const [started, setStarted] = useState<string | undefined>(undefined);
  const [starting, setStarting] = useState(false);
  const resumed = options.resume && !isFinished(options.resume.status) ? options.resume.id : undefined;
  const going = useRef(false);
  // Once followed, a run is followed to its end, also when the status that named it has moved on.
  useEffect(() => {
    if (resumed && !going.current) setStarted(resumed);
  }, [resumed]);
  const runId = started ?? resumed;
  const says = useRef(options.says);
  says.current = options.says;
  useEffect(() => {
    if (runId && says.current) sayAtEnd(runId, says.current);
  }, [runId]);
  const { showsEnd = false } = options;
  useEffect(() => (runId && showsEnd ? tellInDialog(runId) : undefined), [runId, showsEnd]);
  const { run, cancel } = useRun(runId, (ended) => {
    endedIn(ended.id);
    void refresh(client, [...(options.invalidates ?? []), 'listRuns']);
    options.onFinished?.(ended);
  });
  going.current = started !== undefined && (run === undefined || !isFinished(run.status));
  return {
    start: async (input) => {
      setStarting(true);
      try {
        setStarted((await begin(input)).runId);
        void refresh(client, ['listRuns']);
      } catch (error) {
        (options.onRefused ?? toast.error)(errorMessage(error));
        // A colleague was faster: the status says which run it is, and the page follows that one; or the subject is gone.
        if (error instanceof ApiError && (error.code === 'RUN_IN_PROGRESS' || error.code === 'NOT_FOUND'))
          void refresh(client, [...(options.invalidates ?? []), 'listRuns']);
      } finally {
        setStarting(false);
      }
    },
    run,
    busy: starting || (runId !== undefined && (run === undefined || !isFinished(run.status))),
    cancel: async () => {
      try {
        await cancel();
      } catch (error) {
        toast.error(errorMessage(error));
      }
    },
    dismiss: () => setStarted(undefined),
  };
}

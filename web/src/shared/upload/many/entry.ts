import type { ImportReport, RecognisedFile } from '@khop/contract/runs.ts';
import type { Run } from '../../../api/runs.ts';
import type { Said } from '../said.ts';

/**
 * The state of one of several files: it is looked at (`reading`), may be loaded (`ready`), cannot be (`unread`), belongs into
 * «Kho hóa đơn» (`elsewhere`), is not to be (`left-out`); it waits for its turn, is on its way, or its run goes on; the run asks a person something
 * (`asks`), or has ended. `lost`: the page was loaded again before it was sent.
 */
export type EntryState =
  | 'reading'
  | 'ready'
  | 'unread'
  | 'elsewhere'
  | 'left-out'
  | 'waiting'
  | 'sending'
  | 'running'
  | 'asks'
  | 'done'
  | 'failed'
  | 'lost';

/** One of several files: what it is, where it goes, what became of it. */
export type Entry = Said & {
  readonly id: string;
  readonly name: string;
  /** Its place in the chosen folder. */
  readonly path: string;
  readonly size: number;
  readonly state: EntryState;
  readonly seen?: RecognisedFile;
  /** The service could not be asked what it is; that says nothing of the file, which is at hand to be asked about again. */
  readonly unasked?: boolean | undefined;
  /** The reason why it cannot be loaded, or was refused. */
  readonly problem?: string | undefined;
  readonly layout?: string | undefined;
  readonly profileId?: string | undefined;
  /** Set when it is sent, for what goes into a period. */
  readonly periodId?: string | undefined;
  /** 0–1 of its bytes, while they are sent. */
  readonly share?: number | undefined;
  readonly run?: Run | undefined;
};

export const reportOf = ({ run }: Entry): ImportReport | undefined =>
  run?.status === 'succeeded' ? ((run.result as ImportReport | null) ?? undefined) : undefined;

/** True while something happens to it by itself. */
export const isGoing = ({ state }: Entry): boolean => state === 'reading' || state === 'sending' || state === 'running';

import type { OperationId } from '@khop/contract/index.ts';
import type { Sent } from '../good-calls/stage.ts';
import type { Trial } from './trial.ts';

type File = NonNullable<Sent['file']>;

/** A file that is taken in, in a state that goes with it. */
export const taking =
  (of: OperationId, sent: Omit<Sent, 'file'>, tables: readonly string[]) =>
  (file: File, more: Partial<Trial> = {}): Trial => ({ of, works: true, tables, sent: { ...sent, file }, ...more });

import type { OperationId } from '@khop/contract/index.ts';
import type { Sent } from '../good-calls/stage.ts';
import type { Given } from '../judges/judge.ts';

/** A call in a state that is taken back afterwards. */
export type Trial = {
  /** SQL that makes the state. */
  readonly where?: readonly string[];
  readonly sent: Sent;
  /** Another operation than the one that is judged. */
  readonly of?: OperationId;
  readonly asAdmin?: boolean;
  /** Tables to look at. */
  readonly tables?: readonly string[];
};

export type Asked = Pick<Given, 'stage' | 'sent' | 'rows'>;

/** The trials of an operation, named by what is different from the good call. */
export type Trials = (asked: Asked) => Promise<Readonly<Record<string, Trial>>>;

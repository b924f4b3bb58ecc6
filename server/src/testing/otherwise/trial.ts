import type { OperationId } from '@khop/contract/index.ts';
import type { Context } from '../../context.ts';
import type { Sent } from '../good-calls/stage.ts';
import type { Given } from '../judges/judge.ts';

/** A call that a trial makes before the one that it is about; the run that it starts is worked off. */
export type Step = {
  readonly of: OperationId;
  readonly sent: Sent;
  readonly asAdmin?: boolean;
  /** SQL that makes the state between them. */
  readonly then?: readonly string[];
};

/** A call in a state that is taken back afterwards. */
export type Trial = {
  /** SQL that makes the state. */
  readonly where?: readonly string[];
  readonly after?: readonly Step[];
  readonly sent: Sent;
  /** Another operation than the one that is judged. */
  readonly of?: OperationId;
  readonly asAdmin?: boolean;
  /** Tables to look at. */
  readonly tables?: readonly string[];
  /** The run that it starts is worked off, and told as it ended. */
  readonly works?: boolean;
  /** SQL between the start of the run and its work, for an edit of another person meanwhile. */
  readonly meanwhile?: readonly string[];
  /** The import that the run was is taken back, and that is told. */
  readonly undone?: boolean;
  /** Parts of the service that are otherwise. */
  readonly context?: Partial<Context>;
  /** Its items are told in their order, though none is asked for: which of equal ones comes first is told by the state. */
  readonly inOrder?: boolean;
  /** Under which the answer is kept. */
  readonly idempotencyKey?: string;
};

export type Asked = Pick<Given, 'stage' | 'sent' | 'rows'>;

/** The trials of an operation, named by what is different from the good call. */
export type Trials = (asked: Asked) => Promise<Readonly<Record<string, Trial>>>;

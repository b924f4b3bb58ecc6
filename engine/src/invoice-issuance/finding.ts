/** `block`: what is asked for cannot be done rightly; `warn`: a person should look; `info`: to know. */
export type Severity = 'block' | 'warn' | 'info';

/** One line of "Kiểm tra kỳ": what is wrong, how often, and what helps. */
export type Finding = {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly remedy: string;
  readonly count: number;
  readonly profile?: string;
  /** The first of the ledger lines or invoices concerned, at most 100. */
  readonly lines?: readonly string[];
  readonly invoices?: readonly string[];
};

/** How many lines or invoices a finding names. */
export const EXAMPLES = 100;

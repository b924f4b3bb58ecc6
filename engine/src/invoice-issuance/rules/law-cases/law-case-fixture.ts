import type { InvoiceRules } from '../invoice-rules.ts';

/** A case of the law as an accountant reads it: what is asked, and what has to come out. */
export type LawCase = {
  /** The rule of docs/law.md that it is of. */
  readonly rule: string;
  readonly says: string;
  readonly answer: (rules: InvoiceRules) => unknown;
  readonly expected: unknown;
};

export const lawCase = (rule: string, says: string, answer: LawCase['answer'], expected: unknown): LawCase => ({
  ...{ rule, says, answer, expected },
});

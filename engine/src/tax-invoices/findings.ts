import type { TaxFinding, TaxFindingCode } from './tax-findings.ts';

/** Collects what is remarked about one invoice: a remark of one code that many lines earn is said of the first, with their number. */
export class Findings {
  readonly #first = new Map<TaxFindingCode, { readonly message: string; readonly line: number | null; more: number }>();

  add(code: TaxFindingCode, message: string, line: number | null = null): void {
    const known = this.#first.get(code);
    if (known) known.more += 1;
    else this.#first.set(code, { message, line, more: 0 });
  }

  list(): TaxFinding[] {
    return [...this.#first].map(([code, { message, line, more }]) => ({
      code,
      message: more === 0 ? message : `${message} Còn ${more} chỗ khác như vậy.`,
      line,
    }));
  }
}

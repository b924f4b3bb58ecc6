import type { SalesLine } from '@khop/engine/bravo/sales-line.ts';
import { foldCode } from '@khop/engine/invoice-issuance/stock-keys.ts';

/** A code as the list that has it spells it. */
export type Spell = (code: string) => string;

/**
 * Codes are compared without case: what differs from a record by case alone is that record, the first one where several
 * do so. A code that a list has as it is written is that very one; what no list has stays as it is.
 */
export function spelledAs(records: readonly { readonly code: string }[]): Spell {
  const exact = new Set(records.map(({ code }) => code));
  const folded = new Map<string, string>();
  for (const code of exact) {
    const key = foldCode(code);
    if (!folded.has(key)) folded.set(key, code);
  }
  return (code) => (exact.has(code) ? code : (folded.get(foldCode(code)) ?? code));
}

/** The same lines, with the codes of their goods and buyers as the lists of Bravo spell them. */
export const inBravoSpelling = (lines: readonly SalesLine[], item: Spell, partner: Spell): SalesLine[] =>
  lines.map((line) => {
    const itemCode = item(line.itemCode);
    const partnerCode = partner(line.partnerCode);
    const isSpelt = itemCode === line.itemCode && partnerCode === line.partnerCode;
    // A ledger has a million lines: those that are spelt so already stay as they are.
    return isSpelt ? line : { ...line, itemCode, partnerCode };
  });

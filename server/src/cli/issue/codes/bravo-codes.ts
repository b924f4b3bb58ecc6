import type { SalesLine } from '@khop/engine/bravo/sales-line.ts';
import { CodesByDigits, zerosText } from '@khop/engine/invoice-issuance/codes/lost-zeros.ts';
import { foldCode } from '@khop/engine/invoice-issuance/stock-keys.ts';
import type { Warning } from '@khop/engine/invoice-issuance/types.ts';

/** A code as the list that has it spells it. */
export type Spell = ((code: string) => string) & {
  /** True for a code that the list has in some spelling. */
  readonly knows: (code: string) => boolean;
  /** Codes that were asked for and differ from one of the list in the zeros before their digits alone, with that one. */
  readonly zeros: ReadonlyMap<string, string>;
};

/**
 * Codes are compared without case: what differs from a record by case alone is that record, the first one where several
 * do so. A code that a list has as it is written is that very one; one of digits that no list has is the only one that differs from
 * it in zeros alone, for spreadsheets drop these; what no list has stays as it is.
 */
export function spelledAs(records: readonly { readonly code: string }[]): Spell {
  const exact = new Set(records.map(({ code }) => code));
  const folded = new Map<string, string>();
  const byDigits = new CodesByDigits();
  for (const code of exact) {
    const key = foldCode(code);
    if (!folded.has(key)) folded.set(key, code);
    byDigits.add(code);
  }
  const zeros = new Map<string, string>();
  const known = (code: string): string | undefined => {
    const spelt = exact.has(code) ? code : folded.get(foldCode(code));
    if (spelt !== undefined) return spelt;
    const other = byDigits.find(code);
    if (other !== undefined) zeros.set(code, other);
    return other;
  };
  const spell = (code: string): string => known(code) ?? code;
  return Object.assign(spell, { knows: (code: string): boolean => known(code) !== undefined, zeros });
}

/** A warning of the codes that were read as others of Bravo's lists. */
export function bravoZeros(items: Spell, partners: Spell): Warning[] {
  const message = zerosText([
    ...[...items.zeros].map(([written, code]) => ({ what: 'mã hàng Bravo', written, code }) as const),
    ...[...partners.zeros].map(([written, code]) => ({ what: 'mã khách Bravo', written, code }) as const),
  ]);
  return message === undefined ? [] : [{ code: 'CODE_ZEROS_DIFFER', message }];
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

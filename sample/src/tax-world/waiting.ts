import type { Vnd } from '@khop/engine/money.ts';
import type { Company } from '../company.ts';
import type { AmisProduct, LedgerDocument, LedgerLine } from '../model.ts';

/** A delivery that no invoice has: a document, or the rest of one. */
export type Waiting = {
  readonly document: LedgerDocument;
  readonly lines: readonly LedgerLine[];
  /** The profile that may invoice it; undefined where no profile may yet. */
  readonly profile: number | undefined;
};

export const payable = ({ amount, discount, vatAmount }: LedgerLine): Vnd => amount - discount + vatAmount;

/** The Bravo documents, or the rests of them, that no profile has invoiced. Returns are netted elsewhere. */
export function* waitingOf(company: Company): Generator<Waiting> {
  const issued = issuedProducts(company);
  for (const document of company.ledger()) {
    if (!document.isSale || document.docCode === 'TL') continue;
    const taken = issued.get(document.serial);
    const left = [...(taken ?? [])];
    const lines = document.lines.filter((line) => {
      if (line.kind !== 'goods') return true;
      const at = left.findIndex(({ good }) => good.index === line.good.index);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
    if (!lines.some((line) => payable(line) !== 0)) continue;
    const { issuers } = document.branch;
    yield { document, lines, profile: issuers[document.serial % issuers.length] };
  }
}

/** Serial of a document → the products that its voucher has. */
function issuedProducts(company: Company): Map<number, AmisProduct[]> {
  const issued = new Map<number, AmisProduct[]>();
  for (const { sales } of company.books().amis)
    for (const { document, lines } of sales)
      if (document !== undefined)
        issued.set(
          document,
          lines.map(({ product }) => product),
        );
  return issued;
}

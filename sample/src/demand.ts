import { type IssuedEntry, issuedEntries } from './issued.ts';
import { type Market, walkLedger } from './ledger.ts';
import type { Milli } from './model.ts';

/** The results of one walk over the ledger: the sold quantity of every good, and the sales that AMIS already holds. */
export type Demand = {
  /** Good index → Bravo base units sold and not yet invoiced, returns taken off. */
  readonly wanted: Float64Array;
  readonly issued: readonly (readonly IssuedEntry[])[];
};

/** Walks the whole ledger once. Holds one number per good and the already invoiced entries, never the ledger. */
export function measureDemand(market: Market): Demand {
  const wanted = new Float64Array(market.goods.length);
  const issued: IssuedEntry[][] = market.carried.map(() => []);
  const context = issuedEntries(market);
  for (const document of walkLedger(market)) {
    if (!document.isSale) continue;
    const taken = context.entriesOf(document);
    if (document.issued) issued[document.issued.profile]!.push(...taken.map(({ entry }) => entry));
    document.lines.forEach((line, index) => {
      if (line.kind !== 'goods' && line.kind !== 'free') return;
      const covered = taken.find((each) => each.line === index)?.covered ?? 0;
      wanted[line.good.index]! += toBase(line.quantity, line.rate) - covered;
    });
  }
  return { wanted, issued };
}

const toBase = (quantity: Milli, rate: number): Milli => quantity * rate;

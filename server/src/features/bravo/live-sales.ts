import type { SalesLedgerLine } from '@khop/contract/bravo.ts';
import type { SalesLine } from '@khop/engine/bravo/sales-line.ts';
import { documentKeyOf, netAmountOf } from '@khop/engine/bravo/sales-line.ts';
import { foldText } from '@khop/engine/text/fold.ts';
import type { Context } from '../../context.ts';
import type { Page } from '../../db/list.ts';
import { searchPatterns } from '../../db/search.ts';
import { presentLiveLine } from './present.ts';
import type { SalesRange } from './pull-sales.ts';

/** Lines read from Bravo for one answer at most; beyond them the total is bounded and says so. */
const MAX_LINES = 100_000;

type LiveQuery = SalesRange & {
  readonly q?: string | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly totals: boolean;
  readonly sort?: string | undefined;
};

/** A page of Bravo's ledger as it is now; nothing is stored. Throws BravoUnavailable. */
export async function liveSales(
  context: Context,
  query: LiveQuery,
): Promise<Page<SalesLedgerLine> & { totalIsExact?: boolean }> {
  const words = searchPatterns(query.q).map((pattern) => pattern.slice(1, -1).replace(/\\(.)/g, '$1'));
  const isWanted = (line: SalesLine): boolean => {
    if (words.length === 0) return true;
    const text = foldText(`${documentKeyOf(line)} ${line.partnerCode} ${line.itemCode} ${line.itemName}`);
    return words.every((word) => text.includes(word));
  };
  const stop = new AbortController();
  const { fromDate, toDate, branchCode } = query;
  const range = { fromDate, toDate, ...(branchCode !== undefined && { branchCode }), signal: stop.signal };
  const lines: SalesLine[] = [];
  let isExact = true;
  reading: for await (const batch of context.bravo.sales(range)) {
    for (const line of batch) {
      if (!isWanted(line)) continue;
      if (lines.length === MAX_LINES) {
        isExact = false;
        break reading;
      }
      lines.push(line);
    }
  }
  stop.abort();
  sortLines(lines, query.sort);
  const page = lines.slice(query.offset, query.offset + query.limit);
  const names = await partnerNames(context, page);
  return {
    items: page.map((line) => presentLiveLine(line, names.get(line.partnerCode) ?? '')),
    total: lines.length,
    ...(!isExact && { totalIsExact: false }),
    limit: query.limit,
    offset: query.offset,
    ...(query.totals && { totals: totalsOf(lines) }),
  };
}

/** Bravo's own order is by date, document and line; other orders are made here and keep it among equals. */
function sortLines(lines: SalesLine[], sort: string | undefined): void {
  const descending = sort?.startsWith('-') ?? false;
  const key = (descending ? sort!.slice(1) : sort) === 'docNo' ? 'docNo' : 'docDate';
  const sign = descending ? -1 : 1;
  lines.sort((a, b) => (a[key] === b[key] ? 0 : a[key] < b[key] ? -sign : sign));
}

async function partnerNames({ db }: Context, lines: readonly SalesLine[]): Promise<ReadonlyMap<string, string>> {
  const codes = [...new Set(lines.map((line) => line.partnerCode))];
  if (codes.length === 0) return new Map();
  const rows = await db.selectFrom('bravoPartners').select(['code', 'name']).where('code', 'in', codes).execute();
  return new Map(rows.map(({ code, name }) => [code, name]));
}

const totalsOf = (lines: readonly SalesLine[]): Record<string, number> => {
  const sum = (of: (line: SalesLine) => number) => lines.reduce((total, line) => total + of(line), 0);
  return {
    amount: sum((line) => line.amount),
    discount: sum((line) => line.discount),
    netAmount: sum(netAmountOf),
    vatAmount: sum((line) => line.vatAmount),
  };
};

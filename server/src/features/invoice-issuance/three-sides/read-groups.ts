import type { SidesGroup } from '@khop/engine/three-sides/compare-groups.ts';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';
import { type Cursor, cursorsOf } from './cursor.ts';
import {
  type ElsewhereRow,
  type InvoiceRow,
  presentElsewhere,
  presentInvoice,
  presentWaiting,
  readElsewhere,
  readInvoices,
  readWaiting,
  type WaitingRow,
} from './read-deliveries.ts';
import { type LedgerAsked, type LedgerRow, presentEntry, readLedger } from './read-ledgers.ts';
import { presentTax, productCodesOf, readTax, type TaxRow } from './read-tax.ts';

type Placed = { readonly at: number };

/** The rows of a query that is in the order of its groups: of each group in its turn. */
type Stream<T> = (at: number) => Promise<T[]> | T[];

const none = (): never[] => [];

async function streamOf<T extends Placed>(opened: Promise<Cursor<T>>): Promise<Stream<T>> {
  const cursor = await opened;
  let next = 0;
  const take = (at: number, taken: T[]): T[] | Promise<T[]> => {
    const { rows } = cursor;
    for (; next < rows.length; next += 1) {
      if (rows[next]!.at !== at) return taken;
      taken.push(rows[next]!);
    }
    return further(at, taken);
  };
  const further = async (at: number, taken: T[]): Promise<T[]> => {
    if (!(await cursor.more())) return taken;
    next = 0;
    return take(at, taken);
  };
  return (at) => take(at, []);
}

/** The groups of a profile's sales or purchases, one after the other, after `findGroups`. `delivers`: a plan knows deliveries. */
export async function* groupsOfPart(
  tx: Tx,
  asked: LedgerAsked,
  { count, delivers }: { readonly count: number; readonly delivers: boolean },
): AsyncGenerator<SidesGroup> {
  const codes = await productCodesOf(tx.db, asked.profileId);
  const open = cursorsOf(tx.client);
  const rowsOf = <T extends Placed>(name: string, query: RawBuilder<unknown>) =>
    streamOf(open<T>(name, query.compile(tx.db)));
  const taxRows = await rowsOf<TaxRow>('tax_rows', readTax(asked));
  const ledgerRows = await rowsOf<LedgerRow>('ledger_rows', readLedger(asked));
  const invoiceRows = delivers ? await rowsOf<InvoiceRow>('invoice_rows', readInvoices(asked)) : none;
  const elsewhereRows = delivers ? await rowsOf<ElsewhereRow>('elsewhere_rows', readElsewhere(asked)) : none;
  for (let at = 1; at <= count; at += 1) {
    const [tax, books] = [await taxRows(at), await ledgerRows(at)];
    const [ours, elsewhere] = [await invoiceRows(at), await elsewhereRows(at)];
    yield {
      tax: presentTax(tax, codes),
      books: books.map(presentEntry),
      deliveries: [...ours.map(presentInvoice), ...elsewhere.map(presentElsewhere)],
    };
  }
}

/** Deliveries without an invoice: each is a group. */
export async function* groupsOfWaiting(tx: Tx, periodId: string): AsyncGenerator<SidesGroup> {
  const cursor = await cursorsOf(tx.client)<WaitingRow>('waiting_rows', readWaiting(periodId).compile(tx.db));
  while (await cursor.more()) {
    for (const row of cursor.rows) yield { tax: [], books: [], deliveries: [presentWaiting(row)] };
  }
}

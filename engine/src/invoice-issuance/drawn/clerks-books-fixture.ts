import type { Day } from '../../day.ts';
import type { Vnd } from '../../money.ts';
import { type GivenLine, type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import type { IssuanceInput, PlannedInvoice, ReconciliationDecision } from '../types.ts';

/** A line of Bravo, and the sale of the world that it is: one that is entered anew or divided stays the same sale. */
export type Line = {
  readonly sale: number;
  readonly id: string;
  doc: string;
  date: Day;
  partner: string;
  item: string;
  quantity: number;
  price: Vnd;
};
/** A row of the AMIS ledger, and what it states of each sale of the world. */
export type Row = NonNullable<GivenPeriod['profiles'][number]['sales']>[number] & { readonly of: Map<number, Vnd> };

export const ITEMS = ['A', 'B', 'C'];
/** Two companies that take invoices, and two customers who take none. */
export const PARTNERS = ['K1', 'K2', 'W1', 'W2'];
export const isCompany = (partner: string): boolean => partner.startsWith('K');
const TAX_CODES: Readonly<Record<string, string>> = { K1: '0100109106', K2: '0300588569' };
export const amountOf = ({ quantity, price }: Pick<Line, 'quantity' | 'price'>): Vnd => quantity * price;

export type Seen = { readonly first: string; readonly absent?: string };
type Known = {
  readonly issueDay: Day;
  readonly lines: readonly Line[];
  /** The ledger as it was read last, and when. */
  readonly rows: readonly Row[];
  readonly readAt: string | undefined;
  readonly seen: ReadonlyMap<string, Seen>;
  readonly exports: readonly string[];
  readonly kept: readonly PlannedInvoice[];
  readonly decisions: readonly ReconciliationDecision[];
  readonly vouchers: Readonly<Record<string, string>>;
};

/** The input of a plan of one entity that has goods for all. */
export function inputOf({
  issueDay,
  lines,
  rows,
  readAt,
  seen,
  exports,
  kept,
  decisions,
  vouchers,
}: Known): IssuanceInput {
  const entries = new Set(rows.map(({ id }) => id));
  const ids = new Set(lines.map(({ id }) => id));
  const goneOf = (product: string): number =>
    rows.reduce((sum, row) => (row.product === product ? sum + Number(row.quantity) : sum), 0);
  const input = issuanceInput({
    ...{ issueDay, kept, previousVouchers: vouchers },
    partners: PARTNERS.map((code) =>
      isCompany(code) ? { code, requirement: 'required', taxCode: TAX_CODES[code]! } : { code },
    ),
    profiles: [
      {
        code: 'P',
        products: ITEMS.map((code) => ({ code })),
        links: ITEMS.map((code) => ({ product: code, item: code })),
        customers: Object.entries(TAX_CODES).map(([code, taxCode]) => ({ code: `C${code}`, taxCode })),
        partnerLinks: Object.keys(TAX_CODES).map((partner) => ({ partner, customer: `C${partner}` })),
        stock: ITEMS.map((product) => ({ product, opening: '9999', outgoing: String(goneOf(product)) })),
        sales: rows,
      },
    ],
    lines: lines.map((line): GivenLine => {
      const { id, doc, date, partner, item, quantity } = line;
      return { id, doc, date, partner, item, quantity: String(quantity), amount: amountOf(line) };
    }),
    decisions: decisions.filter(({ entry, line }) => entries.has(entry) && (line === null || ids.has(line))),
  });
  const moments = { ...(readAt && { ledger: readAt, stock: readAt }), exports };
  const profiles = input.profiles.map((books) => ({
    ...{ ...books, moments },
    salesLedger: books.salesLedger.map((entry) => ({ ...entry, seen: seen.get(entry.id)! })),
  }));
  return { ...input, profiles };
}

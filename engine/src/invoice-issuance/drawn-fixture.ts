import fc from 'fast-check';
import { parseQuantity } from '../quantity.ts';
import { period } from './period-fixture.ts';
import type { GivenPeriod, GivenProfile } from './plan-fixture.ts';
import { issuanceInput } from './plan-fixture.ts';
import type { IssuanceInput, PlannedInvoice } from './types.ts';

const ofProfiles = (given: GivenPeriod, change: (books: GivenProfile) => GivenProfile): GivenPeriod => ({
  ...given,
  profiles: given.profiles.map(change),
});

/** Customers of Bravo with an address to write to; some have what AMIS lacks. */
const withContacts = (given: GivenPeriod): GivenPeriod['partners'] =>
  given.partners?.map((one, n) => ({ ...one, phone: n % 2 ? '' : '0902', email: n % 3 ? 'k@bravo.vn' : '' }));

/** Most of a drawn period cannot be invoiced; here every item is connected, and there is some of every product. */
const wellStocked = (given: GivenPeriod): GivenPeriod =>
  ofProfiles({ ...given, issuers: { HN: ['A', 'B'], SG: ['B'] }, partners: withContacts(given) }, (books) => ({
    ...books,
    customers: ['KH1', 'KH2', 'KH3'].map((code, n) => ({
      ...{ code, address: n === 1 ? '' : '5 Lê Lợi', phone: n === 0 ? '' : '0901', email: n === 2 ? '' : 'c@amis.vn' },
      ...{ taxCode: n === 1 ? '0316520076' : '', isActive: n !== 2 },
    })),
    terms: { ...books.terms, lockedThrough: undefined, exportLayout: 'amis-sales-voucher' },
    links: [
      ...(books.links ?? []),
      ...['VT1', 'VT2', 'VT3', 'VT4']
        .filter((item) => !books.links?.some((one) => one.item === item))
        .map((item) => ({ product: item.replace('VT', 'SP'), item })),
    ],
    stock: [
      ...(books.stock ?? []),
      ...[1, 2, 3, 4].map((n) => ({ product: `SP${n}`, warehouse: 'K3', opening: `${n * 9}` })),
    ],
  }));

/** Periods as different as the laws are tried on, every second of them with goods and connections for most of its sales. */
export const drawnPeriods = (count: number): GivenPeriod[] =>
  fc.sample(period, { numRuns: count, seed: 20_261_122 }).map((given, n) =>
    n % 2
      ? wellStocked(given)
      : ofProfiles(given, (books) => ({
          ...books,
          terms: { ...books.terms, exportLayout: 'amis-sales-voucher-short' },
        })),
  );

/** Changes that people and sources make to a period between two plans. */
const MOVES: readonly ((given: GivenPeriod) => GivenPeriod)[] = [
  (given) => given,
  (given) => ({ ...given, lines: given.lines.slice(1) }),
  (given) => ofProfiles(given, (books) => ({ ...books, links: books.links?.slice(1) })),
  (given) => ofProfiles(given, (books) => ({ ...books, stock: books.stock?.slice(0, -2) })),
  (given) => ofProfiles(given, (books) => ({ ...books, terms: { ...books.terms, lockedThrough: '2026-09-15' } })),
  (given) =>
    ofProfiles(given, (books) => ({ ...books, stock: [...(books.stock ?? []), { product: 'SP1', opening: '9' }] })),
  (given) => ({ ...given, partners: given.partners?.map((one) => ({ ...one, requirement: 'required' as const })) }),
  (given) => ({
    ...given,
    lines: given.lines.map((line, n) => (n % 4 ? line : { ...line, vatRate: '8', amount: line.amount + 1000 })),
  }),
  (given) => ({
    ...given,
    exclusions: given.lines.slice(0, 3).map(({ id }) => ({ line: id, reason: 'not_a_sale', note: 'Nhập trùng' })),
  }),
  (given) => ({ ...given, issuers: { HN: ['B'] } }),
  (given) => ofProfiles(given, (books) => ({ ...books, links: books.links?.map((one) => ({ ...one, factor: '2' })) })),
  (given) => ({
    ...given,
    lines: given.lines.map((line, n) => (n % 3 ? line : { ...line, partner: 'KH1', date: '2026-09-02' })),
  }),
  (given) => ({ ...given, issueDay: '2026-09-20', rules: { aggregateConsumersPerDay: true } }),
];
export const moved = (given: GivenPeriod, n: number): GivenPeriod => MOVES[Math.floor(n / 2) % MOVES.length]!(given);

/** Of the invoices of a plan some are pinned, some have left. */
export const keptOf = (invoices: readonly PlannedInvoice[]): PlannedInvoice[] =>
  invoices.flatMap((invoice, n): PlannedInvoice[] => {
    if (n % 5 === 4) return [{ ...invoice, status: 'exported' }];
    return n % 3 === 0 ? [{ ...invoice, pinned: true }] : [];
  });

/** Later states of invoices that were handed over, as AMIS reports them: mostly unchanged. */
const STATES = ['', '', 'Hóa đơn bị điều chỉnh', '', 'Đã hủy', 'Bị thay thế', ''] as const;
const SAID = ['', 'Thay thế cho hóa đơn số 6', 'Điều chỉnh hóa đơn số 3 ký hiệu 1C26TYY', '', ''] as const;

/** The period after all its invoices were handed over and the ledger of AMIS was read back. */
export function readBackOf(given: GivenPeriod, invoices: readonly PlannedInvoice[]): IssuanceInput {
  const entriesOf = (profile: string) =>
    invoices.flatMap((invoice, n) =>
      invoice.profile !== profile || n % 9 === 8
        ? []
        : invoice.items.map((item, i) => ({
            ...{ id: `${invoice.key}#${i}`, voucherNumber: invoice.voucherNumber, documentDate: invoice.documentDate },
            ...{ customerCode: invoice.buyer.customerCode, customerName: invoice.buyer.name, product: item.product },
            ...{ warehouse: item.warehouse, quantity: `${Number(item.quantity) / 1e6}` },
            ...{ amount: item.amount + (n % 4 === 3 ? 500 : 0), invoiceNumber: n % 6 === 5 ? '' : `000000${n + 1}` },
            ...{
              invoiceDate: invoice.date,
              invoiceSymbol: n % 3 ? '1C26TYY' : '',
              description: SAID[n % SAID.length]!,
            },
            invoiceState: STATES[n % STATES.length]!,
          })),
    );
  const input = issuanceInput(
    ofProfiles(given, (books) => ({ ...books, sales: [...(books.sales ?? []), ...entriesOf(books.code)] })),
  );
  return { ...input, kept: invoices.map((invoice) => ({ ...invoice, status: 'exported' as const })) };
}

const [EARLY, LATE] = ['2026-10-01T02:00:00.000Z', '2026-10-02T02:00:00.000Z'];

/**
 * Everything that a period may know besides its own books: its files, the moments of their making, goods held by other
 * periods, its closing.
 */
export function inputOf(given: GivenPeriod, n: number): IssuanceInput {
  const input = issuanceInput(given);
  if (n % 4 < 2) return input;
  const goods = { profile: 'A', warehouse: 'K3', product: 'SP2', day: '2026-08-30', quantity: parseQuantity('5') };
  const [first] = input.lines;
  return {
    ...input,
    profiles: input.profiles.map((books, at) => ({
      ...books,
      salesLedger: books.salesLedger.map((entry, i) =>
        i % 2 ? entry : { ...entry, seen: { first: i % 4 ? EARLY : LATE, ...(i % 3 && { absent: EARLY }) } },
      ),
      salesLedgerFile: {
        ...{ fromDate: n % 8 < 4 ? '2026-09-01' : null, toDate: n % 8 < 4 ? '2026-09-28' : null, unreadRows: n % 3 },
        ...{ firstUnread: n % 3 ? 'dòng 7: ngày «x»' : '', remarks: [] },
      },
      ...(at === 0 && {
        moments: n % 8 < 4 ? { stock: EARLY, ledger: LATE, exports: [] } : { stock: LATE, ledger: EARLY, exports: [] },
      }),
      ...(n % 5 === 0 && { issuedThrough: '2026-09-12' }),
    })),
    otherPeriods: {
      reserved: [{ ...goods, period: 'Tháng 8/2026' }],
      later: [
        {
          ...{ name: 'Tháng 10/2026', profile: 'B', fromDate: '2026-10-01', toDate: '2026-10-31', contained: [] },
          books: { inventory: input.profiles[1]!.inventory.slice(0, 3), purchases: [], salesLedger: [] },
          held: [{ ...goods, profile: 'B', product: 'SP1', day: '2026-10-04', period: 'Tháng 10/2026' }],
        },
      ],
    },
    ...(n % 8 === 3 &&
      first && { invoicedElsewhere: [{ line: first.id, voucherNumber: 'BHA9', period: 'Tháng 8/2026' }] }),
    ...(n % 8 === 7 && { closing: { by: 'ketoan@khop.local', at: '2026-10-05', note: 'đã báo giám đốc' } }),
    reconciliations: input.profiles.flatMap(({ terms, salesLedger }) =>
      salesLedger
        .slice(0, 1)
        .map(({ id }) => ({ profile: terms.code, entry: id, line: n % 2 ? (first?.id ?? null) : null })),
    ),
  };
}

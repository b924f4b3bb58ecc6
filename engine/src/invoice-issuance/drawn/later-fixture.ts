import { documentKeyOf, netAmountOf, type SalesLine } from '../../bravo/sales-line.ts';
import { addDays } from '../../day.ts';
import type { IssuanceInput } from '../types.ts';

const ENTRY: IssuanceInput['profiles'][number]['salesLedger'][number] = {
  ...{ id: '', voucherNumber: '', documentDate: '2026-09-29', invoiceNumber: '', invoiceDate: undefined },
  ...{ customerCode: '', customerName: '', product: '', warehouse: '', unit: '' },
  ...{ quantity: 0n, amount: 0, vatAmount: 0 },
};

/** Things that happen to a month after its invoices were summed. */
export const LATER: Readonly<Record<string, (input: IssuanceInput) => IssuanceInput>> = {
  'a line is left out': (input) => ({
    ...input,
    exclusions: input.lines.slice(0, 2).map(({ id }) => ({ line: id, reason: 'not_a_sale', note: 'nhập trùng' })),
  }),
  'AMIS cancels invoices that had no number': (input) => ({
    ...input,
    profiles: input.profiles.map((books) => {
      const own = input.kept.filter(({ profile }) => profile === books.terms.code).slice(0, 2);
      const cancelled = own.map(({ voucherNumber, documentDate }) => ({
        ...{ ...ENTRY, id: `huy-${voucherNumber}`, voucherNumber, documentDate, invoiceState: 'Đã hủy' },
      }));
      return { ...books, salesLedger: [...books.salesLedger, ...cancelled] };
    }),
  }),
  'a state counts as cancelled': (input) => withRules(input, { cancelledDocStatuses: [input.lines[0]!.docStatus] }),
  'a buyer is of the group': (input) => withRules(input, { internalPartnerCodes: [input.lines[0]!.partnerCode] }),
  'entries are decided to be sold lines': (input) => {
    const found = input.profiles.flatMap(({ terms: { code: profile }, productConnections }) =>
      productConnections.slice(0, 3).flatMap(({ product, item }) => {
        const line = input.lines.find(({ id, itemCode }) => itemCode === item && isOnInvoice(input, id));
        const entry = { ...ENTRY, id: `x-${product}`, voucherNumber: `X-${product}`, product, quantity: 5_000_000n };
        return line ? [{ profile, entry, line: line.id }] : [];
      }),
    );
    return {
      ...input,
      profiles: input.profiles.map((books) => ({
        ...books,
        salesLedger: books.salesLedger.concat(
          found.flatMap(({ profile, entry }) => (profile === books.terms.code ? entry : [])),
        ),
      })),
      reconciliations: found.map(({ profile, entry, line }) => ({ profile, entry: entry.id, line })),
    };
  },
  'goods come back': (input) => ({
    ...input,
    lines: [
      ...input.lines,
      ...input.lines
        .filter(({ kind, baseQuantity, amount }) => kind === 'goods' && baseQuantity > 0n && amount > 0)
        .slice(0, 4)
        .map((line) => ({
          ...{ ...line, id: `${line.id}-back`, docNo: `TL${line.docNo}`, docDate: input.period.toDate },
          ...{ quantity: -line.quantity, baseQuantity: -line.baseQuantity, amount: -line.amount },
          ...{ discount: -line.discount, vatAmount: -line.vatAmount },
        })),
    ],
  }),
  'discounts and services come late': (input) => ({
    ...input,
    lines: [
      ...input.lines,
      ...input.lines.slice(0, 6).map((line, n) => ({
        ...{ ...line, id: `${line.id}-late`, kind: n % 2 ? ('discount' as const) : ('service' as const) },
        ...(n % 4 === 1 && { docNo: `CK${line.docNo}`, docDate: input.period.toDate }),
        ...{ amount: n % 2 ? -1000 : 20_000, discount: 0, vatAmount: n % 2 ? -100 : 2000 },
        ...(n % 2 === 0 && { itemCode: 'DV1' }),
      })),
    ],
  }),
  'goods are gone from the stock': (input) => ({
    ...input,
    profiles: input.profiles.map((books) => ({
      ...books,
      inventory: books.inventory.map((row) => ({ ...row, opening: row.opening / 3n, closing: row.closing / 3n })),
    })),
  }),
  'a purchase is dated later': (input) => ({
    ...input,
    profiles: input.profiles.map((books) => ({
      ...books,
      purchases: books.purchases.map((one) => ({ ...one, date: addDays(input.period.fromDate, 12) })),
    })),
  }),
  'a catalogue spells its codes anew': (input) => ({
    ...input,
    profiles: input.profiles.map((books) => ({
      ...books,
      products: books.products.map((one) => ({ ...one, code: one.code.toLowerCase() })),
    })),
  }),
  'a connection goes to another item': (input) => ({
    ...input,
    profiles: input.profiles.map((books) => ({
      ...books,
      productConnections: books.productConnections.map((one, n) => (n % 2 ? one : { ...one, item: 'VT-MOI' })),
    })),
  }),
  'another period holds goods': (input) => ({
    ...input,
    otherPeriods: {
      reserved: input.profiles.flatMap(({ terms: { code: profile }, inventory }) =>
        inventory.slice(0, 2).map(({ warehouse, product, closing: quantity }) => ({
          ...{ profile, warehouse, product, quantity, day: '2026-08-30', period: 'Tháng 8/2026' },
        })),
      ),
      later: [],
    },
  }),
  'an entity leaves the period': (input) => ({ ...input, profiles: input.profiles.slice(1) }),
  'a pinned draft carries sold lines too': (input) => ({
    ...input,
    kept: [
      ...input.kept,
      ...input.kept.slice(0, 1).map((one) => ({ ...one, key: `${one.key}-2`, status: 'draft' as const, pinned: true })),
    ],
  }),
  'AMIS has sold by hand the total of a document, of which a line comes late': (input) => {
    const more = input.lines
      .filter(({ id, kind, amount }) => kind === 'goods' && amount > 0 && isOnInvoice(input, id))
      .slice(0, 6)
      .map((line) => ({ ...line, id: `${line.id}-late` }));
    const lines = [...input.lines, ...more];
    return {
      ...input,
      lines,
      profiles: input.profiles.map((books) => ({
        ...books,
        salesLedger: [...books.salesLedger, ...more.map((line, n) => soldWhole(line, lines, books, n))],
      })),
    };
  },
  'numbers of before are remembered': (input) => ({
    ...input,
    lines: [...input.lines, ...input.lines.slice(0, 3).map((line) => ({ ...line, id: `${line.id}-more` }))],
    previousVouchers: Object.fromEntries(
      input.kept.flatMap(({ key, voucherNumber }) => [
        [key, voucherNumber],
        [key.replace(/1$/, '2'), voucherNumber],
      ]),
    ),
  }),
};

/** An entry of unknown goods for all that the document of a line is worth. */
function soldWhole(
  line: SalesLine,
  lines: readonly SalesLine[],
  { partnerConnections }: IssuanceInput['profiles'][number],
  n: number,
): typeof ENTRY {
  const document = lines.filter((one) => documentKeyOf(one) === documentKeyOf(line));
  const customerCode = partnerConnections.find(({ partner }) => partner === line.partnerCode)?.customer ?? '';
  return {
    ...{ ...ENTRY, id: `tay-${n}`, voucherNumber: `TAY-${n}`, documentDate: line.docDate, product: 'TAY' },
    ...{ customerCode, quantity: 1_000_000n, amount: document.reduce((sum, one) => sum + netAmountOf(one), 0) },
  };
}

const isOnInvoice = ({ kept }: IssuanceInput, line: string): boolean =>
  kept.some(({ items }) => items.some(({ allocations }) => allocations.some((one) => one.line === line)));

const withRules = (input: IssuanceInput, rules: Partial<IssuanceInput['period']['rules']>): IssuanceInput => ({
  ...input,
  period: { ...input.period, rules: { ...input.period.rules, ...rules } },
});

import { parseQuantity } from '../../quantity.ts';
import { delegated } from '../bases/law-bases-fixture.ts';
import type { LedgerFile } from '../books.ts';
import { planInvoices } from '../plan.ts';
import { type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import { invoicesOf, given as regenerated } from '../regeneration-fixture.ts';
import { SHIPPED_RULES } from '../rules/shipped-rules.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '../types.ts';

export type Case = { readonly input: IssuanceInput; readonly plan?: IssuancePlan };
export const planned = (given: GivenPeriod): Case => {
  const input = issuanceInput(given);
  return { input, plan: planInvoices(input) };
};
export const unplanned = (given: GivenPeriod): Case => ({ input: issuanceInput(given) });
export const good: GivenPeriod = {
  issueDay: '2026-09-07',
  profiles: [
    {
      code: 'A',
      products: [{ code: 'SP1' }],
      links: [{ product: 'SP1', item: 'VT1' }],
      stock: [{ product: 'SP1', opening: '5' }],
      sales: [{ id: 'X', voucherNumber: 'X', documentDate: '2026-08-31', product: 'SP9', quantity: '1', amount: 1 }],
    },
  ],
  lines: [{ id: '1', date: '2026-09-04', partner: 'KH1', item: 'VT1', quantity: '3', amount: 300_000 }],
};
export const a = good.profiles[0]!;
const terms = (own: object): GivenPeriod => ({ ...good, profiles: [{ ...a, terms: own }] });
export const line = good.lines[0]!;
const [first] = invoicesOf(regenerated());
const pinned: PlannedInvoice = { ...first!, pinned: true };
const [profile] = regenerated().profiles;
const keeping = (more: Partial<GivenPeriod>, kept: PlannedInvoice = pinned) =>
  planned(regenerated({ kept: [kept], ...more }));
const sale = { id: 'a', voucherNumber: 'TAY1', documentDate: '2026-09-05', product: 'SP1', customerCode: 'C1' };
const file: LedgerFile = {
  ...{ fromDate: '2026-09-01', toDate: '2026-09-30', unreadRows: 0, firstUnread: '', remarks: [] },
};
const withFile = (own: Partial<LedgerFile>, kept: readonly PlannedInvoice[] = []): Case => {
  const input = issuanceInput(good);
  const profiles = input.profiles.map((books) => ({ ...books, salesLedgerFile: { ...file, ...own } }));
  return { input: { ...input, profiles, kept } };
};
const withMoments = (stock: string, ledger: string): Case => {
  const input = issuanceInput({
    ...good,
    profiles: [{ ...a, sales: [{ ...a.sales![0]!, documentDate: '2026-09-02' }] }],
  });
  const profiles = input.profiles.map((books) => ({ ...books, moments: { stock, ledger, exports: [] } }));
  return { input: { ...input, profiles } };
};
const buyers = (
  partner: object,
  customers: GivenPeriod['profiles'][0]['customers'],
  partnerConnections: boolean,
): Case =>
  planned({
    ...good,
    partners: [{ code: 'KH1', requirement: 'required', ...partner }],
    profiles: [
      {
        ...a,
        customers: customers ?? [],
        ...(partnerConnections && { partnerLinks: [{ customer: 'C1', partner: 'KH1' }] }),
      },
    ],
  });
const [nine, next] = ['2026-10-01T02:00:00.000Z', '2026-10-02T02:00:00.000Z'];
const exported: PlannedInvoice = { ...first!, status: 'exported' };
/** The books of the kept invoice, whose customer the catalogue has otherwise by now. */
const withCustomer = (own: object) => ({
  ...profile!,
  customers: profile!.customers!.map((one) => (one.code === 'C1' ? { ...one, ...own } : one)),
});
export const twoBuyers = ['KH1', 'KH2'].map((partner, index) => ({
  ...line,
  id: `${index + 1}`,
  doc: `D${index}`,
  partner,
  quantity: '1',
}));

const held = (quantity: string) => ({
  ...{ period: 'Tháng 8/2026', profile: 'A', warehouse: 'K1', product: 'SP1', day: '2026-08-31' },
  quantity: parseQuantity(quantity),
});

const CLEARED = { ...line, dayFacts: { isExport: true, clearedOn: '2026-09-07' } };

/** Findings by the code that each case is for; the others that it brings are checked as well. */
export const CASES: Readonly<Record<string, () => Case>> = {
  NO_SALES: () => unplanned({ ...good, lines: [] }),
  ISSUER_NOT_DECLARED: () => unplanned({ ...good, issuers: {} }),
  BASIS_NOT_CONFIRMED: () => unplanned({ ...good, bases: null }),
  NO_BASIS: () => unplanned({ ...good, bases: [] }),
  GIFTS_NOT_CONSOLIDATED: () => unplanned({ ...good, rules: { consolidatedQuarterly: ['A'] } }),
  GIFT_LIST_CHANGED: () => keeping({}, { ...exported, listHash: 'of another list' }),
  BASIS_ENDS_SOON: () =>
    unplanned({
      ...good,
      bases: [{ branch: 'HN', profile: 'A', kind: 'own', fromDate: '2026-01-01', toDate: '2026-10-07' }],
    }),
  DELEGATION_INCOMPLETE: () => unplanned({ ...good, bases: [delegated({ fromDate: '2026-01-01' })] }),
  ISSUER_STOPPED: () => unplanned(terms({ suspensions: [{ fromDate: '2026-09-01', notice: 'TB 12' }] })),
  DRAFT_ISSUER_STOPPED: () =>
    keeping({
      profiles: regenerated().profiles.map((one) => ({
        ...one,
        terms: { ...one.terms, suspensions: [{ fromDate: '2026-09-01', notice: 'TB 12' }] },
      })),
    }),
  DRAFT_WITHOUT_BASIS: () => keeping({ bases: [] }),
  SALES_OUTSIDE_PERIOD: () => unplanned({ ...good, lines: [{ ...line, date: '2026-10-02' }] }),
  VOUCHER_PREFIX_SHARED: () =>
    unplanned({ ...good, profiles: [a, { ...a, code: 'B', terms: { voucherPrefix: 'BHA' } }] }),
  INVOICE_SYMBOL_SHARED: () =>
    unplanned({ ...good, profiles: [a, { ...a, code: 'B', terms: { taxCode: '0101 243 150' } }] }),
  PROFILE_INACTIVE: () => unplanned(terms({ isActive: false })),
  SELLER_INCOMPLETE: () => unplanned(terms({ name: '' })),
  SELLER_TAX_CODE: () => unplanned(terms({ taxCode: '123' })),
  INVOICE_SYMBOL: () => unplanned(terms({ invoiceSymbol: 'ABC' })),
  ACCOUNT_NOT_IN_CHART: () => unplanned(terms({ chart: ['131', '33311', '632', '511', '156'] })),
  DIRECT_METHOD: () => unplanned(terms({ invoiceForm: '2' })),
  INVOICE_SYMBOL_MISSING: () => unplanned(terms({ invoiceSymbol: '' })),
  INVOICE_SYMBOL_YEAR: () => unplanned(terms({ invoiceSymbol: 'C25TYY' })),
  VOUCHER_PREFIX: () => unplanned(terms({ voucherPrefix: '' })),
  DATE_BEFORE_LAST_ISSUED: () => unplanned(terms({ lastIssuedDate: '2026-09-09' })),
  EXPORT_LAYOUT_UNKNOWN: () => unplanned(terms({ exportLayout: 'khong-co' })),
  PROFILE_LOCKED: () =>
    planned({
      ...terms({ lockedThrough: '2026-09-04' }),
      kept: planInvoices(issuanceInput(good)).invoices.map((one) => ({ ...one, pinned: true })),
    }),
  SALES_IN_LOCKED_BOOKS: () => unplanned(terms({ lockedThrough: '2026-09-04' })),
  NO_INVENTORY: () => unplanned({ ...good, profiles: [{ ...a, stock: [] }] }),
  NO_AMIS_SALES_LEDGER: () => unplanned({ ...good, profiles: [{ ...a, sales: [] }] }),
  FACTOR_MISSING: () =>
    unplanned({ ...good, profiles: [{ ...a, links: [{ product: 'SP1', item: 'VT1', factor: '' }] }] }),
  WRONG_TIME: () => planned({ ...good, issueDay: '2026-09-30' }),
  NOT_ISSUED_IN_TIME: () => planned({ ...good, issueDay: '2026-09-30', profiles: [{ ...a, stock: [] }] }),
  AFTER_INCIDENT: () => {
    const input = issuanceInput({ ...good, issueDay: '2026-09-08' });
    const incident = { kind: 'seller', fromDate: '2026-09-01', endedOn: '2026-09-07', evidence: 'biên bản' } as const;
    const profiles = input.profiles.map((books) => ({
      ...books,
      terms: { ...books.terms, lastIssuedDate: '2026-09-08', incidents: [incident] },
    }));
    const kept = { ...input, profiles };
    return { input: kept, plan: planInvoices(kept) };
  },
  SIGN_BY: () => planned(good),
  LAWFUL_DAY_OF_LINE: () => planned({ ...good, lines: [CLEARED] }),
  LEDGER_FACTS_SET_ASIDE: () =>
    planned({ ...good, lines: [{ ...line, dayFacts: { isOrdinary: true, evidence: 'hợp đồng 12' } }] }),
  SERVICE_DAY_FROM_DOCUMENT: () =>
    planned({
      ...good,
      profiles: [{ ...a, products: [{ code: 'SP1', kind: 'Dịch vụ' }] }],
      lines: [{ ...line, kind: 'service' }],
    }),
  DRAFT_LAWFUL_DAY: () => {
    const { input } = planned({ ...good, lines: [CLEARED] });
    return { input, plan: planned(good).plan! };
  },
  DRAFT_SYMBOL_YEAR: () => planned(terms({ invoiceSymbol: 'C25TYY' })),
  VAT_REDUCTION_PASSED: () =>
    planned({
      ...good,
      issueDay: '2027-01-06',
      lines: [{ ...line, vatRate: '8' }],
      profiles: [{ ...a, products: [{ code: 'SP1', vatRate: '10', vatReduction: 'reduced' }] }],
    }),
  HOLIDAYS_NOT_ANNOUNCED: () => unplanned({ ...good, issueDay: '2026-12-01' }),
  DRAFT_DATE_OUTDATED: () => {
    const { input, plan } = planned({ ...good, issueDay: '2026-09-30' });
    return { input: { ...input, period: { ...input.period, issueDay: '2026-10-01' } }, plan: plan! };
  },
  DRAFT_REDATED: () =>
    planned({
      ...good,
      issueDay: '2026-10-01',
      kept: planInvoices(issuanceInput(good)).invoices.map((one) => ({ ...one, pinned: true })),
    }),
  EARLIER_DAY_PENDING: () => waitingFor('2026-09-01', '2026-09-08'),
  YEAR_NOT_FINISHED: () => waitingFor('2026-12-31', '2027-01-04'),
  EARLIER_PERIOD_IN_TIME: () => {
    const august = { period: 'Tháng 8/2026', profile: 'A', status: 'draft', date: '2026-09-04', count: 2 } as const;
    const own = planned({ ...good, lines: [{ ...line, date: '2026-09-07' }] });
    return { ...own, input: { ...own.input, openElsewhere: [august] } };
  },
  HANDED_OVER_EXPIRED: () => waitingFor('2026-09-01', '2026-09-08'),
  HANDED_OVER_MISSING: () => {
    const kept = planInvoices(issuanceInput(good)).invoices.map((one) => ({ ...one, status: 'exported' as const }));
    const { input, plan } = planned({ ...good, kept });
    const moments = { ledger: '2026-10-02T02:00:00.000Z', exports: ['2026-10-01T02:00:00.000Z'] };
    return { input: { ...input, profiles: input.profiles.map((books) => ({ ...books, moments })) }, plan: plan! };
  },
  VAT_REDUCTION_ENDED: () =>
    unplanned({
      ...good,
      invoiceRules: {
        vatReductions: SHIPPED_RULES.vatReductions.with(-1, {
          ...SHIPPED_RULES.vatReductions.at(-1)!,
          toDate: '2026-09-02',
        }),
      },
    }),
  RULE_NOT_CONFIRMED: () => unplanned(good),
  INVOICE_NUMBER: () =>
    unplanned({ ...good, profiles: [{ ...a, sales: [{ ...a.sales![0]!, invoiceNumber: 'SAI' }] }] }),
  NUMBER_GAP: () => issued({}, { invoiceNumber: '3' }),
  NUMBER_TWICE: () => issued({}, { customerCode: 'C2' }),
  NUMBER_DATE_BACK: () => issued({}, { invoiceNumber: '2', invoiceDate: '2026-09-01' }),
  NUMBER_SYMBOL_YEAR: () => issued({}, { invoiceNumber: '2', invoiceSymbol: '1C25TYY' }),
  CANCEL_NOT_LAWFUL: () => issued({ invoiceState: 'Đã hủy' }),
  CORRECTION_METHOD: () =>
    issued(
      {},
      { invoiceNumber: '2', description: 'Điều chỉnh cho hóa đơn số 1' },
      { invoiceNumber: '3', description: 'Thay thế cho hóa đơn số 1' },
    ),
  CORRECTION_MIXED: () =>
    issued(
      {},
      { invoiceNumber: '2', customerCode: 'C2' },
      { invoiceNumber: '3', description: 'Thay thế cho các hóa đơn số 1, 2' },
    ),
  CORRECTION_SIGN: () => issued({}, { invoiceNumber: '2', description: 'Điều chỉnh giảm cho hóa đơn số 1' }),
  CORRECTION_UNREAD: () => issued({ description: 'Điều chỉnh theo bảng kê số 01/BK-ĐCTT' }),
  CORRECTION_DATE: () => issued({}, { invoiceNumber: '2', description: 'Thay thế cho hóa đơn số 1 ngày 03/09/2026' }),
  INVOICE_REQUIREMENT_UNSET: () => unplanned({ ...good, partners: [{ code: 'KH1', requirement: 'unset' }] }),
  ITEM_NOT_CONNECTED: () => unplanned({ ...good, profiles: [{ ...a, links: [] }] }),
  AMIS_SALES_UNREAD: () => withFile({ unreadRows: 7, firstUnread: 'dòng 9' }),
  AMIS_SALES_DAYS_MISSING: () => withFile({ toDate: '2026-09-20' }),
  AMIS_SALES_DAYS_UNKNOWN: () => withFile({ toDate: null }),
  TOTAL_MISMATCH: () => withFile({ remarks: [{ code: 'TOTAL_MISMATCH', message: 'lệch dòng tổng' }] }),
  REPORT_FILTERED: () => withFile({ remarks: [{ code: 'REPORT_FILTERED', message: 'có bộ lọc' }] }),
  AMIS_LEDGER_WITHOUT_WORDS: () => withFile({}, [exported]),
  STOCK_OLDER_THAN_LEDGER: () => withMoments(nine, next),
  LEDGER_OLDER_THAN_STOCK: () => withMoments(next, nine),
  DRAFT_BEYOND_STOCK: () => ({
    input: issuanceInput({ ...good, profiles: [{ ...a, stock: [{ product: 'SP1', opening: '1' }] }] }),
    plan: planInvoices(issuanceInput(good)),
  }),
  STOCK_HELD_ELSEWHERE: () => {
    const input = { ...issuanceInput(good), otherPeriods: { reserved: [held('1')], later: [] } };
    return { input, plan: planInvoices(input) };
  },
  STOCK_TAKEN_ELSEWHERE: () => ({
    input: { ...issuanceInput(good), otherPeriods: { reserved: [held('5')], later: [] } },
    plan: planInvoices(issuanceInput(good)),
  }),
  BUYER_INCOMPLETE: () =>
    planned({
      ...good,
      lines: twoBuyers,
      partners: ['KH1', 'KH2'].map((code) => ({ code, requirement: 'required', address: '' })),
    }),
  BUYER_AS_CONSUMER: () => buyers({}, [{ code: 'C1', isOrganisation: false }], true),
  BUYER_LOSES_VAT: () => buyers({ taxCode: '0316520076', requirement: 'not_required' }, [], false),
  SHORTAGE_BUYER_INCOMPLETE: () => buyers({ name: 'Công ty TNHH Hoa Mai' }, [], false),
  NEW_CUSTOMERS: () => buyers({}, [], false),
  BUYER_TAX_CODE_INVALID: () => buyers({ taxCode: '123' }, [], false),
  BUYER_TAX_CODE_BRANCH: () => buyers({ taxCode: '0316520076-991' }, [], false),
  BUYER_AMBIGUOUS: () =>
    buyers(
      { taxCode: '0316520076' },
      ['C1', 'C2'].map((code) => ({ code, taxCode: '0316520076' })),
      false,
    ),
  BUYER_TAX_CODE_DIFFERS: () => buyers({ taxCode: '0316520076' }, [{ code: 'C1', taxCode: '0314409058' }], true),
  BUYER_INACTIVE: () => buyers({}, [{ code: 'C1', isActive: false }], true),
  PRODUCT_INACTIVE: () => planned({ ...good, profiles: [{ ...a, products: [{ code: 'SP1', isActive: false }] }] }),
  VAT_REDUCTION_UNKNOWN: () =>
    planned({
      ...good,
      profiles: [{ ...a, products: [{ code: 'SP1', vatRate: '10' }] }],
      lines: [{ ...line, vatRate: null }],
    }),
  VAT_REDUCTION_UNFIT: () =>
    planned({
      ...good,
      profiles: [{ ...a, products: [{ code: 'SP1', vatRate: '5', vatReduction: 'reduced' }] }],
      lines: [{ ...line, vatRate: '5' }],
    }),
  FACTOR_IMPLAUSIBLE: () =>
    planned({
      ...good,
      lines: [{ ...line, quantity: '12' }],
      profiles: [
        {
          ...a,
          products: [{ code: 'SP1', prices: [2000] }],
          links: [{ product: 'SP1', item: 'VT1', factor: '1/12' }],
        },
      ],
    }),
  PRODUCT_WITHOUT_UNIT: () => planned({ ...good, profiles: [{ ...a, products: [{ code: 'SP1', unit: '' }] }] }),
  NEGATIVE_STOCK: () => planned({ ...good, profiles: [{ ...a, stock: [{ product: 'SP1', opening: '-5' }] }] }),
  OTHER_INCOMING: () =>
    planned({
      ...good,
      profiles: [
        {
          ...a,
          stock: [
            { product: 'SP1', incoming: '5' },
            { product: 'SP2', incoming: '2' },
          ],
        },
      ],
    }),
  CODE_ZEROS_DIFFER: () =>
    planned({
      ...good,
      profiles: [
        {
          ...a,
          terms: { ...a.terms, excludedWarehouseCodes: ['09'] },
          stock: [...a.stock!, { product: 'SP1', warehouse: '9', opening: '1' }],
        },
      ],
    }),
  AMIS_PRODUCT_UNKNOWN: () =>
    planned({ ...good, profiles: [{ ...a, sales: [{ ...a.sales![0]!, documentDate: '2026-09-02' }] }] }),
  PURCHASES_EXCEED_INCOMING: () =>
    planned({
      ...good,
      profiles: [{ ...a, purchases: [{ date: '2026-09-02', voucherNumber: 'PN1', product: 'SP1', quantity: '3' }] }],
    }),
  SNAPSHOT_DRIFT: () =>
    planned({
      ...good,
      profiles: [{ ...a, sales: [{ ...a.sales![0]!, product: 'SP1', documentDate: '2026-09-02', quantity: '2' }] }],
    }),
  AMIS_ENTRIES_UNMATCHED: () =>
    planned({
      ...good,
      profiles: [
        {
          ...a,
          sales: [
            { ...a.sales![0]!, documentDate: '2026-09-20' },
            { ...a.sales![0]!, id: 'Y', documentDate: '2026-09-21' },
          ],
        },
      ],
    }),
  SALE_MAYBE_ISSUED: () =>
    planned({
      ...good,
      profiles: [
        {
          ...a,
          customers: [{ code: 'C1', name: 'Khách KH1' }],
          partnerLinks: [{ customer: 'C1', partner: 'KH1' }],
          sales: [
            { ...sale, documentDate: '2026-09-05', product: 'SP9', quantity: '2', amount: 200_000 },
            { ...sale, id: 'b', documentDate: '2026-09-05', product: 'SP8', quantity: '1', amount: 100_000 },
          ],
        },
      ],
    }),
  SALE_MAYBE_ISSUED_ELSEWHERE: () => {
    const ofBuyer = {
      ...{ ...a, customers: [{ code: 'C1', name: 'Khách KH1' }], partnerLinks: [{ customer: 'C1', partner: 'KH1' }] },
      sales: [{ ...sale, documentDate: '2026-10-02', quantity: '3', amount: 300_000 }],
    };
    const own = planned({ ...good, profiles: [{ ...ofBuyer, sales: [] }] });
    const [entry] = issuanceInput({ ...good, profiles: [ofBuyer] }).profiles[0]!.salesLedger;
    const looseElsewhere = [{ profile: 'A', period: 'Tháng 10/2026', entry: entry! }];
    return { ...own, input: { ...own.input, looseElsewhere } };
  },
  VAT_DIFFERS_FROM_LEDGER: () => planned({ ...good, lines: [{ ...line, vatAmount: 1 }] }),
  TOO_MANY_LINES: () =>
    planned({
      ...terms({ maxLinesPerInvoice: 1 }),
      lines: [
        { ...line, doc: 'D' },
        { ...line, id: '2', doc: 'D', kind: 'discount', quantity: '0', amount: -10_000 },
      ],
    }),
  // A plan leaves a discount beyond its goods uninvoiced: such a draft comes from an earlier version.
  NEGATIVE_INVOICE: () => {
    const warning = {
      code: 'NEGATIVE_INVOICE',
      message: 'Chiết khấu lớn hơn tiền hàng.',
      profile: 'A',
      invoice: pinned.key,
    };
    return keeping({}, { ...pinned, warnings: [warning] });
  },
  KEPT_INVOICE_WITHOUT_STOCK: () => keeping({ profiles: [{ ...profile!, stock: [] }] }),
  KEPT_DRAFT_OUTDATED: () => keeping({ lines: regenerated().lines.slice(1) }),
  KEPT_INVOICE_AMOUNT_DIFFERS: () =>
    keeping({ lines: [{ ...regenerated().lines[0]!, amount: 450_000 }, regenerated().lines[1]!] }, exported),
  KEPT_INVOICE_EXCLUDED: () =>
    keeping({ exclusions: [{ line: '1', reason: 'not_a_sale', note: 'Khách trả lại đơn' }] }, exported),
  KEPT_INVOICE_BUYER: () =>
    keeping({ lines: [{ ...regenerated().lines[0]!, partner: 'KH2' }, regenerated().lines[1]!] }, exported),
  KEPT_INVOICE_BRANCH: () =>
    keeping({ lines: [{ ...regenerated().lines[0]!, branch: 'SG' }, regenerated().lines[1]!] }, exported),
  KEPT_INVOICE_DAY: () =>
    keeping({ lines: [{ ...regenerated().lines[0]!, date: '2026-09-08' }, regenerated().lines[1]!] }, exported),
  KEPT_INVOICE_GOODS: () =>
    keeping({ lines: [{ ...regenerated().lines[0]!, item: 'VT9' }, regenerated().lines[1]!] }, exported),
  KEPT_INVOICE_FACTOR: () =>
    keeping({ profiles: [{ ...profile!, links: [{ product: 'SP1', item: 'VT1', factor: '1/2' }] }] }, exported),
  KEPT_INVOICE_TAX_CODE: () => keeping({ profiles: [withCustomer({ taxCode: '0316520076' })] }, exported),
  KEPT_INVOICE_BUYER_NAME: () => keeping({ profiles: [withCustomer({ name: 'Công ty Ân' })] }, exported),
  KEPT_INVOICE_KIND: () =>
    keeping({ lines: [{ ...regenerated().lines[0]!, kind: 'service' }, regenerated().lines[1]!] }, exported),
  SALE_ENTERED_ANEW: () =>
    keeping({ lines: [{ ...regenerated().lines[0]!, id: '9', doc: '1' }, regenerated().lines[1]!] }, exported),
  DRAFT_ISSUER_NOT_DECLARED: () => keeping({ issuers: { HN: [] } }),
  DRAFT_NOT_CONNECTED: () => keeping({ profiles: [{ ...profile!, links: [] }] }),
  DRAFT_BUYER_TAX_CODE: () => keeping({ profiles: [withCustomer({ taxCode: '0316520076' })] }),
  DRAFT_BUYER_NAME: () => keeping({ profiles: [withCustomer({ address: '9 Lê Lai, Huế' })] }),
  DRAFT_BEFORE_LAST_ISSUED: () => keeping({ profiles: [{ ...profile!, terms: { lastIssuedDate: '2026-10-02' } }] }),
  DRAFT_BUYER_ASKS_FOR_DETAILS: () => {
    const consumer = invoicesOf(regenerated({ partners: [{ code: 'KH1' }, { code: 'KH2' }] }))[0]!;
    const partners = [{ code: 'KH1', requirement: 'required' as const }, { code: 'KH2' }];
    return keeping({ partners }, { ...consumer, pinned: true });
  },
  AMIS_DECISION_EXCEEDS_LINE: () =>
    keeping(
      {
        lines: [{ ...regenerated().lines[0]!, quantity: '6', amount: 600_000 }, regenerated().lines[1]!],
        profiles: [{ ...profile!, sales: [{ ...sale, quantity: '5', amount: 500_000 }] }],
        decisions: [{ profile: 'A', entry: 'a', line: '1' }],
      },
      exported,
    ),
  AMIS_AMOUNT_DIFFERS: () =>
    planned(
      regenerated({
        profiles: [{ ...profile!, sales: [{ ...sale, quantity: '4', amount: 390_000 }] }],
        decisions: [{ profile: 'A', entry: 'a', line: '1' }],
      }),
    ),
  AMIS_ENTRIES_UNDECIDED: () =>
    planned({
      ...good,
      lines: twoBuyers.map((one) => ({ ...one, amount: 300_000 })),
      profiles: [{ ...a, sales: [{ ...a.sales![0]!, documentDate: '2026-09-04', product: 'SP1', amount: 300_000 }] }],
    }),
  AMIS_DIFFERS_FROM_OURS: () => settled('0000001', 0, 'Hóa đơn bị điều chỉnh'),
  INVOICE_DIFFERS_FROM_AMIS: () => settled('0000001', 1),
  AMIS_STATUS_UNCLEAR: () => settled('0000001', 0, 'Hóa đơn bị thay thế'),
};

/** The sale of a day that has left for AMIS without a number yet, and one of another day whose invoice is still a draft. */
function waitingFor(before: string, day: string): Case {
  const lines = [before, day].map((date, index) => ({
    ...line,
    id: `${index}`,
    doc: `D${index}`,
    date,
    quantity: '1',
  }));
  const both: GivenPeriod = { ...good, lines, days: [before, day], issueDay: day };
  const [gone] = planInvoices(issuanceInput({ ...both, issueDay: before })).invoices;
  return planned({ ...both, kept: [{ ...gone!, status: 'exported' }] });
}

/** Invoices that AMIS has issued: number 1 of 02/09/2026, each as far as it is given otherwise. */
function issued(...own: readonly Partial<NonNullable<typeof a.sales>[number]>[]): Case {
  const first = { ...a.sales![0]!, invoiceNumber: '1', invoiceDate: '2026-09-02', customerCode: 'C1' };
  const sales = own.map((one, index) => ({ ...first, id: `s${index}`, voucherNumber: `TAY${index}`, ...one }));
  return unplanned({ ...good, profiles: [{ ...a, sales }] });
}

function settled(invoiceNumber: string, more: number, invoiceState = ''): Case {
  const sales = exported.items.map((item, index) => ({
    ...{ id: `e${index}`, voucherNumber: exported.voucherNumber, documentDate: exported.documentDate, invoiceNumber },
    ...{ product: item.product, quantity: '4', amount: item.amount + more, customerCode: 'C1' },
    ...(invoiceState !== '' && { invoiceState }),
  }));
  return keeping({ profiles: [{ ...profile!, sales }] }, exported);
}

import { planInvoices } from '../plan.ts';
import { type GivenLine, type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import type { LawCase } from '../rules/law-cases/law-case-fixture.ts';
import type { PlannedInvoice } from '../types.ts';
import { discountAdjustments } from './discount-adjustments.ts';

const MONTH_END = '2026-09-30';

/** Sales of a buyer in September at 100.000 đ a piece, each a document of its own, and what is discounted at the end. */
export const discountedMonth = (
  sales: readonly Partial<GivenLine>[],
  more: Partial<GivenPeriod> = {},
): GivenPeriod => ({
  profiles: [
    {
      code: 'A',
      products: [{ code: 'SP8', vatRate: '10', vatReduction: 'reduced' }, { code: 'SP5' }],
      links: [
        { product: 'SP8', item: 'VT8' },
        { product: 'SP5', item: 'VT5' },
      ],
      customers: [{ code: 'C1', name: 'Công ty An', taxCode: '0101243150' }],
      partnerLinks: [{ customer: 'C1', partner: 'KH1' }],
      stock: [
        { product: 'SP8', opening: '1000' },
        { product: 'SP5', opening: '1000' },
      ],
    },
  ],
  partners: [{ code: 'KH1', name: 'Cty An', requirement: 'required', taxCode: '0101243150' }, { code: 'KH2' }],
  lines: sales.map((line, index) => ({
    ...{ id: `${index + 1}`, date: '2026-09-05', partner: 'KH1', item: 'VT8', quantity: '1', amount: 100_000 },
    ...{ vatRate: '8' },
    ...line,
  })),
  ...more,
});

/** The invoices of a first plan as AMIS has issued them: they get the numbers 11, 12, …, but for those that `hasNumber` leaves out. */
export const issuedOf = (
  given: GivenPeriod,
  hasNumber: (invoice: PlannedInvoice) => boolean = () => true,
): PlannedInvoice[] =>
  planInvoices(issuanceInput(given)).invoices.map((invoice, index) =>
    hasNumber(invoice)
      ? { ...invoice, status: 'issued', invoiceNumber: `${index + 11}`, issuedOn: invoice.documentDate }
      : { ...invoice, status: 'exported' },
  );

type Given = {
  readonly sales: readonly Partial<GivenLine>[];
  readonly discounts: readonly Partial<GivenLine>[];
  readonly rules?: GivenPeriod['rules'];
  /** False: no invoice has left yet. */
  readonly isIssued?: boolean;
  readonly hasNumber?: (invoice: PlannedInvoice) => boolean;
};

const DISCOUNT = { id: 'CK', kind: 'discount', date: MONTH_END, quantity: '1', item: 'CKTM', vatRate: null } as const;

const discounted = (
  says: string,
  { sales, discounts, rules = {}, isIssued = true, hasNumber }: Given,
  expected: string,
  rule = 'C5',
): LawCase => ({
  rule,
  says,
  answer: (invoiceRules) => {
    const before = discountedMonth(sales, { invoiceRules, rules });
    const kept = isIssued ? issuedOf(before, hasNumber) : [];
    const lines = [...sales, ...discounts.map((one) => ({ ...DISCOUNT, ...one }))];
    const input = issuanceInput(discountedMonth(lines, { invoiceRules, rules, kept }));
    const plan = planInvoices(input);
    const rows = discountAdjustments(input, plan).map(
      ({ original, rate, amount, vatAmount }) =>
        `${original ? `số ${original.number} thuế suất ${rate}: ${amount} và thuế ${vatAmount}` : `chờ ${amount}`}`,
    );
    const drafts = plan.invoices
      .filter(({ status }) => status === 'draft')
      .map(
        ({ documentDate, items }) =>
          `${documentDate} ${items.map(({ kind, amount, vatRate }) => `${kind === 'discount' ? 'chiết khấu' : 'hàng'} ${amount} ${vatRate}`).join('; ')}`,
      );
    const reviewed = plan.shortages.filter(({ reason }) => reason === 'NEEDS_REVIEW').map(({ reason }) => reason);
    return [...rows, ...drafts, ...reviewed].join('; ');
  },
  expected,
});

const NEXT = { rules: { discountsOnNextPurchase: true }, isIssued: false } as const;

/** Rules C5 and V4 of docs/law.md: discounts by volume, and invoices of several rates. */
export const DISCOUNT_CASES: readonly LawCase[] = [
  discounted(
    'mua 100.000 và 300.000, hai hóa đơn số 11, 12; cuối tháng chiết khấu doanh số 10.000: điều chỉnh giảm cả hai, theo tiền hàng',
    { sales: [{}, { date: '2026-09-12', quantity: '3', amount: 300_000 }], discounts: [{ amount: -10_000 }] },
    'số 11 thuế suất 8: -2500 và thuế -200; số 12 thuế suất 8: -7500 và thuế -600',
  ),
  discounted(
    'chiết khấu 100 cho ba hóa đơn bằng nhau: đúng đến từng đồng',
    { sales: [{}, { date: '2026-09-12' }, { date: '2026-09-15' }], discounts: [{ amount: -100 }] },
    'số 11 thuế suất 8: -33 và thuế -3; số 12 thuế suất 8: -34 và thuế -3; số 13 thuế suất 8: -33 và thuế -2',
  ),
  discounted(
    'chiết khấu bằng đúng tiền hàng đã mua: được',
    { sales: [{}], discounts: [{ amount: -100_000 }] },
    'số 11 thuế suất 8: -100000 và thuế -8000',
  ),
  discounted(
    'chiết khấu lớn hơn tiền hàng đã mua một đồng: chờ cả',
    { sales: [{}], discounts: [{ amount: -100_001 }] },
    'chờ -100001',
  ),
  discounted(
    'hai lần chiết khấu 60.000 của một hóa đơn 100.000: lần sau không còn đủ, chờ',
    { sales: [{}], discounts: [{ amount: -60_000 }, { id: 'CK2', amount: -60_000 }] },
    'số 11 thuế suất 8: -60000 và thuế -4800; chờ -60000',
  ),
  discounted(
    'hóa đơn 400.000 đã trả lại 300.000: chiết khấu chỉ còn trong 100.000',
    {
      sales: [{ quantity: '4', amount: 400_000 }],
      discounts: [
        { id: 'T', kind: 'goods', item: 'VT8', vatRate: '8', date: '2026-09-20', quantity: '-3', amount: -300_000 },
        { amount: -100_000 },
        { id: 'CK2', amount: -1 },
      ],
    },
    'số 11 thuế suất 8: -100000 và thuế -8000; chờ -1',
  ),
  discounted(
    'hàng trả lại ở chi nhánh khác cũng bớt tiền hàng còn được chiết khấu',
    {
      sales: [{ quantity: '4', amount: 400_000 }],
      discounts: [
        {
          ...{ id: 'T', kind: 'goods', item: 'VT8', vatRate: '8', date: '2026-09-20', quantity: '-3' },
          ...{ amount: -300_000, branch: 'SG' },
        },
        { amount: -100_000 },
        { id: 'CK2', amount: -1 },
      ],
    },
    'số 11 thuế suất 8: -100000 và thuế -8000; chờ -1',
  ),
  discounted(
    'lần mua sau ngày chiết khấu và khách khác không bị giảm',
    {
      sales: [{}, { date: '2026-09-25' }, { partner: 'KH2' }],
      discounts: [{ date: '2026-09-20', amount: -10_000 }],
    },
    'số 11 thuế suất 8: -10000 và thuế -800',
  ),
  discounted(
    'hóa đơn đã giao AMIS chưa có số: chờ',
    { sales: [{}], discounts: [{ amount: -10_000 }], hasNumber: () => false },
    'chờ -10000',
  ),
  discounted(
    'chiết khấu ghi thêm vào chứng từ bán đã có hóa đơn: chỉ giảm hóa đơn của chứng từ ấy',
    { sales: [{}, { date: '2026-09-05' }], discounts: [{ doc: '2', date: '2026-09-05', amount: -10_000 }] },
    'số 12 thuế suất 8: -10000 và thuế -800',
  ),
  discounted(
    'hóa đơn nhiều thuế suất: chiết khấu chia theo tiền hàng từng thuế suất, thuế theo từng thuế suất',
    {
      sales: [
        { doc: 'A', amount: 300_000 },
        { doc: 'A', item: 'VT5', vatRate: '5' },
      ],
      discounts: [{ amount: -40_000 }],
    },
    'số 11 thuế suất 5: -10000 và thuế -500; số 11 thuế suất 8: -30000 và thuế -2400',
  ),
  discounted(
    'chiết khấu ghi rõ thuế suất 5: chỉ giảm hàng 5 %',
    {
      sales: [{ doc: 'A' }, { doc: 'A', item: 'VT5', vatRate: '5' }],
      discounts: [{ vatRate: '5', amount: -40_000 }],
    },
    'số 11 thuế suất 5: -40000 và thuế -2000',
  ),
  discounted(
    'kỳ chọn ghi vào lần mua sau: dòng chiết khấu trên hóa đơn kế tiếp của khách, lần mua trước không đổi',
    {
      ...NEXT,
      sales: [{}, { date: '2026-09-20' }, { date: '2026-09-25' }],
      discounts: [{ date: '2026-09-15', amount: -30_000 }],
    },
    '2026-09-05 hàng 100000 8; 2026-09-20 hàng 100000 8; chiết khấu -30000 8; 2026-09-25 hàng 100000 8',
  ),
  discounted(
    'lần mua ngay trong ngày chiết khấu cũng là lần mua sau; bằng đúng tiền hàng thì được',
    { ...NEXT, sales: [{ date: '2026-09-15' }], discounts: [{ date: '2026-09-15', amount: -100_000 }] },
    '2026-09-15 hàng 100000 8; chiết khấu -100000 8',
  ),
  discounted(
    'lần mua sau không đủ tiền hàng thì bỏ qua, ghi vào lần đủ',
    {
      ...NEXT,
      sales: [{ date: '2026-09-20' }, { date: '2026-09-25', quantity: '2', amount: 200_000 }],
      discounts: [{ date: '2026-09-15', amount: -100_001 }],
    },
    '2026-09-20 hàng 100000 8; 2026-09-25 hàng 200000 8; chiết khấu -100001 8',
  ),
  discounted(
    'lần mua sau đã có chiết khấu của mình: chỉ còn phần chưa giảm',
    {
      ...NEXT,
      sales: [
        { date: '2026-09-20', doc: 'B' },
        { ...DISCOUNT, id: 'B2', doc: 'B', date: '2026-09-20', amount: -60_000 },
      ],
      discounts: [{ date: '2026-09-15', amount: -40_001 }],
    },
    'chờ -40001; 2026-09-20 hàng 100000 8; chiết khấu -60000 8',
  ),
  discounted(
    'không có lần mua sau: hóa đơn điều chỉnh cho lần đã mua',
    { ...NEXT, isIssued: true, sales: [{}], discounts: [{ date: '2026-09-15', amount: -30_000 }] },
    'số 11 thuế suất 8: -30000 và thuế -2400',
  ),
  discounted(
    'lần mua sau nhiều thuế suất: dòng chiết khấu theo từng thuế suất, theo tiền hàng',
    {
      ...NEXT,
      sales: [
        { date: '2026-09-20', doc: 'B', amount: 300_000 },
        { date: '2026-09-20', doc: 'B', item: 'VT5', vatRate: '5' },
      ],
      discounts: [{ date: '2026-09-15', amount: -40_000 }],
    },
    '2026-09-20 hàng 300000 8; hàng 100000 5; chiết khấu -30000 8; chiết khấu -10000 5',
  ),
  discounted(
    'hóa đơn nhiều thuế suất, chiết khấu ghi rõ từng thuế suất: mỗi dòng thuế suất của mình, chiết khấu là dòng riêng',
    {
      sales: [
        { doc: 'A' },
        { doc: 'A', item: 'VT5', vatRate: '5' },
        { ...DISCOUNT, doc: 'A', date: '2026-09-05', amount: -10_000 },
      ],
      discounts: [],
      isIssued: false,
    },
    '2026-09-05 hàng 100000 8; hàng 100000 5; chiết khấu -5000 8; chiết khấu -5000 5',
    'V4',
  ),
];

import { parseQuantity } from '../../quantity.ts';
import { planInvoices } from '../plan.ts';
import { issuanceInput } from '../plan-fixture.ts';
import { given } from '../regeneration-fixture.ts';
import type { LawCase } from '../rules/law-cases/law-case-fixture.ts';
import type { EarlierSale, OtherReturn } from './earlier-sales.ts';
import { returnAdjustments } from './return-adjustments.ts';

/** The sale of four at 100.000 đ of 5 September, on invoice 12 or on none yet, of which some come back on the 20th. */
const back = (says: string, quantity: number, expected: string, isInvoiced = true): LawCase => ({
  rule: 'C6',
  says,
  answer: (invoiceRules) => {
    const first = planInvoices(issuanceInput({ ...given(), invoiceRules })).invoices[0]!;
    const kept = isInvoiced ? [{ ...first, status: 'issued' as const, invoiceNumber: '12' }] : [];
    const returned = { ...{ id: 'T', date: '2026-09-20', partner: 'KH1', item: 'VT1' }, quantity: `${-quantity}` };
    const lines = [...given().lines, { ...returned, amount: -100_000 * quantity }];
    const input = issuanceInput({ ...given(), invoiceRules, kept, lines });
    const plan = planInvoices(input);
    const adjusted = returnAdjustments(input, plan).map(
      ({ original, amount }) => `${original ? `số ${original.number}` : 'chưa rõ hóa đơn gốc'} ${amount}`,
    );
    return adjusted.length > 0 ? adjusted.join(', ') : `hóa đơn còn ${plan.invoices[0]!.amount}`;
  },
  expected,
});

const AUGUST: EarlierSale = {
  ...{ period: 'Tháng 8', kind: 'goods', partnerCode: 'KH1', itemCode: 'VT1', line: 'T8-1', saleDay: '2026-08-20' },
  ...{ profile: 'A', voucherNumber: 'BHA8', form: '1', symbol: 'C26TYY', number: '7', date: '2026-08-20' },
  ...{ isAdjusted: false, product: 'SP1', baseQuantity: parseQuantity('3') },
  sold: { baseQuantity: parseQuantity('3'), amount: 300_000, discount: 0 },
};

/** An older sale at 120.000 đ, on invoice 5. */
const DEARER: EarlierSale = {
  ...{ ...AUGUST, period: 'Tháng 7', line: 'T7-1', saleDay: '2026-07-30', date: '2026-07-30', number: '5' },
  sold: { baseQuantity: parseQuantity('3'), amount: 360_000, discount: 0 },
};

type Back = {
  readonly quantity: number;
  readonly price?: number;
  readonly others?: readonly OtherReturn[];
  readonly sold?: readonly EarlierSale[];
};

/** Goods of which some were sold in August on invoice 7, come back in September, where four were sold on invoice 12 or none. */
const backLater = (
  says: string,
  { quantity, price = 100_000, others = [], sold = [AUGUST] }: Back,
  expected: string,
): LawCase => ({
  rule: 'C6',
  says,
  answer: (invoiceRules) => {
    const line = { ...{ id: 'T', date: '2026-09-02', partner: 'KH1', item: 'VT1' }, quantity: `${-quantity}` };
    const lines = [...given().lines, { ...line, amount: -price * quantity }];
    const input = { ...issuanceInput({ ...given(), invoiceRules, lines }), earlier: { sales: sold, returns: others } };
    return returnAdjustments(input, planInvoices(input))
      .map(({ original, amount }) =>
        original ? `số ${original.number} (${original.period ?? 'kỳ này'}) ${amount}` : `chưa rõ hóa đơn gốc ${amount}`,
      )
      .join(', ');
  },
  expected,
});

const claimed = (docDate: string, quantity: string, price = 100_000): OtherReturn => ({
  ...{ kind: 'goods', partnerCode: 'KH1', itemCode: 'VT1', line: `T-${docDate}`, docDate },
  baseQuantity: parseQuantity(quantity),
  amount: -price * Number(quantity),
  returned: { baseQuantity: -parseQuantity(quantity), amount: -price * Number(quantity), discount: 0 },
});

/** Rule C6 of docs/law.md: goods that come back. */
export const RETURN_CASES: readonly LawCase[] = [
  back('bán 4 có hóa đơn số 12, trả 1', 1, 'số 12 -100000'),
  back('bán 4 có hóa đơn số 12, trả 4', 4, 'số 12 -400000'),
  back('bán 4 có hóa đơn số 12, trả 5', 5, 'số 12 -400000, chưa rõ hóa đơn gốc -100000'),
  backLater('bán 3 tháng 8 trên hóa đơn số 7, trả 1 đầu tháng 9', { quantity: 1 }, 'số 7 (Tháng 8) -100000'),
  backLater(
    'bán 3 tháng 8, trả 5 đầu tháng 9: 3 cho số 7, 2 chưa rõ',
    { quantity: 5 },
    'số 7 (Tháng 8) -300000, chưa rõ hóa đơn gốc -200000',
  ),
  backLater(
    'bán 3 tháng 8, đã trả 2 ở tháng 8: chỉ còn 1 cho số 7',
    { quantity: 3, others: [claimed('2026-08-25', '2')] },
    'số 7 (Tháng 8) -100000, chưa rõ hóa đơn gốc -200000',
  ),
  backLater(
    'bán 3 tháng 8, lần trả sau này của tháng 10 không lấy mất phần của lần trả trước',
    { quantity: 3, others: [claimed('2026-10-01', '9')] },
    'số 7 (Tháng 8) -300000',
  ),
  backLater(
    'hai tháng trước đều bán: hóa đơn gần ngày trả hơn trước',
    {
      quantity: 4,
      sold: [
        { ...AUGUST, period: 'Tháng 7', line: 'T7-1', saleDay: '2026-07-30', date: '2026-07-30', number: '5' },
        AUGUST,
      ],
    },
    'số 7 (Tháng 8) -300000, số 5 (Tháng 7) -100000',
  ),
  backLater(
    'hai tháng trước bán hai giá: hóa đơn cùng giá hàng trả trước',
    { quantity: 4, price: 120_000, sold: [DEARER, AUGUST] },
    'số 5 (Tháng 7) -360000, số 7 (Tháng 8) -120000',
  ),
  backLater(
    'lần trả trước của tháng 8, giá 120.000, đã lấy hóa đơn cùng giá, không phải hóa đơn gần nhất',
    { quantity: 4, sold: [DEARER, AUGUST], others: [claimed('2026-08-25', '2', 120_000)] },
    'số 7 (Tháng 8) -300000, số 5 (Tháng 7) -100000',
  ),
  backLater(
    'bán sau ngày trả không phải hóa đơn gốc',
    { quantity: 1, sold: [{ ...AUGUST, saleDay: '2026-09-03' }] },
    'chưa rõ hóa đơn gốc -100000',
  ),
  back('bán 4 chưa có hóa đơn, trả 1', 1, 'hóa đơn còn 300000', false),
];

import type { LawCase } from '../invoices/law-buyers-fixture.ts';
import { planInvoices } from '../plan.ts';
import { issuanceInput } from '../plan-fixture.ts';
import { given } from '../regeneration-fixture.ts';
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

/** Rule C6 of docs/law.md: goods that come back. */
export const RETURN_CASES: readonly LawCase[] = [
  back('bán 4 có hóa đơn số 12, trả 1', 1, 'số 12 -100000'),
  back('bán 4 có hóa đơn số 12, trả 4', 4, 'số 12 -400000'),
  back('bán 4 có hóa đơn số 12, trả 5', 5, 'số 12 -400000, chưa rõ hóa đơn gốc -100000'),
  back('bán 4 chưa có hóa đơn, trả 1', 1, 'hóa đơn còn 300000', false),
];

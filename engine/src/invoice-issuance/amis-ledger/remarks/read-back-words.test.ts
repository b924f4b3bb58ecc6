import { expect, test } from 'vitest';
import { planInvoices } from '../../plan.ts';
import { type GivenPeriod, issuanceInput } from '../../plan-fixture.ts';
import { given, invoicesOf } from '../../regeneration-fixture.ts';
import type { PlannedInvoice } from '../../types.ts';

type Sales = NonNullable<GivenPeriod['profiles'][0]['sales']>;

const invoice = invoicesOf(given())[0]!;
const { voucherNumber } = invoice;
const own = { id: 'a', voucherNumber, documentDate: '2026-09-05', product: 'SP1', quantity: '4', amount: 400_000 };

/** The plan of the invoice, which has left, with these entries of AMIS. */
function planWith(sales: Sales, left: PlannedInvoice = invoice) {
  const stock = [{ product: 'SP1', opening: '20', outgoing: '4' }];
  const profiles = [{ ...given().profiles[0]!, stock, sales }];
  return planInvoices(issuanceInput(given({ kept: [{ ...left, status: 'exported' }], profiles })));
}

const naming = { description: 'Điều chỉnh thông tin cho hóa đơn số 7', invoiceNumber: '9' };
test.each<[string, Sales]>([
  [
    'adjusted in words alone',
    [
      { ...own, invoiceNumber: '7' },
      { ...own, ...naming, id: 'b', voucherNumber: 'TAY1', quantity: '0', amount: 0 },
    ],
  ],
  ['called adjusted', [{ ...own, invoiceNumber: '7', invoiceState: 'Hóa đơn bị điều chỉnh' }]],
])('an invoice %s is not told to be off by nothing', (_, sales) => {
  const { settled, warnings } = planWith(sales);
  expect(settled).toMatchObject([{ status: 'adjusted', difference: 0 }]);
  expect(warnings.filter(({ code }) => code === 'AMIS_DIFFERS_FROM_OURS').map(({ message }) => message)).toEqual([
    `Chứng từ «${voucherNumber}» ở AMIS đã được điều chỉnh, tiền trước thuế không đổi.`,
  ]);
});

test.each<[string, Partial<Sales[0]>, number, string]>([
  ['called cancelled, with its amounts', { invoiceState: 'Đã hủy' }, 400_000, 'ghi là đã hủy'],
  ['without goods and money', { quantity: '0', amount: 0 }, 400_000, 'lệch -400.000 đồng trước thuế so với Khớp'],
  ['of gifts, without goods', { quantity: '0', amount: 0 }, 0, 'không còn hàng nào'],
])('an invoice without a number that is %s is told in these words', (_, more, amount, words) => {
  const { warnings } = planWith([{ ...own, ...more }], { ...invoice, amount });
  expect(warnings.map(({ message }) => message)).toContain(`Chứng từ «${voucherNumber}» ở AMIS ${words}.`);
});

import { expect, test } from 'vitest';
import { planInvoices } from '../../plan.ts';
import { type GivenPeriod, issuanceInput } from '../../plan-fixture.ts';
import { given, invoicesOf } from '../../regeneration-fixture.ts';
import type { PlannedInvoice } from '../../types.ts';
import { preflight } from '../preflight.ts';

const [first] = invoicesOf(given());
const replaced: PlannedInvoice = { ...first!, status: 'replaced', invoiceNumber: '12', issuedOn: '2026-09-05' };
const [line, other] = given().lines;

/** The ledger of AMIS shows another sale of before, and no document of these. */
const OTHER_SALE = {
  ...{ id: 'X', voucherNumber: 'X', documentDate: '2026-08-31', product: 'SP9', quantity: '1', amount: 1 },
};

/** Sales that count as not invoiced in time, by a line of theirs, with their money. */
function missing(
  kept: readonly PlannedInvoice[],
  lines: GivenPeriod['lines'] = given().lines,
  sales: GivenPeriod['profiles'][number]['sales'] = [OTHER_SALE],
) {
  const { profiles } = given();
  const input = issuanceInput(
    given({ issuers: { HN: ['A'] }, bases: [], kept, lines, profiles: [{ ...profiles[0]!, sales }] }),
  );
  return preflight(input, planInvoices(input)).flatMap(({ code, about }) =>
    code === 'NOT_ISSUED_IN_TIME' ? about!.map((one) => [one.line, one.amount]) : [],
  );
}

test('a sale whose invoice was replaced has been invoiced, also where the ledger does not show the other invoice any more', () => {
  expect(missing([])).toEqual([
    ['1', 400_000],
    ['2', 400_000],
  ]);
  expect(missing([replaced])).toEqual([['2', 400_000]]);
});

test('what a replaced invoice never had is without one', () => {
  expect(missing([replaced], [{ ...line!, quantity: '6', amount: 600_000 }, other!])).toEqual([
    ['1', 200_000],
    ['2', 400_000],
  ]);
});

test('a gift on a replaced invoice has been invoiced', () => {
  const gift = { ...line!, id: '3', doc: '1', quantity: '1', amount: 0, kind: 'free' as const };
  const withGift = [...given().lines, gift];
  const [both] = invoicesOf(given({ lines: withGift }));
  expect(missing([], [gift])).toEqual([['3', 0]]);
  expect(missing([{ ...both!, status: 'replaced', invoiceNumber: '12', issuedOn: '2026-09-05' }], withGift)).toEqual([
    ['2', 400_000],
  ]);
});

test('the rest of a line is without an invoice where the ledger shows the invoice that replaced the other', () => {
  const replacing = {
    ...{ id: 'TT', voucherNumber: 'TT1', documentDate: '2026-09-21', product: 'SP1', customerCode: 'C1' },
    ...{ invoiceNumber: '15', invoiceDate: '2026-09-21', quantity: '4', amount: 400_000 },
    description: 'Thay thế cho hóa đơn Mẫu số 1 ký hiệu C26TYY số 12 ngày 05/09/2026',
  };
  const lines = [{ ...line!, quantity: '6', amount: 600_000 }, other!];
  expect(missing([{ ...replaced, status: 'issued' }], lines, [OTHER_SALE, replacing])).toEqual([
    ['1', 200_000],
    ['2', 400_000],
  ]);
  expect(missing([replaced], lines, [OTHER_SALE, replacing])).toEqual([
    ['1', 200_000],
    ['2', 400_000],
  ]);
});

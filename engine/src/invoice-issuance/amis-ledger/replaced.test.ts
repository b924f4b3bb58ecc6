import { describe, expect, test } from 'vitest';
import { planInvoices } from '../plan.ts';
import { type GivenPeriod, issuanceInput } from '../plan-fixture.ts';
import { given, invoicesOf } from '../regeneration-fixture.ts';
import type { PlannedInvoice } from '../types.ts';

describe('an invoice that AMIS has replaced as it was, of a sale that Bravo has changed since', () => {
  const [first, second] = given().lines;
  const kept = invoicesOf(given()).map(
    (one, index): PlannedInvoice =>
      index === 0 ? { ...one, status: 'issued', invoiceNumber: '7' } : { ...one, status: 'exported' },
  );
  const { voucherNumber } = kept[0]!;
  const entry = { documentDate: '2026-09-05', product: 'SP1', customerCode: 'C1' };
  const replacing = (quantity: string, amount: number) => [
    { ...entry, id: 'a', voucherNumber, invoiceNumber: '00000007', quantity: '4', amount: 400_000 },
    {
      ...{ ...entry, id: 'r', voucherNumber: 'TAY9', invoiceNumber: '00000009', documentDate: '2026-09-20' },
      ...{ quantity, amount, description: 'Thay thế hóa đơn số 7' },
    },
  ];
  const told = (lines: GivenPeriod['lines'], sales = replacing('4', 400_000)) => {
    const profiles = [{ ...given().profiles[0]!, stock: [{ product: 'SP1', opening: '50', outgoing: '8' }], sales }];
    return planInvoices(issuanceInput(given({ kept, profiles, lines }))).warnings.filter(({ code }) =>
      ['AMIS_AMOUNT_DIFFERS', 'SALE_ENTERED_ANEW'].includes(code),
    );
  };
  const anew = { ...first!, id: '9' };
  const [less, rest] = [
    { quantity: '1', amount: 100_000 },
    { quantity: '3', amount: 300_000 },
  ];

  test('does not leave a second time where it was entered anew, or in part', () => {
    const [whole, ...others] = told([anew, second!]);
    expect(whole).toMatchObject({ code: 'SALE_ENTERED_ANEW' });
    expect(whole!.message).toContain('giống dòng «1» của hóa đơn «TAY9»');
    expect(others.map(({ code }) => code)).toEqual(['AMIS_AMOUNT_DIFFERS']);
    const [part] = told([{ ...first!, ...less }, { ...anew, ...rest }, second!]);
    expect(part!.message).toContain('giống phần đã bớt của dòng «1» của hóa đơn «TAY9»');
  });

  test('may leave where the replacement no longer has its goods', () => {
    const lines = [{ ...first!, ...rest }, { ...anew, ...less, doc: 'X' }, second!];
    expect(told(lines, replacing('3', 300_000))).toEqual([]);
    expect(told(lines).map(({ code }) => code)).toEqual(['SALE_ENTERED_ANEW', 'AMIS_AMOUNT_DIFFERS']);
  });

  test('may leave where AMIS has taken it off the replacement', () => {
    const off = { ...entry, id: 'd', voucherNumber: 'DC1', invoiceNumber: '10', documentDate: '2026-09-21' };
    const adjusted = (said: string) => [
      ...replacing('4', 400_000),
      { ...off, quantity: '-4', amount: -400_000, description: `Điều chỉnh giảm cho hóa đơn số ${said}` },
    ];
    const codes = (said: string) => told([anew, second!], adjusted(said)).map(({ code }) => code);
    expect(codes('9')).not.toContain('SALE_ENTERED_ANEW');
    expect(codes('90')).toContain('SALE_ENTERED_ANEW');
  });

  test('is told with both amounts where the ledger has less of it', () => {
    expect(told([{ ...first!, ...less }, second!])).toEqual([
      {
        ...{ code: 'AMIS_AMOUNT_DIFFERS', profile: 'A', voucher: 'TAY9' },
        message: `Chứng từ AMIS «TAY9» thay thế cho hóa đơn «${voucherNumber}» ghi 400.000, sổ Bravo nay ghi 100.000 cho những dòng bán ấy.`,
      },
    ]);
    expect(told([first!, second!])).toEqual([]);
    for (const amount of [380_000, 420_000]) expect(told([first!, second!], replacing('4', amount))).toEqual([]);
  });
});

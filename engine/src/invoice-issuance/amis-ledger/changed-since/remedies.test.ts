import { describe, expect, test } from 'vitest';
import { planInvoices } from '../../plan.ts';
import { type GivenPeriod, issuanceInput } from '../../plan-fixture.ts';
import { given, invoicesOf } from '../../regeneration-fixture.ts';
import type { PlannedInvoice } from '../../types.ts';
import { otherBuyers } from './changed-buyers.ts';

type Profile = GivenPeriod['profiles'][number];
type Entry = NonNullable<Profile['sales']>[number];

const left: PlannedInvoice = {
  ...invoicesOf(given())[0]!,
  status: 'issued',
  invoiceNumber: '12',
  issuedOn: '2026-09-05',
};
const [line, other] = given().lines;
const profile = given().profiles[0]!;

/** The row of the invoice of four SP1 for 400.000 đ, number 12. */
const own: Entry = {
  ...{ id: 'HD', voucherNumber: left.voucherNumber, documentDate: '2026-09-05', customerCode: 'C1', product: 'SP1' },
  ...{ invoiceNumber: '12', invoiceDate: '2026-09-05', quantity: '4', amount: 400_000 },
};
/** An adjusting document of it. */
const adjusting = (more: Partial<Entry> = {}): Entry => ({
  ...{ id: 'DC', voucherNumber: 'DC1', documentDate: '2026-09-21', customerCode: 'C1', product: 'SP1' },
  ...{ invoiceNumber: '15', invoiceDate: '2026-09-21', quantity: '-4', amount: -400_000 },
  description: 'Điều chỉnh cho hóa đơn Mẫu số 1 ký hiệu C26TYY số 12 ngày 05/09/2026',
  ...more,
});

function told(
  changed: Partial<GivenPeriod>,
  sales: readonly Entry[],
  { terms, kept = left }: { readonly terms?: Profile['terms']; readonly kept?: PlannedInvoice } = {},
): string[] {
  const [one = profile] = changed.profiles ?? [];
  const profiles = [{ ...one, sales: [own, ...sales], ...(terms && { terms }) }];
  return planInvoices(issuanceInput(given({ ...changed, kept: [kept], profiles })))
    .warnings.map(({ code }) => code)
    .filter((code) => ['KEPT_INVOICE_EXCLUDED', 'KEPT_INVOICE_BUYER', 'KEPT_INVOICE_GOODS'].includes(code));
}

describe('a line that is left out of an invoice that has left', () => {
  const out: Partial<GivenPeriod> = { exclusions: [{ line: '1', reason: 'not_a_sale', note: 'x' }] };
  const after = (...sales: Entry[]) => told(out, sales);

  test('is told until AMIS has taken its goods off', () => {
    expect(after()).toEqual(['KEPT_INVOICE_EXCLUDED']);
    expect(after(adjusting())).toEqual([]);
    const exported: PlannedInvoice = { ...invoicesOf(given())[0]!, status: 'exported' };
    expect(told(out, [adjusting()], { kept: exported })).toEqual([]);
    const half = { quantity: '-2', amount: -200_000 };
    expect(
      after(adjusting(half), adjusting({ ...half, id: 'DC2', voucherNumber: 'DC2', invoiceNumber: '16' })),
    ).toEqual([]);
  });

  test.each<[remedy: string, Partial<Entry>]>([
    ['of a part', { quantity: '-3', amount: -300_000 }],
    ['of all goods at less than their worth', { amount: -399_999 }],
    ['of worth alone', { quantity: '0' }],
    ['of goods alone', { amount: 0 }],
    ['of the buyer', { quantity: '0', amount: 0, customerCode: 'C2' }],
    ['of other goods', { product: 'SP9' }],
    ['that adds goods', { quantity: '4', amount: 400_000 }],
    ['of another invoice', { description: 'Điều chỉnh cho hóa đơn số 13' }],
    ['of another year', { description: 'Điều chỉnh cho hóa đơn số 12 ngày 05/09/2025' }],
    ['of several invoices', { description: 'Điều chỉnh cho các hóa đơn số 12, 13 ngày 05/09/2026' }],
    ['that names none', { description: 'Hàng bán trả lại' }],
    ['that has no number yet', { invoiceNumber: '' }],
    ['that is void', { invoiceDate: '2025-05-20', invoiceState: 'Đã hủy' }],
  ])('is told beside an adjustment %s', (_, more) => {
    expect(after(adjusting(more))).toEqual(['KEPT_INVOICE_EXCLUDED']);
  });

  test('is told where the adjustment may be of goods that came back', () => {
    const back = { id: 'T', date: '2026-09-20', partner: 'KH1', item: 'VT1', quantity: '-4', amount: -400_000 };
    const sold = { ...line!, id: '3', doc: '3', quantity: '4', amount: 400_000 };
    const withBoth = invoicesOf(given({ lines: [{ ...line!, doc: '1' }, { ...sold, doc: '1' }, other!] }))[0]!;
    const kept: PlannedInvoice = { ...left, items: withBoth.items, amount: withBoth.amount };
    const lines = [line!, sold, other!];
    expect(told({ ...out, lines: [...lines, back] }, [adjusting()], { kept })).toEqual(['KEPT_INVOICE_EXCLUDED']);
    expect(told({ ...out, lines }, [adjusting()], { kept })).toEqual([]);
  });
});

describe('an invoice that has left with one item, and whose sale is of another by now', () => {
  const moved: Partial<GivenPeriod> = { lines: [{ ...line!, item: 'VT2' }, other!] };
  const inPlace = { id: 'DC2', product: 'SP2', quantity: '4', amount: 400_000 };

  test('is told until AMIS has taken the goods off, also where it puts others in their place', () => {
    expect(told(moved, [])).toEqual(['KEPT_INVOICE_GOODS']);
    expect(told(moved, [adjusting()])).toEqual([]);
    expect(told(moved, [adjusting(), adjusting(inPlace)])).toEqual([]);
  });

  test.each<[remedy: string, ...Partial<Entry>[]]>([
    ['of a part', { quantity: '-3', amount: -300_000 }],
    ['of other goods', { product: 'SP9' }],
    ['of the buyer', { quantity: '0', amount: 0, customerCode: 'C2' }],
    ['of another invoice', { description: 'Điều chỉnh cho hóa đơn số 13' }],
    ['that takes the goods off and puts them on again', {}, { ...inPlace, product: 'SP1' }],
  ])('is told beside an adjustment %s', (_, ...more) => {
    expect(told(moved, more.map(adjusting))).toEqual(['KEPT_INVOICE_GOODS']);
  });
});

describe('an invoice that has left for one customer, and whose sale is another one’s by now', () => {
  const moved: Partial<GivenPeriod> = {
    lines: [{ ...line!, partner: 'KH2' }, other!],
    profiles: [{ ...profile, partnerLinks: [...profile.partnerLinks!, { customer: 'C2', partner: 'KH2' }] }],
  };
  const words = { quantity: '0', amount: 0, customerCode: 'C2' };
  const after = (...sales: Entry[]) => told(moved, sales);

  test('is told until AMIS has adjusted it to that one', () => {
    expect(after()).toEqual(['KEPT_INVOICE_BUYER']);
    expect(after(adjusting(words))).toEqual([]);
    expect(told({ lines: moved.lines! }, [adjusting(words)])).toEqual([]);
  });

  test.each<[remedy: string, Partial<Entry>]>([
    ['to the buyer that it had', { ...words, customerCode: 'C1' }],
    ['to a third one', { ...words, customerCode: 'CN' }],
    ['to none', { ...words, customerCode: '' }],
    ['that has no number yet', { ...words, invoiceNumber: '' }],
    ['of its goods', { customerCode: 'C2' }],
    ['of its worth', { ...words, amount: -1000 }],
    ['of its VAT', { ...words, vatAmount: -1000 }],
    ['of another invoice', { ...words, description: 'Điều chỉnh cho hóa đơn số 13' }],
  ])('is told beside an adjustment %s', (_, more) => {
    expect(after(adjusting(more))).toEqual(['KEPT_INVOICE_BUYER']);
  });

  test('is told where a later document makes it out to another one again', () => {
    const again = { ...words, id: 'DC2', voucherNumber: 'DC2', invoiceNumber: '16', invoiceDate: '2026-09-22' };
    expect(after(adjusting(words), adjusting({ ...again, customerCode: 'C1' }))).toEqual(['KEPT_INVOICE_BUYER']);
    expect(after(adjusting({ ...words, customerCode: 'C1' }), adjusting(again))).toEqual([]);
  });

  test('is told of a cash register, whose invoices are only replaced', () => {
    const ofRegister = { ...adjusting(words), description: 'Điều chỉnh cho hóa đơn số 12 ngày 05/09/2026' };
    expect(told(moved, [ofRegister], { terms: { invoiceSymbol: '1C26MYY' } })).toEqual(['KEPT_INVOICE_BUYER']);
    expect(told(moved, [ofRegister], { terms: { invoiceSymbol: '1C26TYY' } })).toEqual([]);
  });

  test('is told where no tax code is wrong: a notice is the remedy, and no data shows it', () => {
    const person = { code: 'KH3', name: 'Bà Tư', requirement: 'required' as const };
    const kept = { ...left, buyer: { ...left.buyer, taxCode: '' } };
    const toPerson: Partial<GivenPeriod> = {
      lines: [{ ...line!, partner: 'KH3' }, other!],
      partners: [...given().partners!, person],
      profiles: [
        {
          ...profile,
          customers: [...profile.customers!, { code: 'C3', name: 'Bà Tư' }],
          partnerLinks: [...profile.partnerLinks!, { customer: 'C3', partner: 'KH3' }],
        },
      ],
    };
    const to = adjusting({ ...words, customerCode: 'C3' });
    expect(told(toPerson, [to], { kept })).toEqual(['KEPT_INVOICE_BUYER']);
    expect(told(toPerson, [to])).toEqual([]);
  });

  test('is told where a part of it is still the first one’s', () => {
    const lines = [{ ...line!, doc: '1' }, { ...line!, doc: '1', id: '3' }, other!];
    const both = invoicesOf(given({ lines }))[0]!;
    const kept: PlannedInvoice = { ...left, items: both.items, amount: both.amount };
    const [one, rest] = [{ ...lines[0]!, partner: 'KH2' }, lines[1]!];
    expect(told({ ...moved, lines: [one, rest, other!] }, [adjusting(words)], { kept })).toEqual([
      'KEPT_INVOICE_BUYER',
    ]);
    const all = [one, { ...rest, partner: 'KH2' }, other!];
    expect(told({ ...moved, lines: all }, [adjusting(words)], { kept })).toEqual([]);
  });

  test('is found without a look at every partner for every line', () => {
    const input = issuanceInput(given({ lines: [{ ...line!, partner: 'KH2' }] }));
    let looks = 0;
    const partners = Array.from({ length: 500 }, (_, at) => ({
      ...input.bravoPartners[0]!,
      get code() {
        looks++;
        return `K${at}`;
      },
    }));
    const lines = partners.map(({ code }) => ({ ...input.lines[0]!, id: code, partnerCode: code }));
    looks = 0;
    const otherOf = otherBuyers({ ...input, bravoPartners: partners }, () => ({
      buyer: { ...left.buyer, customerCode: 'C9', taxCode: '0316520076' },
    }));
    for (const one of lines) expect(otherOf(left, one)).toBeDefined();
    expect(looks).toBeLessThanOrEqual(2 * partners.length);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sumVnd } from '../../../money.ts';
import { period, periodWithFacts } from '../../period-fixture.ts';
import { planInvoices } from '../../plan.ts';
import { type GivenPeriod, issuanceInput } from '../../plan-fixture.ts';
import { given, invoicesOf } from '../../regeneration-fixture.ts';
import type { PlannedInvoice } from '../../types.ts';
import { preflight } from '../preflight.ts';
import { leftFindings } from './left-findings.ts';

type Profile = GivenPeriod['profiles'][number];
type Customer = NonNullable<Profile['customers']>[number];
type Entry = NonNullable<Profile['sales']>[number];

const [profile] = given().profiles;
const [first] = invoicesOf(given());
const issued: PlannedInvoice = { ...first!, status: 'issued', invoiceNumber: '12', issuedOn: '2026-09-05' };
const CODES = ['KEPT_INVOICE_FACTOR', 'KEPT_INVOICE_TAX_CODE', 'KEPT_INVOICE_BUYER_NAME', 'KEPT_INVOICE_KIND'];

function found(books: Partial<Profile>, kept: PlannedInvoice = issued, more: Partial<GivenPeriod> = {}) {
  const input = issuanceInput(given({ kept: [kept], profiles: [{ ...profile!, ...books }], ...more }));
  return preflight(input, planInvoices(input)).filter(({ code }) => CODES.includes(code));
}
const codes = (...of: Parameters<typeof found>): string[] => found(...of).map(({ code }) => code);

const [goods] = issued.items;
const [part] = goods!.allocations;
/** The invoice with other goods. */
const heldBy = (items: PlannedInvoice['items']): PlannedInvoice => ({
  ...issued,
  amount: sumVnd(items.map(({ amount }) => amount)),
  items,
});

/** The same before a plan, which spells codes as the catalogue does. */
function leftOf(books: Partial<Profile>): string[] {
  const input = issuanceInput(given({ kept: [issued], profiles: [{ ...profile!, ...books }] }));
  return leftFindings(input, { ...planInvoices(input), invoices: [issued] }).map(({ code }) => code);
}

/** The row of the invoice in AMIS, number 12, and a document that adjusts it. */
const own: Entry = {
  ...{ id: 'HD', voucherNumber: issued.voucherNumber, documentDate: '2026-09-05', customerCode: 'C1', product: 'SP1' },
  ...{ invoiceNumber: '12', invoiceDate: '2026-09-05', quantity: '4', amount: 400_000 },
};
const adjusting = (more: Partial<Entry>): Entry => ({
  ...{ ...own, id: 'DC', voucherNumber: 'DC1', documentDate: '2026-09-21', invoiceDate: '2026-09-21' },
  ...{ invoiceNumber: '15', quantity: '0', amount: 0 },
  description: 'Điều chỉnh cho hóa đơn Mẫu số 1 ký hiệu C26TYY số 12 ngày 05/09/2026',
  ...more,
});

describe('a factor that was put right after an invoice has left', () => {
  const factor = (value: string): Partial<Profile> => ({ links: [{ product: 'SP1', item: 'VT1', factor: value }] });
  const half = factor('1/2');

  test('is told with both quantities, as a warning that stops nothing', () => {
    expect(found(half)).toMatchObject([
      {
        ...{ code: 'KEPT_INVOICE_FACTOR', severity: 'warn', count: 1, about: [{ kind: 'invoice', id: issued.key }] },
        message: `Hóa đơn «${issued.voucherNumber}» đã bàn giao ghi mã «SP1» số lượng 4 cái, mà hệ số nay của «VT1» (0.5) cho 2 cái.`,
        remedy: expect.stringMatching(/điều chỉnh .* hoặc thay thế/),
      },
    ]);
    expect(codes(half, { ...issued, status: 'exported' })).toEqual(['KEPT_INVOICE_FACTOR']);
  });

  test.each<[string, Partial<Profile>]>([
    ['that is the same', factor('2/2')],
    ['that is missing', factor('')],
    ['of goods that are connected no more', { links: [] }],
  ])('is silent of one %s', (_, books) => {
    expect(codes(books)).toEqual([]);
  });

  test('is silent of an invoice that holds nothing any more', () => {
    expect(codes(half, { ...issued, status: 'replaced' })).toEqual([]);
  });

  test('is silent of a quantity that was rounded', () => {
    const rounded = heldBy([{ ...goods!, quantity: 1_333_333n, allocations: [{ ...part!, quantity: 1_333_333n }] }]);
    expect(codes(factor('1/3'), rounded)).toEqual([]);
    expect(codes(factor('1/3'), issued)).toEqual(['KEPT_INVOICE_FACTOR']);
  });

  test('counts goods of the same product whose factor is as it was', () => {
    const links = [
      { product: 'SP1', item: 'VT1', factor: '1/2' },
      { product: 'SP1', item: 'VT2' },
    ];
    const lines = [given().lines[0]!, { ...given().lines[1]!, item: 'VT2' }];
    const both = heldBy([goods!, { ...goods!, allocations: [{ ...part!, line: '2' }] }]);
    const [one] = found({ links }, both, { lines });
    expect(one!.message).toContain('số lượng 8 cái, mà hệ số nay của «VT1» (0.5) cho 6 cái');
  });

  test('is told of a product whose code is written in other letters by now', () => {
    const small = { products: [{ code: 'sp1' }], links: [{ product: 'sp1', item: 'VT1', factor: '1/2' }] };
    expect(leftOf(small)).toEqual(['KEPT_INVOICE_FACTOR']);
  });

  test('is silent where AMIS has the invoice with the quantity of today', () => {
    expect(codes({ ...half, sales: [own] })).toEqual(['KEPT_INVOICE_FACTOR']);
    expect(codes({ ...half, sales: [{ ...own, quantity: '2' }] })).toEqual([]);
    const third = factor('1/3');
    expect(codes({ ...third, sales: [{ ...own, quantity: '1.33' }] })).toEqual([]);
    expect(codes({ ...third, sales: [{ ...own, quantity: '1.34' }] })).toEqual(['KEPT_INVOICE_FACTOR']);
  });

  test.each<[string, boolean, Partial<Entry>[], Profile['terms']?]>([
    ['takes the difference off', true, [{ quantity: '-2' }]],
    [
      'takes all off and puts the rest on',
      true,
      [
        { quantity: '-4', amount: -400_000 },
        { quantity: '2', amount: 400_000 },
      ],
    ],
    ['takes less off', false, [{ quantity: '-1' }]],
    ['takes goods off with their worth, as a return does', false, [{ quantity: '-2', amount: -200_000 }]],
    ['is of other goods', false, [{ quantity: '-2', product: 'SP9' }]],
    ['is of another invoice', false, [{ quantity: '-2', description: 'Điều chỉnh cho hóa đơn số 13' }]],
    ['is of a cash register, which only replaces', false, [{ quantity: '-2' }], { invoiceSymbol: 'C26MYY' }],
  ])('after an adjusting invoice that %s is mended: %s', (_, isMended, rows, terms) => {
    const sales = [own, ...rows.map((row, at) => adjusting({ id: `DC${at}`, ...row }))];
    expect(codes({ ...half, sales, ...(terms && { terms }) })).toEqual(isMended ? [] : ['KEPT_INVOICE_FACTOR']);
  });
});

describe('a buyer who was put right in the catalogue after an invoice has left', () => {
  const customer = (more: Partial<Customer>): Partial<Profile> => ({
    customers: profile!.customers!.map((one) => (one.code === 'C1' ? { ...one, ...more } : one)),
  });
  const of = (buyer: Partial<PlannedInvoice['buyer']>): PlannedInvoice => ({
    ...issued,
    buyer: { ...issued.buyer, ...buyer },
  });
  const other = customer({ taxCode: '0100109106' });

  test('is told for a tax code, with the remedy of an adjusting or replacing invoice', () => {
    expect(found(other)).toMatchObject([
      {
        ...{ code: 'KEPT_INVOICE_TAX_CODE', severity: 'warn', count: 1 },
        message: `Hóa đơn «${issued.voucherNumber}» đã bàn giao ghi mã số thuế 0101243150, danh mục nay ghi mã số thuế 0100109106.`,
        remedy: expect.stringMatching(/đổi mã số sau ngày hóa đơn.*không phải làm gì.*điều chỉnh hoặc thay thế/),
      },
    ]);
    expect(codes(customer({ taxCode: '0101243150-001' }))).toEqual(['KEPT_INVOICE_TAX_CODE']);
    expect(codes({}, of({ taxCode: '' }))).toEqual(['KEPT_INVOICE_TAX_CODE']);
  });

  test('is told once where number and name are others', () => {
    expect(codes(customer({ taxCode: '0100109106', name: 'Công ty Ân' }))).toEqual(['KEPT_INVOICE_TAX_CODE']);
  });

  test('is silent where no catalogue has the address any more', () => {
    const partners = given().partners!.map((one) => ({ ...one, address: '' }));
    expect(codes(customer({ address: '' }), issued, { partners })).toEqual([]);
  });

  test('is told for name or address alone as a matter of a notice, once for both', () => {
    expect(found(customer({ name: 'Công ty Ân', address: '9 Lê Lai, Huế' }))).toMatchObject([
      {
        ...{ code: 'KEPT_INVOICE_BUYER_NAME', severity: 'info', count: 1 },
        message: expect.stringContaining('ghi tên «Công ty An», danh mục nay ghi «Công ty Ân»; địa chỉ «Hà Nội»'),
        remedy: expect.stringMatching(/04\/SS-HĐĐT.*không lập hóa đơn mới/),
      },
    ]);
  });

  test.each<[string, Partial<Profile>, PlannedInvoice?]>([
    ['case, blanks and Unicode form', customer({ name: ' CÔNG  TY AN'.normalize('NFD') })],
    ['a short form', customer({ name: 'Cty An' })],
    [
      'another customer of the same number',
      {
        ...{ customers: [{ code: 'C9', name: 'Công ty Ân', taxCode: '0101243150' }] },
        partnerLinks: [{ customer: 'C9', partner: 'KH1' }],
      },
    ],
    ['blanks in the tax code', customer({ taxCode: '0101 243 150' })],
    ['a number that the catalogue has lost', customer({ taxCode: '' })],
    ['an address that the catalogue has lost', customer({ address: '' })],
    ['a blank behind a number of another country', customer({ taxCode: 'FR123 ' }), of({ taxCode: 'FR123' })],
    [
      'a personal number that the catalogue did not have',
      customer({ taxCode: '', idNumber: '079203001234' }),
      of({ taxCode: '' }),
    ],
    ['a consumer', other, of({ source: 'consumer' })],
    [
      'the personal number of a household that had an old code',
      customer({ taxCode: '079203001234' }),
      of({ taxCode: '8012345678' }),
    ],
    [
      'the personal number of a household whose name is written in a short form',
      customer({ taxCode: '079203001234', name: 'HKD Nguyễn Văn An' }),
      of({ taxCode: '8012345678', name: 'Hộ kinh doanh Nguyễn Văn An' }),
    ],
    [
      'a personal number as the tax code',
      customer({ taxCode: '079203001234' }),
      of({ taxCode: '', identity: { personalId: '079203001234' } }),
    ],
  ])('is silent of %s', (what, books, kept) => {
    const partners = given().partners!.map((one) => (what.includes('number') ? { ...one, taxCode: '' } : one));
    expect(codes(books, kept, { partners })).toEqual([]);
  });

  test.each<[string, Partial<Customer>, Partial<PlannedInvoice['buyer']>]>([
    ['', { taxCode: '', idNumber: '079203001235' }, { taxCode: '', identity: { personalId: '079203001234' } }],
    [' in the place of a tax code', { taxCode: '079203001235' }, { taxCode: '079203001234' }],
  ])('is told for a personal number%s, which it does not spell out', (_, now, was) => {
    const [one, ...rest] = found(customer(now), of(was), {
      partners: given().partners!.map((partner) => ({ ...partner, taxCode: '' })),
    });
    expect(rest).toEqual([]);
    expect(one).toMatchObject({ code: 'KEPT_INVOICE_TAX_CODE' });
    expect(one!.message).toContain('ghi số định danh cá nhân khác với danh mục nay');
    expect(one!.message).not.toMatch(/0792/);
  });

  test('is told where the partner is connected to another customer by now', () => {
    expect(codes({ partnerLinks: [{ customer: 'C2', partner: 'KH1' }] })).toEqual(['KEPT_INVOICE_TAX_CODE']);
  });

  test('is looked up by the customer that a person has chosen', () => {
    const chosen = of({ source: 'chosen', customerCode: 'C2', name: 'Công ty Bình', taxCode: '0316520076' });
    expect(codes({}, chosen)).toEqual([]);
    expect(codes({}, { ...chosen, buyer: { ...chosen.buyer, taxCode: '0101243150' } })).toEqual([
      'KEPT_INVOICE_TAX_CODE',
    ]);
  });

  test('is told until AMIS has adjusted the invoice to that buyer', () => {
    const sales = (more: Partial<Entry>) => ({ ...other, sales: [own, adjusting(more)] });
    expect(codes(sales({}))).toEqual([]);
    expect(codes(sales({ customerCode: 'CN' }))).toEqual(['KEPT_INVOICE_TAX_CODE']);
    expect(codes({ ...sales({}), terms: { invoiceSymbol: 'C26MYY' } })).toEqual(['KEPT_INVOICE_TAX_CODE']);
  });

  test('is told once where Bravo writes the sale for another customer', () => {
    const lines = [{ ...given().lines[0]!, partner: 'KH2' }, given().lines[1]!];
    expect(codes(other, issued, { lines })).toEqual([]);
  });
});

describe('a line that is of another kind by now than on an invoice that has left', () => {
  const lines = [{ ...given().lines[0]!, kind: 'service' as const }, given().lines[1]!];

  test('is told, as a warning', () => {
    expect(found({}, issued, { lines })).toMatchObject([
      {
        ...{ code: 'KEPT_INVOICE_KIND', severity: 'warn', count: 1 },
        message: `Hóa đơn «${issued.voucherNumber}» đã bàn giao có 1 dòng bán mà Bravo nay ghi loại khác: dòng «1» là hàng, Bravo nay ghi dịch vụ.`,
      },
    ]);
  });

  test('is told once where it is left out', () => {
    const exclusions = [{ line: '1', reason: 'not_a_sale' as const, note: 'x' }];
    expect(codes({}, issued, { lines, exclusions })).toEqual([]);
  });
});

test('invoices that have left and nothing has changed for are never told', () => {
  let left = 0;
  fc.assert(
    fc.property(fc.oneof(period, periodWithFacts), (of) => {
      const before = issuanceInput(of);
      const kept = planInvoices(before).invoices.map((one): PlannedInvoice => ({ ...one, status: 'exported' }));
      const input = { ...before, kept };
      left += kept.length;
      expect(leftFindings(input, planInvoices(input))).toEqual([]);
    }),
    { numRuns: 150 },
  );
  expect(left).toBeGreaterThan(50);
});

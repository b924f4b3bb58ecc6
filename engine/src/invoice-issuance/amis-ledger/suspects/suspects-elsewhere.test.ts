import { expect, test } from 'vitest';
import { planInvoices } from '../../plan.ts';
import { type GivenProfile, issuanceInput } from '../../plan-fixture.ts';
import { suspectsElsewhere } from './suspects-elsewhere.ts';

const books: GivenProfile = {
  code: 'A',
  products: [{ code: 'SP1' }],
  links: [{ product: 'SP1', item: 'VT1' }],
  customers: [{ code: 'C1' }, { code: 'C2' }],
  partnerLinks: [
    { customer: 'C1', partner: 'KH1' },
    { customer: 'C2', partner: 'KH2' },
  ],
  stock: [{ product: 'SP1', opening: '50' }],
};
type Sold = NonNullable<GivenProfile['sales']>[number];
const byHand: Sold = {
  ...{ id: 'a', voucherNumber: 'TAY1', invoiceNumber: '12', documentDate: '2026-10-02', customerCode: 'C1' },
  ...{ product: 'SP1', quantity: '10', amount: 1_000_000 },
};
const given = (sales: readonly Sold[]) =>
  issuanceInput({
    profiles: [{ ...books, sales }],
    lines: [
      { id: '1', doc: 'HD15', date: '2026-09-30', partner: 'KH1', item: 'VT1', quantity: '10', amount: 1_000_000 },
    ],
  });
const elsewhere = (own: Partial<Sold>) => {
  const input = given([]);
  const [entry] = given([{ ...byHand, ...own }]).profiles[0]!.salesLedger;
  const looseElsewhere = [{ profile: 'A', period: 'Tháng 10', entry: entry! }];
  return suspectsElsewhere({ ...input, looseElsewhere }, planInvoices(input));
};

test('a sale that a voucher of the next month has issued by hand is named with its draft and that month', () => {
  expect(elsewhere({})).toEqual([
    expect.objectContaining({
      code: 'SALE_MAYBE_ISSUED_ELSEWHERE',
      voucher: 'TAY1',
      message: expect.stringContaining(
        'chứng từ «TAY1» của «A» ngày 02/10/2026, sổ của kỳ «Tháng 10», hóa đơn số 12, 1.000.000 đồng (cùng khách, cùng tổng tiền). Chứng từ ấy không ở sổ AMIS của kỳ này',
      ),
    }),
  ]);
});

test('another buyer, other money or more than a month after it is another sale', () => {
  for (const documentDate of ['2026-08-30', '2026-10-31']) expect(elsewhere({ documentDate })).toHaveLength(1);
  for (const documentDate of ['2026-08-29', '2026-11-01']) expect(elsewhere({ documentDate })).toEqual([]);
  expect(elsewhere({ amount: 900_000 })).toEqual([]);
  expect(elsewhere({ customerCode: 'C2', customerName: 'Khách khác' })).toEqual([]);
});

test('goods for the money of a sale that a customer who may be any buyer has had within three days of it are told', () => {
  const walkIn = (own: Partial<Sold> = {}) =>
    elsewhere({ customerCode: 'BL', customerName: 'Khách bán lẻ', ...own }).map(({ message }) => message);
  expect(walkIn()).toEqual([expect.stringContaining('(cùng hàng, cùng tiền, AMIS không ghi rõ khách)')]);
  expect(walkIn({ quantity: '7' })).toHaveLength(1);
  expect([walkIn({ documentDate: '2026-10-04' }), walkIn({ product: 'SP9' })]).toEqual([[], []]);
});

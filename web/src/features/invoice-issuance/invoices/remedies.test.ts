import { expect, it } from 'vitest';
import { remediesOf } from './remedies.ts';

const period = {
  issuers: { CN01: ['b', 'a'] },
  profiles: [
    { id: 'a', code: 'AP', name: 'An Phú' },
    { id: 'b', code: 'BM', name: 'Bình Minh' },
  ],
};
const sale = { branchCode: 'CN01', partnerCode: 'KH 1' };
const of = (reason: Parameters<typeof remediesOf>[0]['reason']) =>
  remediesOf({ reason, sale, itemCode: 'VT/1', period }).map(({ label, to }) => `${label}: ${to}`);

it('leads to connecting the item in each profile that may issue for the branch, in their order', () => {
  expect(of('ITEM_NOT_CONNECTED')).toEqual([
    'Nối với mã hàng của BM: /amis/profiles/b/product-connections?new=true&bravo=VT%2F1',
    'Nối với mã hàng của AP: /amis/profiles/a/product-connections?new=true&bravo=VT%2F1',
  ]);
});

it('leads to the customer and to the issuers of the period, and nowhere for what is mended outside Khớp', () => {
  expect(of('INVOICE_REQUIREMENT_UNSET')).toEqual(['Đánh dấu khách KH 1: /bravo/partners?q=KH+1']);
  expect(of('ISSUER_NOT_DECLARED')).toEqual(['Khai báo hồ sơ xuất cho chi nhánh CN01: /?settings=true']);
  expect(of('RETURN_UNMATCHED')).toEqual([]);
});

it('offers no profile for a branch without an issuer', () => {
  expect(remediesOf({ reason: 'NO_STOCK', sale: { ...sale, branchCode: 'CN09' }, itemCode: 'X', period })).toEqual([]);
});

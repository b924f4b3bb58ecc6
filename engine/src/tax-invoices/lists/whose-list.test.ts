import { describe, expect, it } from 'vitest';
import type { Problem } from '../../problem.ts';
import type { Row } from '../../sheets/layouts/layout.ts';
import { readTaxList } from './read-list.ts';
import { whoseList } from './whose-list.ts';

const AP = { id: 'ap', code: 'AP', name: 'Công ty TNHH An Phú', taxCode: '0316520076' };
const BM = { id: 'bm', code: 'BM', name: 'Công ty Cổ phần Bình Minh', taxCode: '0314409058' };
const BARE = { id: 'no', code: 'NO', name: 'Công ty Chưa Có Mã', taxCode: '' };
const SUPPLIER = '0101243150';

const row = (sellerTaxCode: string | null, buyerTaxCode: string | null, more: Row = {}): Row => ({
  ...{ form: '1', symbol: 'C26TAA', number: '1', date: '2026-10-05', total: '1100', currency: 'VND' },
  ...{ sellerTaxCode, buyerTaxCode, ...more },
});
const place = (rows: readonly Row[], said = {}, heading: readonly string[] = [], profiles = [AP, BM, BARE]) => {
  try {
    const { profile, side, isNamed } = whoseList({ rows, heading }, profiles, said);
    return [profile.code, side, isNamed];
  } catch (error) {
    return (error as Problem).code;
  }
};

describe('the profile of a list', () => {
  it('is told by the column of tax codes that is constantly its own', () => {
    const bought = [row(SUPPLIER, AP.taxCode), row(BM.taxCode, AP.taxCode)];
    expect(place(bought)).toEqual(['AP', 'purchase', true]);
    expect(place([row(AP.taxCode, SUPPLIER), row(AP.taxCode, null, { buyerName: 'Khách lẻ' })])).toEqual([
      ...['AP', 'sale', true],
    ]);
    expect(place(bought, { profileId: 'bm' })).toBe('WRONG_PROFILE');
    expect(place([row(SUPPLIER, '0102030405')])).toBe('WRONG_PROFILE');
  });

  it('is said by the person, the heading or its being the only one where the list has one side alone', () => {
    const sold = [row(null, SUPPLIER), row(null, BM.taxCode)];
    expect(place(sold)).toBe('TAX_LIST_UNPLACED');
    expect(place(sold, { profileId: 'ap' })).toEqual(['AP', 'sale', false]);
    expect(place(sold, {}, ['Mã số thuế: 0316520076'])).toEqual(['AP', 'sale', false]);
    expect(place(sold, {}, [], [AP, BARE])).toEqual(['AP', 'sale', false]);
    expect(place(sold, { profileId: 'bm' }, ['Mã số thuế: 0316520076'])).toBe('WRONG_PROFILE');
    expect(place(sold, { profileId: 'no' })).toBe('TAX_LIST_UNPLACED');
    expect(place([row(SUPPLIER, null)], { profileId: 'ap' })).toEqual(['AP', 'purchase', false]);
  });

  it('is asked for between two profiles, and of an empty list', () => {
    const between = [row(AP.taxCode, BM.taxCode)];
    expect(place(between)).toBe('TAX_LIST_UNPLACED');
    expect(place(between, { profileId: 'bm' })).toEqual(['BM', 'purchase', true]);
    expect(place([], { profileId: 'ap' })).toBe('TAX_LIST_UNPLACED');
    expect(place([], { profileId: 'ap', side: 'sale' })).toEqual(['AP', 'sale', false]);
  });

  it('rejects by number the rows of others in its own column', () => {
    const rows = [row(SUPPLIER, AP.taxCode), row(SUPPLIER, AP.taxCode, { number: '2' }), row(SUPPLIER, BM.taxCode)];
    const of = whoseList({ rows, heading: [] }, [AP], {});
    const { rows: good, rejected } = readTaxList(rows, [7, 8, 9], of);
    expect(good.map(({ identity }) => identity.number)).toEqual(['1', '2']);
    expect(rejected).toMatchObject([
      { row: 9, message: expect.stringContaining('Dòng 9: mã số thuế người mua «0314409058»') },
    ]);
  });
});

import { expect, test } from 'vitest';
import { namedInHeading, namedInPath } from './whose.ts';

const vpp = { id: '1', code: 'VPP', name: 'Công ty TNHH Văn phòng phẩm Việt', taxCode: '0101234567' };
const gd = { id: '2', code: 'GD-01', name: 'Gia dụng An Phú', taxCode: '0307654321-001' };
const profiles = [vpp, gd];

test.each([
  ['amis/VPP/TonKho.xlsx', vpp],
  ['VPP/GD-01/TonKho.xlsx', gd],
  ['tháng 9/TonKho_vpp (2).xlsx', vpp],
  ['TonKho GD-01 09-2026.xlsx', gd],
  ['Gia dụng An Phú/TonKho.xlsx', gd],
  ['TonKho.xlsx', undefined],
  ['SVPP/TonKho.xlsx', undefined],
  ['VPP1.xlsx', undefined],
  ['GD-012/TonKho.xlsx', undefined],
  ['VPP và GD-01/TonKho.xlsx', undefined],
])('the path %s names the profile that its nearest part names as a whole word', (path, profile) => {
  expect(namedInPath(path, profiles)).toBe(profile);
});

test('a heading names a profile by its tax code, however it is written, or by its name', () => {
  expect(namedInHeading(['MST: 0101 234 567'], profiles)).toEqual([vpp]);
  expect(namedInHeading(['CÔNG TY TNHH VĂN PHÒNG PHẨM VIỆT', 'Sổ chi tiết'], profiles)).toEqual([vpp]);
  expect(namedInHeading(['Mã số thuế: 10101234567'], profiles)).toEqual([]);
  expect(namedInHeading([], profiles)).toEqual([]);
});

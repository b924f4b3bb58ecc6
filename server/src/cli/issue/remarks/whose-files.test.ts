import { copyFile, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OddFolders, openOddFolders, rewrite } from '../issue-fixture.ts';
import { refuseOthersFiles, type ShownOwner } from './whose-files.ts';

let odd: OddFolders;
beforeAll(async () => {
  odd = await openOddFolders();
});
afterAll(() => odd.close());

it('refuses stock reports that lie in one another’s folders', async () => {
  const [ours, theirs] = ['amis/AP/TonKho.xlsx', 'amis/BM/TonKho.xlsx'];
  const dir = await odd.folder(async (at) => {
    await rename(join(at, ours), join(at, 'held.xlsx'));
    await rename(join(at, theirs), join(at, ours));
    await rename(join(at, 'held.xlsx'), join(at, theirs));
  });
  const { status, said } = await odd.issued(dir);
  expect(said).toMatch(
    /WRONG_PROFILE: Tệp amis\/AP\/TonKho\.xlsx có vẻ thuộc hồ sơ «BM»: .* mã hàng trong tệp là của hồ sơ đó/,
  );
  expect(status).toBe(1);
});

it('refuses a ledger of sales that another profile has too: what this one has issued would not be known', async () => {
  const dir = await odd.folder((at) =>
    copyFile(join(at, 'amis/AP/SoBanHang.xlsx'), join(at, 'amis/BM/SoBanHang.xlsx')),
  );
  const { status, said } = await odd.issued(dir);
  expect(said).toContain('WRONG_PROFILE: Tệp amis/BM/SoBanHang.xlsx');
  expect(status).toBe(1);
});

it('refuses a file whose heading names another profile', async () => {
  const { profiles } = JSON.parse(await readFile(join(odd.good, 'period.json'), 'utf8'));
  const title = `Sổ chi tiết bán hàng – ${profiles[1].name}, MST ${profiles[1].taxCode}`;
  const headed = rewrite('amis/AP/SoBanHang.xlsx', 'amis-sales-ledger', ({ rows }) => rows, { title });
  const { status, said } = await odd.issued(await odd.folder(headed));
  expect(said).toContain('Tệp amis/AP/SoBanHang.xlsx có vẻ thuộc hồ sơ «BM»: phần đầu tệp ghi tên hoặc mã số thuế');
  expect(status).toBe(1);
});

const owners = ['A', 'B'].map((code) => ({ code, name: `Công ty ${code}`, taxCode: '' }));
const codes = (...list: string[]): ReadonlySet<string> => new Set(list);
const file = (profile: string, name: string, more: Partial<ShownOwner> = {}): ShownOwner => ({
  ...{ profile, name, heading: [], isCatalogue: name === 'HangHoa.xlsx', codes: codes(), sha256: `${profile}${name}` },
  ...more,
});
const GOODS = codes('h1', 'h2', 'h3', 'h4', 'h5');

it('takes entities of a group that share their codes or their catalogue, and reports without a row', () => {
  const catalogues = ['A', 'B'].map((profile) => file(profile, 'HangHoa.xlsx', { codes: GOODS, sha256: 'same' }));
  const empty = ['A', 'B'].map((profile) => file(profile, 'SoBanHang.xlsx', { sha256: 'empty' }));
  refuseOthersFiles([...catalogues, ...empty, file('A', 'TonKho.xlsx', { codes: GOODS })], owners);
});

it('refuses the very same ledger in two folders, also where no catalogue says whose goods these are', () => {
  const both = ['A', 'B'].map((profile) => file(profile, 'SoBanHang.xlsx', { codes: GOODS, sha256: 'same' }));
  expect(() => refuseOthersFiles(both, owners)).toThrow('amis/A/SoBanHang.xlsx là chính tệp này');
});

it('takes a few goods that another catalogue has for no evidence', () => {
  const catalogues = [file('A', 'HangHoa.xlsx', { codes: codes('k1') }), file('B', 'HangHoa.xlsx', { codes: GOODS })];
  refuseOthersFiles([...catalogues, file('A', 'TonKho.xlsx', { codes: codes('h1', 'h2', 'h3', 'h4') })], owners);
  const whole = file('A', 'TonKho.xlsx', { codes: GOODS });
  expect(() => refuseOthersFiles([...catalogues, whole], owners)).toThrow('5/5 mã hàng trong tệp là của hồ sơ đó');
});

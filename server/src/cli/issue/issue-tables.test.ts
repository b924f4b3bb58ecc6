import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Warning } from '@khop/engine/invoice-issuance/types.ts';
import { Problem } from '@khop/engine/problem.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { QuantityPoints } from './issue-quantities.ts';
import { PARTNERS, PositiveReturns, salesTable } from './issue-sales.ts';
import { table } from './issue-tables.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'khop-tables-'));
  await mkdir(join(folder, 'bravo'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const HEADER = 'rowId,branchCode,docNo,docDate,partnerCode,itemCode,quantity,baseQuantity,amount';
const good = (id: string): string => `${id},CN,D1,2026-09-01,KH,VT,1,1,1000`;

/** The refusal of a ledger of these rows. */
async function refusalOf(rows: readonly string[]): Promise<Problem> {
  await writeFile(join(folder, 'bravo', 'sales.csv'), [HEADER, ...rows, ''].join('\n'));
  try {
    await table(folder, salesTable([]));
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('the ledger was read');
}

it('names every bad row of a ledger with column and remedy', async () => {
  const { code, message } = await refusalOf([
    good('A'),
    good('B').replace('2026-09-01', '01/09/2026'),
    good('C').replace('1000', '150.000'),
    good('A'),
    good('D').replace('VT,1,', 'VT,ba,'),
  ]);
  expect(message.split('\n')).toEqual([
    'Tệp bravo/sales.csv có 4 dòng phải sửa:',
    '  dòng 3: cột «docDate»: Ngày «01/09/2026» không hợp lệ: cần dạng YYYY-MM-DD.',
    '  dòng 4: cột «amount»: Số tiền «150.000» là 150 hay 150000 đồng? Ghi 150000 hoặc 150, không có dấu chấm.',
    '  dòng 5: khóa dòng (rowId) «A» bị lặp, đã có ở dòng 2.',
    expect.stringMatching(/^ {2}dòng 6: cột «quantity»: /),
  ]);
  expect(code).toBe('BAD_DAY');
});

it('takes zeros behind a point for a fraction where they part no thousands', async () => {
  const amounts = ['0.000', '150000.000', '150.0000', '150.00', '-1500.000'];
  const rows = amounts.map((amount, index) => good(`A${index}`).replace('1000', amount));
  await writeFile(join(folder, 'bravo', 'sales.csv'), [HEADER, ...rows, ''].join('\n'));
  const lines = await table(folder, salesTable([]));
  expect(lines.map(({ amount }) => amount)).toEqual([0, 150_000, 150, 150, -1500]);
  expect((await refusalOf([good('B').replace('1000', '-20.000')])).message).toContain('là -20 hay -20000 đồng?');
});

it('says once which columns a ledger does not have', async () => {
  const warnings: Warning[] = [];
  await writeFile(
    join(folder, 'bravo', 'sales.csv'),
    `${HEADER},kind,vatRate,Discount\n${good('A')},,8,500\n${good('B')},,8,\n`,
  );
  await table(folder, salesTable(warnings));
  expect(warnings).toEqual([
    {
      code: 'MISSING_COLUMN',
      message: expect.stringContaining('không có cột «docCode», «docStatus», «discount», «vatAmount»: coi như trống'),
    },
  ]);
});

it('refuses names that are no UTF-8, whose marked letters would be lost', async () => {
  const text = `code,name,invoiceRequirement\nKH1,Công ty,required\n`;
  const path = join(folder, 'bravo', 'partners.csv');
  await writeFile(path, Buffer.from(text, 'latin1'));
  await expect(table(folder, PARTNERS)).rejects.toMatchObject({
    code: 'BAD_CSV',
    message: expect.stringMatching(/^Tệp bravo\/partners.csv, dòng 2: cột «name»: .* lưu tệp thành «CSV UTF-8»/),
  });
  await writeFile(path, text);
  expect(await table(folder, PARTNERS)).toMatchObject([{ name: 'Công ty' }]);
});

it('names one bad row as ever', async () => {
  const { code, message, details } = await refusalOf([good('A'), good('B').replace('2026-09-01', '2026-09-31')]);
  expect([code, message]).toEqual([
    'BAD_DAY',
    'Tệp bravo/sales.csv, dòng 3: cột «docDate»: Ngày «2026-09-31» không hợp lệ: cần dạng YYYY-MM-DD.',
  ]);
  expect(details).toMatchObject({ path: 'bravo/sales.csv', row: 3, column: 'docDate' });
});

it('counts blank lines and takes a text of several lines for one row, as a spreadsheet does', async () => {
  const twoLines = good('A').replace('VT,', '"VT\n2",');
  const { message, details } = await refusalOf(['', twoLines, '', '', good('B').replace(',1000', ',x')]);
  expect(message).toMatch(/^Tệp bravo\/sales.csv, dòng 6: cột «amount»/);
  expect(details).toMatchObject({ row: 6 });
  expect((await refusalOf(['', good('A'), '', good('A')])).message).toContain(
    'dòng 5: khóa dòng (rowId) «A» bị lặp, đã có ở dòng 3',
  );
});

it('names the rows of a warning as the file has them', async () => {
  const header = HEADER.replace('rowId', 'rowId,docCode');
  const back = good('A').replace('A,', 'A,TL,');
  await writeFile(
    join(folder, 'bravo', 'sales.csv'),
    [header, '', back.replace(',1,1,', ',1.000,1.000,'), ''].join('\n'),
  );
  const [points, returns] = [new QuantityPoints(), new PositiveReturns()];
  await table(folder, salesTable([], points, returns));
  expect(points.warnings()).toMatchObject([{ message: expect.stringContaining(': dòng 3 cột «quantity» «1.000»') }]);
  expect(returns.warnings()).toMatchObject([
    { code: 'RETURN_NOT_NEGATIVE', message: expect.stringContaining(': dòng 3 «TL» «D1».') },
  ]);
});

it('names the first twenty of many bad rows and counts the others', async () => {
  const rows = Array.from({ length: 33 }, (_, index) => good(`B${index}`).replace(',1000', ','));
  const { code, message, details } = await refusalOf([good('A'), ...rows]);
  const [head, ...named] = message.split('\n');
  expect(head).toBe('Tệp bravo/sales.csv có 33 dòng phải sửa:');
  expect(named).toHaveLength(21);
  expect(named[19]).toBe('  dòng 22: cột «amount»: Số tiền đang trống: dòng thật không có tiền thì ghi 0.');
  expect(named[20]).toBe('  … và 13 dòng nữa.');
  expect(code).toBe('NOT_WHOLE_DONG');
  expect(details).toMatchObject({ row: 3, badRows: 33 });
});

it('says of a file that breaks off what is wrong before it as well', async () => {
  const { code, message } = await refusalOf([good('A').replace('2026-09-01', 'x'), good('B'), 'chỉ hai,ô']);
  expect(message.split('\n')).toEqual([
    'Tệp bravo/sales.csv có 1 dòng phải sửa:',
    '  dòng 2: cột «docDate»: Ngày «x» không hợp lệ: cần dạng YYYY-MM-DD.',
    '  Tệp bravo/sales.csv không phải CSV hợp lệ: số ô của dòng khác số cột của tiêu đề (dòng 4).',
  ]);
  expect(code).toBe('BAD_DAY');
});

it('says where a quote is in the middle of a cell, and of which kind a file of other characters is', async () => {
  const { code, message } = await refusalOf([good('A'), good('B').replace('D1', 'Tivi 43" D1')]);
  expect([code, message]).toEqual([
    'BAD_CSV',
    'Tệp bravo/sales.csv không phải CSV hợp lệ: dấu ngoặc kép không khớp (dòng 3).',
  ]);
  const wide = Buffer.from([HEADER, good('A'), ''].join('\n'), 'utf16le');
  await writeFile(join(folder, 'bravo', 'sales.csv'), wide);
  await expect(table(folder, salesTable([]))).rejects.toMatchObject({
    code: 'BAD_CSV',
    message: 'Tệp bravo/sales.csv không phải UTF-8: lưu tệp thành «CSV UTF-8».',
  });
});

it('names quantities that are one or a thousand, unless the column or the price says which', async () => {
  const header = HEADER.replace('amount', 'amount,unitPrice,convertRate');
  /** The warnings of a ledger of lines with these quantities, amounts, prices and rates. */
  const told = async (...rows: readonly (readonly [string, string, number, number, string?])[]): Promise<string[]> => {
    const text = rows.map(
      ([quantity, base, amount, price, rate = '1'], index) =>
        `A${index},CN,D1,2026-09-01,KH,VT,${quantity},${base},${amount},${price},${rate}`,
    );
    await writeFile(join(folder, 'bravo', 'sales.csv'), [header, ...text, ''].join('\n'));
    const points = new QuantityPoints();
    await table(folder, salesTable([], points));
    return points.warnings().map(({ code, message }) => `${code} ${message}`);
  };
  expect(await told(['2', '2', 10_000, 5000], ['1.000', '1.000', 5_000_000, 5000])).toEqual([
    expect.stringMatching(
      /^DECIMAL_SIGN_UNKNOWN .*: 2 ô .*: dòng 3 cột «quantity» «1\.000»; dòng 3 cột «baseQuantity» «1\.000»\. /,
    ),
  ]);
  expect(await told(['1.000', '1.000', 5000, 5000])).toEqual([]);
  expect(await told(['3', '3', 5000, 0])).toEqual([]);
  expect(await told(['1.000', '1.000', 5000, 0], ['0.500', '0.500', 2500, 0])).toEqual([]);
  expect(await told(['1.000', '1.000', 5000, 0], ['1234.000', '1234.000', 0, 0])).toEqual([]);
  expect(await told(['1000', '1.000', 5_000_000, 5000, ''])).toHaveLength(1);
  expect(await told(['-2.000', '-2.000', -5000, 0])).toHaveLength(1);
});

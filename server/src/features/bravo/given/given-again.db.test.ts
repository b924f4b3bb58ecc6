import type { SalesLedgerLine } from '@khop/contract/bravo.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type GivenCompany, startGivenCompany } from '../../../testing/given-company.ts';
import { workbookFile } from '../../../testing/workbook-file.ts';

let company: GivenCompany;
beforeEach(async () => {
  company = await startGivenCompany();
});
afterEach(() => company?.api.close());

const sale = (docNo: string, quantity: string, more: Row = {}): Row => ({
  ...{
    branchCode: 'CN01',
    docCode: 'HD',
    docNo,
    docDate: '2026-09-05',
    partnerCode: 'KH1',
    itemCode: 'VT1',
    unit: 'Lon',
  },
  ...{ quantity, amount: Number(quantity) * 30_000, warehouseCode: 'K1' },
  ...more,
});
/** A list of rows that all state the same columns. */
const give = async (...rows: Row[]) => {
  const fields = Object.keys(rows[0]!);
  const text = [fields, ...rows.map((row) => fields.map((field) => String(row[field])))].map((cells) => cells.join());
  return company.upload('/bravo-sales-ledgers/bulk', { name: 'ban-hang.csv', content: Buffer.from(text.join('\n')) });
};
/** Document, quantity and branch of every stored line, by its key. */
const stored = async () =>
  (
    await company.rows<{ said: string }>(
      `select concat_ws(' ', source_key, doc_no, trim_scale(quantity), branch_code) as said from sales_ledger_lines
       where source = 'given' order by 1`,
    )
  ).map(({ said }) => said);
const keyed = (row: Row, rowId: string): Row => ({ ...row, rowId });
const absent = (warnings: readonly { readonly code: string; readonly message: string }[] = []) =>
  warnings.filter(({ code }) => code === 'SALES_NOT_IN_FILE').map(({ message }) => message);

it.each([
  ['with row keys, then without', (row: Row, id: string) => keyed(row, id), (row: Row) => row],
  ['without row keys, then with', (row: Row) => row, (row: Row, id: string) => keyed(row, id)],
])('a list that comes %s has the same sales, and what is mended in it is mended', async (_, first, second) => {
  const rows = [sale('T1', '5'), sale('T1', '3'), sale('T2', '2', { docCode: 'H2' })];
  await give(...rows.map((row, at) => first(row, `r${at}`)));
  const before = await stored();
  expect(await give(...rows.map((row, at) => second(row, `r${at}`)).toReversed())).toMatchObject({
    ...{ created: 0, changed: 0, unchanged: 3 },
  });
  expect(await stored()).toEqual(before);
  const mended = [sale('T1', '3'), sale('T1', '7'), sale('T2', '2', { docCode: 'H2' }), sale('T1', '9')];
  expect(await give(...mended.map((row, at) => second(row, `s${at}`)))).toMatchObject({ created: 1, changed: 1 });
  expect((await stored()).map((said) => said.split(' ').slice(1, 3).join(' ')).sort()).toEqual([
    ...['T1 3', 'T1 7', 'T1 9', 'T2 2'],
  ]);
});

it('lines under other row keys are other sales, and so is a document of another branch, kind or day', async () => {
  await give(keyed(sale('T1', '5'), 'a'), keyed(sale('T2', '5'), 'b'));
  expect(await give(keyed(sale('T1', '5'), 'c'))).toMatchObject({ created: 1 });
  const others: Row[] = [{ branchCode: 'CN02' }, { docCode: 'H2' }, { docDate: '2026-09-06' }];
  for (const more of others) expect(await give(sale('T2', '5', more))).toMatchObject({ created: 1 });
});

it('a branch that the list lacked comes to the sales that are there', async () => {
  await give(sale('T1', '5', { branchCode: '', docCode: '' }), sale('T1', '3', { branchCode: '', docCode: '' }));
  expect(await give(sale('T1', '4'), sale('T1', '3'))).toMatchObject({ created: 0, changed: 2 });
  expect(await stored()).toEqual([expect.stringMatching(/#1 T1 4 CN01$/), expect.stringMatching(/#2 T1 3 CN01$/)]);
});

it('a document of the same number and without a branch is another one where no line is the same, or where it may be two', async () => {
  await give(sale('T1', '5', { branchCode: '' }));
  expect(await give(sale('T1', '4'))).toMatchObject({ created: 1 });
  await give(sale('T3', '5'), sale('T3', '5', { branchCode: 'CN02' }));
  expect(await give(sale('T3', '5', { branchCode: '' }))).toMatchObject({ created: 1 });
});

it('sales that a list no longer has stay, and are told with their documents and among what the file changes', async () => {
  await give(sale('T1', '5'), sale('T2', '3'), sale('T2', '1'), sale('T3', '2', { docDate: '2026-09-20' }));
  const report = await give(sale('T1', '5'), sale('T4', '1', { docDate: '2026-09-07' }));
  expect(absent(report.warnings)).toEqual([
    expect.stringContaining('2 dòng (1 chứng từ: T2 (CN01)) đã đưa trước đây ngày 05/09/2026 không có trong tệp này'),
  ]);
  expect(report.differences).toMatchObject({ missing: 2 });
  expect(await stored()).toHaveLength(5);

  const left = async () => {
    const path = `/bravo-sales-ledgers?notInFileOf=${report.runId}`;
    const { body } = await company.api.call<{ items: SalesLedgerLine[] }>('GET', path);
    return body.items.map(({ id, docNo, quantity }) => ({ id, said: `${docNo} ${quantity}` }));
  };
  const lines = await left();
  expect(lines.map(({ said }) => said).sort()).toEqual(['T2 1', 'T2 3']);
  await company.remove(lines.slice(0, 1).map(({ id }) => id));
  expect(await left()).toEqual(lines.slice(1));
});

it('sales of a day that a list is of by its heading alone are missed as well', async () => {
  const list = (rows: Row[]) => workbookFile('bravo-sales', rows, { fromDate: '2026-09-01', toDate: '2026-09-30' });
  const [first, last] = [sale('T1', '5', { docDate: '2026-09-03' }), sale('T2', '3')];
  await company.upload('/bravo-sales-ledgers/bulk', await list([first, last]));
  const report = await company.upload('/bravo-sales-ledgers/bulk', await list([last]));
  expect(absent(report.warnings)).toEqual([
    expect.stringContaining('1 dòng (1 chứng từ: T1) đã đưa trước đây ngày 03/09/2026'),
  ]);
});

it.each([
  ['of other sales', [sale('T9', '1')]],
  ['of another branch', [sale('T1', '5', { branchCode: 'CN02' }), sale('T3', '1', { branchCode: 'CN02' })]],
  ['of other days', [sale('T3', '1', { docDate: '2026-09-06' })]],
  ['with a refused row, which may be what is missed', [sale('T1', '5'), sale('T2', '3', { quantity: 'năm' })]],
])('a list %s misses nothing', async (_, rows) => {
  await give(sale('T1', '5'), sale('T2', '3'), sale('T3', '1', { branchCode: 'CN02' }));
  await give(sale('T3', '1', { docDate: '2026-09-06' }));
  const report = await give(...rows);
  expect(absent(report.warnings)).toEqual([]);
  expect(report.differences?.missing ?? 0).toBe(0);
});

it('sales that a request brings with row keys after a list without them are the same ones, line by line', async () => {
  await give(sale('T1', '5'), sale('T1', '3'), sale('T2', '2'));
  const send = (docNo: string, quantity: string, sourceKey: string) =>
    company.post('/bravo-sales-ledgers', { rows: [sale(docNo, quantity, { sourceKey, baseQuantity: quantity })] });
  const before = await stored();
  expect(await send('T1', '3', 'r2')).toMatchObject({ created: 0, changed: 0, unchanged: 1 });
  expect(await send('T1', '5', 'r1')).toMatchObject({ created: 0, changed: 0, unchanged: 1 });
  expect(await stored()).toEqual(before);
  // A request may have a part of a document: a line that says something else is another sale, and writes over none.
  expect(await send('T1', '9', 'r3')).toMatchObject({ created: 1, changed: 0 });
  expect(await stored()).toHaveLength(4);
});

import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectLaws } from '../../testing/laws.ts';
import { type SampleMonth, startSampleMonth } from '../../testing/sample-month.ts';

type Document = { id: string; coverage: string; docNo: string };
type Shortage = { line: string; document: string; reason: string; message: string; amount: number };

let month: SampleMonth;
beforeAll(async () => {
  month = await startSampleMonth(200);
});
afterAll(() => month?.api.close());

const place = (rest: string): string => `/invoice-issuance/periods/${month.periodId}/${rest}`;
const ledger = (): string => path.join(month.folder, 'bravo/sales.csv');
const shortages = async (): Promise<Shortage[]> =>
  (await month.api.call<{ items: Shortage[] }>('GET', place('shortages?reason=NEEDS_REVIEW&limit=500'))).body.items;
const documentOf = async (docNo: string): Promise<Document> =>
  (await month.api.call<{ items: Document[] }>('GET', place(`invoice-bravo-sales?q=${docNo}`))).body.items.find(
    (one) => one.docNo === docNo,
  )!;

it('lets a line whose amount Bravo left blank wait for a person until Bravo states it', async () => {
  const whole = await readFile(ledger(), 'utf8');
  const [header, ...lines] = whole.trimEnd().split('\n');
  const names = header!.split(',');
  const at = (name: string) => names.indexOf(name);
  const count = Map.groupBy(lines, (line) => line.split(',')[at('docNo')]!);
  // A line of its own document whose figures can be cut by commas, so that its document has nothing else to show.
  const index = lines.findIndex((line) => {
    const cells = line.split(',');
    return (
      cells.length === names.length && count.get(cells[at('docNo')]!)!.length === 1 && cells[at('kind')] === 'goods'
    );
  });
  const cells = lines[index]!.split(',');
  const [key, docNo] = [cells[at('rowId')]!, cells[at('docNo')]!];
  for (const name of ['unitPrice', 'amount', 'discount', 'vatAmount']) cells[at(name)] = '';
  await writeFile(ledger(), [header, ...lines.with(index, cells.join(',')), ''].join('\n'));

  await month.done('load-bravo-sales');
  await month.done('generate-invoices');
  const found = (await shortages()).find(({ line }) => line === key);
  expect(found).toMatchObject({ reason: 'NEEDS_REVIEW', amount: 0 });
  expect(found!.message).toMatch(/Bravo để trống tiền hàng: ghi ở Bravo rồi nạp lại/);
  expect(await documentOf(docNo)).toMatchObject({ coverage: 'uncovered' });
  const live = await month.api.call(
    'GET',
    `/bravo-sales-ledgers/retrieve?fromDate=2026-09-01&toDate=2026-09-30&q=${docNo}`,
  );
  expect(live.status).toBe(200);
  await expectLaws(month.api.context.pool, month.periodId);

  await writeFile(ledger(), whole);
  await month.done('load-bravo-sales');
  await month.done('regenerate-invoices');
  expect((await shortages()).filter(({ message }) => message.includes('để trống'))).toEqual([]);
  await expectLaws(month.api.context.pool, month.periodId);
});

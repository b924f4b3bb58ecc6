import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SampleMonth, startSampleMonth } from '../../../testing/sample-month.ts';

let month: SampleMonth;
let seller: string;
let other: string;
beforeAll(async () => {
  month = await startSampleMonth(400);
  [seller, other] = [...month.profiles.values()] as [string, string];
});
afterAll(() => month?.api.close());

const query = (text: string, values: readonly unknown[]) => month.api.context.pool.query(text, [...values]);

const ENTRY = 'tay-9#zsp#1#777#1';
const NAMELESS = 'tay-9#zsp#1#1#1';
/** The day of the entry is 01/11: no sale of the sample is near. */
const LINES: readonly (readonly [key: string, docNo: string, day: string, partner: string, amount: number])[] = [
  ['named', 'ZZ-4711', '2026-10-01', 'ZX', 5],
  ['short name', 'Z1', '2026-11-01', 'ZX', 5],
  ['same money', 'Z2', '2026-11-04', 'ZX', 800],
  ['unlike', 'Z3', '2026-11-01', 'ZX', 6],
  ['connected and same money', 'Z4', '2026-10-02', 'ZB1', 800],
  ['connected near', 'Z5', '2026-10-30', 'ZB1', 23],
  ['nearer in money, by name', 'Z6', '2026-10-30', 'ZB2', 799],
  ['by tax code', 'Z7', '2026-10-20', 'ZB3', 23],
  ['connected too early', 'Z8', '2026-09-30', 'ZB1', 800],
  ['connected too late', 'Z9', '2026-11-05', 'ZB1', 800],
  ['connected in another profile', 'Z10', '2026-11-01', 'ZB4', 23],
  ['without a tax code, as the supplier of that code', 'Z11', '2026-11-01', 'ZB5', 23],
  ['without a name', 'Z13', '2026-11-01', 'ZB7', 23],
  ['by the tax code of another profile', 'Z12', '2026-11-01', 'ZB6', 23],
];

async function fill(): Promise<void> {
  const partner = async (profileId: string, taxCode: string, bravoCode: string) => {
    const id = randomUUID();
    await query(
      "insert into amis_partners (id, profile_id, type, code, name, tax_code) values ($1, $2, 'customer', 'ZKH', 'Khách Z', $3)",
      [id, profileId, taxCode],
    );
    await query(
      "insert into partner_connections (id, profile_id, amis_partner_id, bravo_code, origin, created_by) values ($1, $2, $3, $4, 'manual', 'x')",
      [randomUUID(), profileId, id, bravoCode],
    );
  };
  await partner(seller, '0316520076', 'ZB1');
  await partner(other, '0312345678', 'ZB4');
  await query(
    "insert into amis_partners (id, profile_id, type, code, name) values ($1, $2, 'supplier', 'ZKH', 'Nhà cung cấp Z')",
    [randomUUID(), seller],
  );
  for (const [code, name, taxCode] of [
    ['ZB2', 'Bà Ất Ơ', ''],
    ['ZB3', 'Tên khác', '0316520076'],
    ['ZB5', 'Không mã số thuế', ''],
    ['ZB7', '', ''],
    ['ZB6', 'Khách của hồ sơ khác', '0312345678'],
  ])
    await query(
      'insert into bravo_partners (code, name, tax_code, modified_at, synced_at) values ($1, $2, $3, now(), now())',
      [code, name, taxCode],
    );
  for (const [key, docNo, day, code, amount] of LINES)
    await query(
      `insert into period_sales_lines (period_id, source_key, branch_code, doc_code, doc_no, document_key, doc_date, partner_code,
         item_code, quantity, base_quantity, amount, discount, kind) values ($1, $2, 'ZCN', 'HZ', $3, $7, $4, $5, 'ZVT', 1, 1, $6::bigint, 23, 'goods')`,
      [month.periodId, key, docNo, day, code, amount, `ZCN/HZ/${docNo}`],
    );
  for (const [key, ...facts] of [
    [ENTRY, 'zkh', 'BÀ ẤT Ơ', 777, 'Bán theo zz-4711 và Z1'],
    [NAMELESS, '', '', 1, ''],
  ])
    await query(
      `insert into period_amis_sales (period_id, profile_id, entry_key, voucher_number, document_date, customer_code, customer_name,
         product_code, quantity, amount, description) values ($1, $2, $3, 'TAY-9', '2026-11-01', $4, $5, 'ZSP', 1, $6, $7)`,
      [month.periodId, seller, key, ...facts],
    );
}

const candidates = async (q?: string, entry = ENTRY): Promise<string[]> => {
  const more = q === undefined ? '' : `&q=${encodeURIComponent(q)}`;
  const { body } = await month.api.call<{ candidates: { line: string }[] }>(
    'GET',
    `/invoice-issuance/periods/${month.periodId}/amis-entries/review?profileId=${seller}&entryKey=${encodeURIComponent(entry)}${more}`,
  );
  return body.candidates.map(({ line }) => line);
};

it('offers the lines that an entry names, those of its buyer and those of its money, from 31 days before it to 3 days after', async () => {
  await fill();
  const likely = [
    'named',
    'connected and same money',
    'nearer in money, by name',
    'connected near',
    'by tax code',
    'same money',
  ];
  expect(await candidates()).toEqual(likely);
  expect(await candidates(undefined, NAMELESS)).toEqual([]);
  expect(await candidates('z9 zb1')).toEqual(['connected too late']);
  expect(await candidates('z6 bà ất')).toEqual(['nearer in money, by name']);
  // As the cards show a document: all of it, its branch, or its branch and kind.
  expect(await candidates('zcn/hz/Z9')).toEqual(['connected too late']);
  expect(await candidates('zcn')).toHaveLength(LINES.length);
  expect(await candidates('ZCN/HZ zb1')).toHaveLength(LINES.filter(([, , , code]) => code === 'ZB1').length);
  expect(await candidates('a')).toHaveLength(50);
  // The lines that the plan itself took for possible come first, whatever their day.
  await query(
    `insert into period_reviews (period_id, profile_id, entry_key, candidates, why) values ($1, $2, $3, '["connected too early", "named"]', 'x')`,
    [month.periodId, seller, ENTRY],
  );
  expect(await candidates()).toEqual(['connected too early', ...likely]);
  expect(await candidates('z9')).toEqual(['connected too late']);
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { stockSheet } from '@khop/sample/amis-world/stock-layouts.ts';
import { readXlsx } from 'hucre';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWorkbook } from '../../adapters/workbook/read-workbook.ts';
import { writeWorkbookFile } from '../../adapters/workbook/write/write-workbook.ts';
import { unzip } from '../../testing/unzip.ts';
import { type Change, firstProfile, type OddFolders, openOddFolders, rewrite } from './issue-fixture.ts';

let odd: OddFolders;
let goodZip: Map<string, Buffer>;
beforeAll(async () => {
  odd = await openOddFolders();
  goodZip = await zipOf(odd.good);
});
afterAll(() => odd.close());

async function zipOf(dir: string): Promise<Map<string, Buffer>> {
  const { status, said } = await odd.issued(dir);
  expect([status, said]).toEqual([0, '']);
  return unzip(await readFile(join(odd.root, 'out.zip')));
}

const STOCK = 'amis/AP/TonKho.xlsx';
const stockOf = (dir: string) => readWorkbook(join(dir, STOCK), { layout: 'amis-inventory' });

describe('a stock report that knows its warehouses by name only', () => {
  /** Names that no other file of the profile knows. */
  const nameOf = (code: unknown): string => `Kho đổi tên ${code}`;
  const byName: Change = async (dir) => {
    const { rows, fromDate, toDate } = await stockOf(dir);
    const named = rows.map((row): Row => ({ ...row, warehouseName: nameOf(row.warehouseCode), warehouseCode: null }));
    const days = { fromDate: fromDate!, toDate: toDate! };
    await writeWorkbookFile(join(dir, STOCK), [stockSheet('by-name', named, days)]);
    expect((await stockOf(dir)).columns.map(({ field }) => field)).not.toContain('warehouseCode');
  };
  const codes = async (): Promise<string[]> => [
    ...new Set((await stockOf(odd.good)).rows.map((row) => String(row.warehouseCode))),
  ];

  it('gives the very files of the zip that the report with codes gives, once period.json names them', async () => {
    const own = await codes();
    expect(own.length).toBeGreaterThan(0);
    const warehouses = Object.fromEntries(own.map((code) => [nameOf(code).toUpperCase(), code]));
    const dir = await odd.folder(async (at) => {
      await byName(at);
      await firstProfile({ warehouses })(at);
    });
    const zip = await zipOf(dir);
    expect([...zip.keys()]).toEqual([...goodZip.keys()]);
    for (const [path, bytes] of zip) expect([path, bytes.equals(goodZip.get(path)!)]).toEqual([path, true]);
    const { sheets } = await readXlsx(new Uint8Array(zip.get('AP/BanHang.xlsx')!));
    const [head, ...rows] = sheets[0]!.rows;
    const at = head!.findIndex((cell) => /^Kho|Mã kho/.test(String(cell ?? '')));
    const written = new Set(rows.map((cells) => cells[at]).filter(Boolean));
    expect(written.size).toBeGreaterThan(0);
    expect([...written].filter((code) => !own.includes(String(code)))).toEqual([]);
  });

  it('is refused with the names to write down while nothing says their codes, and no file is written', async () => {
    const { status, said } = await odd.issued(await odd.folder(byName));
    expect(status).toBe(1);
    expect(said).toMatch(/WAREHOUSE_UNKNOWN: .*AP\/TonKho\.xlsx .*«Kho đổi tên .*"warehouses"/);
  });
});

describe('the moments of the reports of a folder', () => {
  /** A sale keyed by hand of all that is there of one product, which the stock report had let go of already. */
  let product: string;
  const soldByHand: Change = async (dir) => {
    const { rows } = await stockOf(odd.good);
    product = mostSold();
    // A stock report may spell a code in small letters.
    const isOfIt = (row: Row) => String(row.productCode).toUpperCase() === product.toUpperCase();
    const left = rows.filter(isOfIt);
    const quantityOf = (row: Row) => Number(row.closingQuantity);
    const more = (value: Row[string], quantity: number) => String(Number(value ?? 0) + quantity);
    await rewrite(STOCK, 'amis-inventory', (read) =>
      read.rows.map((row) =>
        isOfIt(row)
          ? {
              ...row,
              openingQuantity: more(row.openingQuantity!, quantityOf(row)),
              outQuantity: more(row.outQuantity!, quantityOf(row)),
            }
          : row,
      ),
    )(dir);
    await rewrite('amis/AP/SoBanHang.xlsx', 'amis-sales-ledger', (read) => [
      ...read.rows,
      ...left.map((row, index) => ({
        ...read.rows[0]!,
        ...{ voucherNumber: `TAY-${index}`, invoiceNumber: '', description: '', customerCode: 'TAY' },
        ...{ productCode: product, warehouseCode: row.warehouseCode!, quantity: String(quantityOf(row)), amount: 1 },
        ...{ discount: 0, returnQuantity: '0', returnAmount: 0, allowanceAmount: 0, vatAmount: 0 },
      })),
    ])(dir);
  };
  type Sold = { profile: string; items: { product: string; amount: number }[] }[];
  const soldOf = (invoices: unknown): Map<string, number> => {
    const sums = new Map<string, number>();
    for (const { profile, items } of invoices as Sold)
      if (profile === 'AP')
        for (const item of items) sums.set(item.product, (sums.get(item.product) ?? 0) + item.amount);
    return sums;
  };
  const mostSold = (): string => [...soldOf(odd.goodReport.invoices)].toSorted(([, a], [, b]) => b - a)[0]![0];

  const NINE = '2026-10-01T09:00:00+07:00';
  const FOURTEEN = '2026-10-01T14:00:00+07:00';
  /** Moments for period.json in place of those of the sample. */
  const only = (moments: object) => firstProfile({ stockMadeAt: undefined, salesLedgerMadeAt: undefined, ...moments });
  const issuedWith = async (moments: object) =>
    odd.issued(
      await odd.folder(async (dir) => {
        await soldByHand(dir);
        await only(moments)(dir);
      }),
    );

  // The second profile of the sample has two moments anyway.
  const ofAp = ({ warnings }: OddFolders['goodReport']) => warnings.filter(({ profile }) => profile === 'AP');

  it('are one unless period.json gives them: the report has let the goods of the ledger go', async () => {
    for (const moments of [{}, { stockMadeAt: NINE, salesLedgerMadeAt: NINE }]) {
      const { report } = await issuedWith(moments);
      expect(soldOf(report!.invoices).get(product)).toBe(soldOf(odd.goodReport.invoices).get(product));
      expect(ofAp(report!).map(({ code }) => code)).not.toContain('STOCK_OLDER_THAN_LEDGER');
    }
  });

  it('say that a report made before the ledger may not have let them go: nothing of them is sold', async () => {
    const { report } = await issuedWith({ stockMadeAt: NINE, salesLedgerMadeAt: FOURTEEN });
    expect(soldOf(report!.invoices).get(product)).toBeUndefined();
    expect(ofAp(report!).find(({ code }) => code === 'STOCK_OLDER_THAN_LEDGER')).toMatchObject({
      message: expect.stringContaining('tồn kho xuất lúc 09:00 01/10/2026, sổ bán hàng lúc 14:00 01/10/2026'),
    });
  });

  it.each([
    [{ stockMadeAt: NINE }, '«profiles.0.salesLedgerMadeAt» đang thiếu: đã ghi «stockMadeAt»'],
    [{ salesLedgerMadeAt: NINE }, '«profiles.0.stockMadeAt» đang thiếu: đã ghi «salesLedgerMadeAt»'],
    [{ stockMadeAt: '09:00', salesLedgerMadeAt: NINE }, '«profiles.0.stockMadeAt» cần là thời điểm dạng ISO 8601'],
  ])('are refused where they say nothing: %o', async (moments, says) => {
    const { status, said } = await odd.issued(await odd.folder(only(moments)));
    expect([status, said]).toEqual([1, expect.stringContaining(says)]);
  });
});

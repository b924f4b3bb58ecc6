import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { renderLayout } from '@khop/engine/sheets/render.ts';
import { writeWorkbookFile } from '@khop/server/adapters/workbook/write/write-workbook.ts';

const GOODS = ['Nồi cơm điện', 'Ấm siêu tốc', 'Bếp từ đôi', 'Quạt đứng', 'Máy xay sinh tố', 'Bình giữ nhiệt'];
const BRANDS = ['Sunhouse', 'Điện Quang', 'Hòa Phát', 'Kangaroo', 'Rạng Đông'];

const nameOf = (at: number): string =>
  `${GOODS[at % GOODS.length]} ${BRANDS[at % BRANDS.length]} SHD-${at} ${1 + (at % 9)}L`;

/** A catalogue in AMIS's own layout. `edition` changes one price in a hundred. */
export async function writeProducts(file: string, rows: number, edition = 0): Promise<void> {
  const products: Row[] = Array.from({ length: rows }, (_, at) => ({
    code: `SP${String(at).padStart(6, '0')}`,
    name: nameOf(at),
    unit: at % 3 ? 'Cái' : 'Bộ',
    kind: 'Hàng hóa',
    group: `Nhóm ${at % 40}`,
    quantityOnHand: String((at * 7) % 500),
    stockValue: ((at * 7919) % 90_000) * 1000,
    salePrice: String(100_000 + (at % 100 === 0 ? edition : 0) + (at % 5000)),
    vatRate: at % 2 ? '10' : '8',
    isActive: at % 50 !== 0,
  }));
  await writeWorkbookFile(file, [renderLayout('amis-products', products)]);
}

const SALES =
  'rowId,branchCode,docCode,docNo,docDate,docStatus,partnerCode,itemCode,itemName,unit,quantity,convertRate,baseQuantity,unitPrice,amount,discount,vatRate,vatAmount,warehouseCode,kind,description\n';

function* salesText(lines: number, items: number): Generator<string> {
  yield SALES;
  let text = '';
  for (let at = 0; at < lines; at++) {
    const document = at >> 2;
    const day = `2026-09-${String(1 + (document % 30)).padStart(2, '0')}`;
    const [item, quantity, price] = [at % items, 1 + (at % 9), 50_000 + (at % 997) * 100];
    const amount = quantity * price;
    text += `CN01-${document}-${at},CN01,HD,HD${String(document).padStart(7, '0')},${day},2,KH${document % 900},VT${item},${nameOf(item)},Cái,${quantity},1,${quantity},${price},${amount},0,8,${Math.round(amount * 0.08)},K01,goods,\n`;
    if (text.length < 1 << 20) continue;
    yield text;
    text = '';
  }
  yield text;
}

/** The files of a simulated Bravo with a ledger of so many lines over the days of one month. */
export async function writeBravo(folder: string, lines: number, items: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = (name: string) => path.join(folder, name);
  const list = (count: number, line: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => line(at)).join('');
  const stamp = '2026-09-01T00:00:00.000Z';
  await writeFile(
    file('items.csv'),
    `code,name,unit,group,type,isActive,modifiedAt\n${list(items, (at) => `VT${at},${nameOf(at)},Cái,N${at % 40},HH,true,${stamp}\n`)}`,
  );
  await writeFile(file('item-units.csv'), 'itemCode,unit,rate\n');
  await writeFile(
    file('partners.csv'),
    `code,name,address,taxCode,phone,email,type,isActive,invoiceRequirement,modifiedAt\n${list(900, (at) => `KH${at},Công ty TNHH Thương mại số ${at},Hà Nội,,,,KH,true,required,${stamp}\n`)}`,
  );
  await writeFile(file('stock.csv'), 'asOf,warehouseCode,itemCode,quantity,value\n');
  await pipeline(Readable.from(salesText(lines, items)), createWriteStream(file('sales.csv')));
}

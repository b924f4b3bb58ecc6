import { buffer } from 'node:stream/consumers';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { madeUpInvoice } from '@khop/sample/tax-invoices/made-up-invoice.ts';
import { type Firm, newTestAuthority } from '@khop/sample/tax-invoices/test-authority.ts';
import { PLAIN_STYLE, writeTaxInvoice } from '@khop/sample/tax-invoices/write-tax-invoice.ts';
import { ZipFile } from 'yazl';
import { exported } from './workbook.ts';

export type TaxFile = { readonly name: string; readonly bytes: Buffer };

const SUPPLIER: Firm = { taxCode: '0107777776', name: 'Công ty TNHH Vật tư Hồng Hà' };
const CUSTOMER: Firm = { taxCode: '0106666664', name: 'Cửa hàng Bình Minh' };

/** Signed files of one profile: three purchases, one of which replaces another, and a sale in UTF-16. */
export function taxFilesOf(own: Firm): TaxFile[] {
  const authority = newTestAuthority();
  const [supplier, self] = [authority.signerOf(SUPPLIER), authority.signerOf(own)];
  const bought = (number: number, date: string, lines: number) =>
    madeUpInvoice({ seed: 7, seller: SUPPLIER, buyer: own, number, date, lines });
  const sold = madeUpInvoice({ seed: 7, seller: own, buyer: CUSTOMER, number: 45, date: '2026-09-08', lines: 5 });
  const style = { ...PLAIN_STYLE, signedAt: '2026-09-04T09:30:00' };
  const replaced = {
    relation: '1',
    form: '1',
    symbol: 'C26TAA',
    number: '12',
    date: '2026-09-03',
    note: 'Sai địa chỉ',
  };
  const replacing = { ...bought(13, '2026-09-04', 3), related: [replaced] };
  return [
    { name: 'mua-12.xml', bytes: writeTaxInvoice(bought(12, '2026-09-03', 3), { seller: supplier }, style) },
    { name: 'mua-13.xml', bytes: writeTaxInvoice(replacing, { seller: supplier }, style) },
    { name: 'mua-14.xml', bytes: writeTaxInvoice(bought(14, '2026-09-05', 40), {}, style) },
    {
      name: 'ban-45.xml',
      bytes: writeTaxInvoice(
        sold,
        { seller: self },
        { ...style, encoding: 'utf-16le', prefix: 'inv', namespace: 'urn:x' },
      ),
    },
  ];
}

/** The file with one digit of its first amount changed after it was signed. */
export function tampered({ name, bytes }: TaxFile): TaxFile {
  const text = bytes.toString('utf8');
  const at = text.indexOf('<ThTien>') + '<ThTien>'.length;
  const digit = text[at] === '9' ? '8' : '9';
  return { name: `sua-${name}`, bytes: Buffer.from(`${text.slice(0, at)}${digit}${text.slice(at + 1)}`) };
}

/** A zip as portals give it: the files, and a page and a picture that are no invoice. */
export async function taxZip(name: string, files: readonly TaxFile[]) {
  const zip = new ZipFile();
  for (const file of files) zip.addBuffer(file.bytes, file.name);
  zip.addBuffer(Buffer.from('<html></html>'), 'invoice.html');
  zip.addBuffer(Buffer.of(0xff, 0xd8, 0xff, 0xe0), 'sign-check.jpg');
  zip.end();
  return { name, mimeType: 'application/zip', buffer: await buffer(zip.outputStream) };
}

/** The portal's list of September's purchases: one of the files, by what it was replaced, and one whose XML is not there. */
export function taxList(own: Firm) {
  const row = (number: number, date: string, state: string): Row => {
    const { form, symbol, seller, total } = madeUpInvoice({
      seed: 7,
      seller: SUPPLIER,
      buyer: own,
      number,
      date,
      lines: 3,
    });
    return {
      ...{ form, symbol, number: String(number), date, total, currency: 'VND', state, processing: 'Đã cấp mã hóa đơn' },
      ...{ sellerTaxCode: seller.taxCode ?? null, sellerName: seller.name ?? null },
      ...{ buyerTaxCode: own.taxCode, buyerName: own.name },
    };
  };
  const rows = [
    row(12, '2026-09-03', 'Hóa đơn đã bị thay thế'),
    row(13, '2026-09-04', 'Hóa đơn thay thế'),
    row(15, '2026-09-07', 'Hóa đơn đã bị điều chỉnh'),
  ];
  return exported('danh-sach-9.xlsx', 'tax-invoice-list', rows);
}

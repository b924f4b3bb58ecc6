import { foldText } from '../../text/fold.ts';
import { exportLayouts } from './export-layouts.ts';
import { exportFields, type OwnColumn, type OwnLayout } from './own-layout.ts';

export type SampleLayout = {
  readonly document: OwnLayout;
  /** Headers without a known field: their columns stay blank until an administrator fills them in. */
  readonly unmatched: readonly string[];
};

/** Other words for a field that templates are met with. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  voucherNumber: ['Số CT', 'Số chứng từ bán hàng'],
  accountingDate: ['Ngày HT'],
  documentDate: ['Ngày CT'],
  customerCode: ['Mã KH', 'Mã đối tượng'],
  customerName: ['Tên KH', 'Tên người mua', 'Tên đối tượng'],
  taxCode: ['MST', 'Mã số thuế người mua'],
  address: ['Địa chỉ khách hàng'],
  personalId: ['Số CCCD', 'Số CMND', 'Số CCCD/giấy tờ', 'CCCD người mua'],
  budgetCode: ['Mã ĐVQHNS', 'Mã số đơn vị QHNS'],
  productCode: ['Mã hàng hóa', 'Mã vật tư', 'Mã VTHH'],
  productName: ['Tên hàng hóa', 'Tên vật tư', 'Tên VTHH', 'Tên hàng hóa, dịch vụ'],
  unit: ['Đơn vị tính'],
  quantity: ['SL'],
  amount: ['Tiền hàng', 'Doanh số bán'],
  vatRate: ['Thuế suất', 'Thuế suất GTGT', 'Thuế suất thuế GTGT'],
  vatAmount: ['Tiền thuế', 'Thuế GTGT'],
  warehouseCode: ['Kho', 'Mã kho xuất'],
  description: ['Diễn giải', 'Nội dung'],
};

/** A header as it is compared: without marks of a required column, accents, case and punctuation. */
const plain = (header: string): string =>
  foldText(header.replaceAll('(*)', ' '))
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim();

const fieldOfHeader = new Map<string, string>();
const learn = (header: string, field: string): void => {
  const key = plain(header);
  if (key !== '' && !fieldOfHeader.has(key)) fieldOfHeader.set(key, field);
};
for (const name of ['amis-sales-voucher', 'amis-sales-voucher-short'] as const) {
  for (const { header, type, field } of exportLayouts[name].columns) {
    const taken = type === 'vatOther' ? 'vatOther' : field;
    if (taken !== undefined) learn(header, taken);
  }
}
for (const { field, label } of exportFields) learn(label, field);
for (const [field, headers] of Object.entries(ALIASES)) for (const header of headers) learn(header, field);

const MOST_ROWS = 30;

/**
 * A template like a given workbook: the row that knows most fields by name is its header, every header a column.
 * Undefined when no row looks like a header.
 */
export function layoutFromSample(sheet: string, rows: readonly (readonly string[])[]): SampleLayout | undefined {
  const known = (row: readonly string[]): number =>
    new Set(row.map(fieldOf).filter((field) => field !== undefined)).size;
  const filled = (row: readonly string[]): number => row.filter((cell) => cell.trim() !== '').length;
  const candidates = rows.slice(0, MOST_ROWS).filter((row) => filled(row) >= 3);
  const header = candidates.toSorted((a, b) => known(b) - known(a) || filled(b) - filled(a))[0];
  if (!header) return undefined;
  const seen = new Map<string, number>();
  const taken = new Set<string>();
  const unmatched: string[] = [];
  const columns = header.flatMap((cell): OwnColumn[] => {
    const text = cell.trim().replace(/\s+/g, ' ');
    if (text === '') return [];
    const times = (seen.get(text.toLowerCase()) ?? 0) + 1;
    seen.set(text.toLowerCase(), times);
    const title = times === 1 ? text : `${text} (${times})`;
    const field = fieldOf(text);
    if (field === undefined || taken.has(field)) {
      unmatched.push(title);
      return [{ header: title }];
    }
    taken.add(field);
    return [{ header: title, field }];
  });
  const sheetName = sheet
    .replace(/[[\]:*?/\\]/g, ' ')
    .trim()
    .replace(/^'+|'+$/g, '')
    .slice(0, 31);
  return { document: { sheetName: sheetName || 'Sheet1', columns }, unmatched };
}

const fieldOf = (header: string): string | undefined => fieldOfHeader.get(plain(header));

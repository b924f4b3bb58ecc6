import type { TaxListReport, TaxUploadReport } from '@khop/contract/tax-invoices/resources.ts';
import { formatCount } from '../../../ui/format/number.ts';
import { plainText } from '../../../ui/format/plain-text.ts';

/** True when every invoice of the upload was there before, in the very same file. */
export const isUnchanged = ({ created, known, versions, refused }: TaxUploadReport): boolean =>
  known > 0 && created + versions + refused === 0;

/** "12 hóa đơn mua vào, 3 hóa đơn bán ra." of what came in. */
export const sidesSentence = ({ purchases, sales }: TaxUploadReport): string =>
  `Trong số vừa nhận: ${formatCount(purchases)} hóa đơn mua vào, ${formatCount(sales)} hóa đơn bán ra.`;

const WORKBOOK = /^\.?(xlsx|xlsm|xlsb|xls|ods|csv)$/i;

/** "Bỏ qua 8 tệp không phải hóa đơn: 5 .html, 3 .jpg."; undefined when there was none. */
export function ignoredSentence({ ignored }: TaxUploadReport): string | undefined {
  const kinds = Object.entries(ignored).filter(([, count]) => count > 0);
  if (kinds.length === 0) return undefined;
  const total = kinds.reduce((sum, [, count]) => sum + count, 0);
  const told = kinds
    .toSorted(([, a], [, b]) => b - a)
    .map(([ending, count]) => `${formatCount(count)} ${nameOf(ending)}`);
  const remedy = kinds.some(([ending]) => WORKBOOK.test(ending))
    ? ' Tệp Excel trong gói: hãy giải nén rồi nạp riêng; danh sách hóa đơn của cổng thuế cũng nạp ở đây.'
    : '';
  return `Bỏ qua ${formatCount(total)} tệp không phải hóa đơn: ${told.join(', ')}.${remedy}`;
}

const nameOf = (ending: string): string => {
  const plain = plainText(ending).replace(/^\./, '');
  return plain === '' ? 'không có đuôi' : `.${plain}`;
};

/** "12 hóa đơn: 3 mới ở danh sách, 1 đổi trạng thái, 8 như trước." */
export function listSentence({ isKnown, rows, created, changed, unchanged, older }: TaxListReport): string {
  if (isKnown) return 'Đúng tệp này đã nạp trước đây, không có gì thay đổi.';
  const parts: readonly (readonly [number, string])[] = [
    [created, 'mới ở danh sách'],
    [changed, 'đổi trạng thái'],
    [unchanged, 'như trước'],
    [older, 'giữ theo danh sách mới hơn'],
  ];
  const told = parts.filter(([count]) => count > 0).map(([count, words]) => `${formatCount(count)} ${words}`);
  return `${formatCount(rows)} hóa đơn${told.length > 0 ? `: ${told.join(', ')}` : ''}.`;
}

import { rateName } from '../../../shared/invoices/invoice-words.ts';
import { formatDecimal, formatQuantity, formatVnd } from '../../../ui/format/number.ts';
import type { Invoice } from './invoice.ts';

/** The lines of an invoice on paper, all of them: the grid on screen draws only those in sight. */
export function PrintedItems({ items }: { items: Invoice['items'] }) {
  const number = 'tabular py-1 pl-2 text-right align-top whitespace-nowrap';
  return (
    <table className="hidden w-full border-collapse text-small print:table">
      <thead>
        <tr className="border-y border-line-strong">
          <th className="py-1 text-left">STT</th>
          <th className="py-1 pl-2 text-left">Mã hàng</th>
          <th className="py-1 pl-2 text-left">Tên hàng</th>
          <th className="py-1 pl-2 text-left">ĐVT</th>
          <th className="py-1 pl-2 text-right">Số lượng</th>
          <th className="py-1 pl-2 text-right">Đơn giá</th>
          <th className="py-1 pl-2 text-right">Thành tiền</th>
          <th className="py-1 pl-2 text-right">Thuế suất</th>
          <th className="py-1 pl-2 text-right">Tiền thuế</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id} className="break-inside-avoid border-b border-line">
            <td className="py-1 align-top">{item.lineNumber}</td>
            <td className="py-1 pl-2 align-top whitespace-nowrap">{item.productCode}</td>
            <td className="py-1 pl-2 align-top">{item.name}</td>
            <td className="py-1 pl-2 align-top">{item.unit}</td>
            <td className={number}>{formatQuantity(item.quantity)}</td>
            <td className={number}>{formatDecimal(item.unitPrice)}</td>
            <td className={number}>{formatVnd(item.amount)}</td>
            <td className={number}>{rateName(item.vatRate)}</td>
            <td className={number}>{formatVnd(item.vatAmount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import type { OutputOf } from '../../api/operations.ts';
import { useCall } from '../../api/query.ts';
import { LinesTable } from '../../shared/invoices/lines-table.tsx';
import { formatDecimal, formatQuantity, formatVnd } from '../../ui/format/number.ts';
import { formatDay } from '../../ui/format/time.ts';

/** When the product came in, at what price: the days from which its stock exists. */
export function ProductArrivals({ product }: { product: OutputOf<'getAmisProduct'> }) {
  const { profileId, code } = product;
  const lines = useCall('listAmisPurchases', {
    query: { profileId, productCode: code, sort: '-accountingDate', limit: 50, totals: true },
  });
  const totals = lines.data?.totals;
  return (
    <LinesTable
      label="Các lần nhập"
      lines={lines}
      lineKey={(line) => line.id}
      empty="Sổ chi tiết mua hàng đã tải chưa có lần nhập nào của mã này."
      columns={[
        { header: 'Ngày', cell: (line) => formatDay(line.accountingDate) },
        { header: 'Chứng từ', cell: (line) => line.voucherNumber },
        {
          header: 'Số lượng',
          number: true,
          cell: (line) =>
            line.returnedQuantity === '0'
              ? formatQuantity(line.quantity)
              : `${formatQuantity(line.quantity)} (trả ${formatQuantity(line.returnedQuantity)})`,
          total: totals && formatQuantity(String(totals.quantity)),
        },
        { header: 'Đơn giá', number: true, cell: (line) => formatDecimal(line.unitPrice) },
        {
          header: 'Thành tiền',
          number: true,
          cell: (line) => formatVnd(line.amount),
          total: totals && formatVnd(Number(totals.amount)),
        },
      ]}
    />
  );
}

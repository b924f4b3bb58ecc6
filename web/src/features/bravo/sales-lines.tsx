import { useCall } from '../../api/query.ts';
import { LinesTable } from '../../shared/invoices/lines-table.tsx';
import { formatQuantity, formatVnd } from '../../ui/format/number.ts';
import { formatDay } from '../../ui/format/time.ts';

/** The newest stored sales of one item, or to one partner. */
export function SalesLines({ of }: { of: { itemCode: string } | { partnerCode: string } }) {
  const lines = useCall('listSalesLedgers', { query: { ...of, sort: '-docDate', limit: 50, totals: true } });
  const totals = lines.data?.totals;
  const ofItem = 'itemCode' in of;
  return (
    <LinesTable
      label="Dòng bán hàng"
      lines={lines}
      lineKey={(line) => line.sourceKey}
      empty="Chưa có dòng bán hàng nào được lưu. Sổ bán hàng được nạp ở kỳ phát hành."
      columns={[
        { header: 'Ngày', cell: (line) => formatDay(line.docDate) },
        { header: 'Chứng từ', cell: (line) => line.docNo },
        ofItem
          ? { header: 'Đối tượng', cell: (line) => line.partnerName || line.partnerCode }
          : { header: 'Vật tư', cell: (line) => line.itemName || line.itemCode },
        { header: 'Số lượng', number: true, cell: (line) => `${formatQuantity(line.quantity)} ${line.unit}` },
        {
          header: 'Tiền hàng',
          number: true,
          cell: (line) => formatVnd(line.netAmount),
          total: totals && formatVnd(Number(totals.netAmount)),
        },
      ]}
    />
  );
}

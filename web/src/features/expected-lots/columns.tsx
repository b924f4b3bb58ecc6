import type { ItemOf } from '../../api/operations.ts';
import { paths } from '../../paths.ts';
import { Chip } from '../../ui/chip.tsx';
import { plainText } from '../../ui/format/plain-text.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import { TextLink } from '../../ui/link.tsx';
import { EXPECTED_STATE } from './words.ts';

type Lot = ItemOf<'listExpectedLots'>;

export const columns: GridColumn<Lot>[] = [
  { id: 'day', header: 'Ngày', kind: 'day', value: (row) => row.day, sort: true, pinned: true, width: 98 },
  {
    id: 'number',
    header: 'Hóa đơn',
    kind: 'code',
    value: (row) => `${row.symbol} ${row.number}`,
    cell: (row) => <TextLink to={paths.taxInvoice(row.invoiceId)}>{`${row.symbol} ${row.number}`}</TextLink>,
    filter: true,
    width: 128,
  },
  { id: 'supplierName', header: 'Nhà cung cấp', value: (row) => plainText(row.supplierName), sort: true, width: 180 },
  { id: 'name', header: 'Tên trên hóa đơn', value: (row) => plainText(row.name), sort: true, grow: true, width: 220 },
  {
    id: 'invoicedQuantity',
    header: 'SL hóa đơn',
    kind: 'quantity',
    value: (row) => row.invoicedQuantity,
    filter: true,
    width: 96,
  },
  { id: 'invoicedUnit', header: 'ĐVT', value: (row) => plainText(row.invoicedUnit), filter: true, width: 72 },
  {
    id: 'state',
    header: 'Tình trạng',
    value: (row) => EXPECTED_STATE[row.state].label,
    cell: (row) => (
      <Chip tone={EXPECTED_STATE[row.state].tone} title={EXPECTED_STATE[row.state].hint}>
        {EXPECTED_STATE[row.state].label}
      </Chip>
    ),
    width: 176,
  },
  { id: 'product', header: 'Mã AMIS', kind: 'code', value: (row) => row.product ?? '', filter: true, width: 110 },
  { id: 'quantity', header: 'SL theo AMIS', kind: 'quantity', value: (row) => row.quantity, filter: true, width: 104 },
  { id: 'missing', header: 'Chưa nhập', kind: 'quantity', value: (row) => row.missing, filter: true, width: 96 },
  { id: 'unit', header: 'ĐVT AMIS', value: (row) => row.unit, filter: true, width: 80 },
  { id: 'value', header: 'Tiền hàng', kind: 'vnd', value: (row) => row.value, sort: true, total: 'value', width: 128 },
  { id: 'vouchers', header: 'Chứng từ nhập', value: (row) => row.vouchers.join(', '), width: 120 },
  {
    id: 'productName',
    header: 'Tên hàng AMIS',
    value: (row) => row.productName,
    filter: true,
    width: 200,
    hidden: true,
  },
  {
    id: 'supplierTaxCode',
    header: 'MST',
    kind: 'code',
    value: (row) => row.supplierTaxCode,
    filter: true,
    width: 112,
    hidden: true,
  },
];

import { TRADE_NAMES } from '@khop/engine/three-sides/words.ts';
import { Chip } from '../../../ui/chip.tsx';
import { plainText } from '../../../ui/format/plain-text.ts';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { AGE_NAMES, gapOf, nameOfRow, type Row, stateOf, whatOfRow } from './words.ts';

const money = (id: 'delivery' | 'books' | 'tax', header: string): GridColumn<Row> => ({
  id,
  header,
  kind: 'vnd',
  value: (row) => row[id]?.total ?? null,
  sort: true,
  total: id,
  width: 114,
});

export const columns: GridColumn<Row>[] = [
  {
    id: 'number',
    header: 'Hóa đơn',
    kind: 'code',
    value: nameOfRow,
    sort: true,
    filter: false,
    pinned: true,
    opens: true,
    width: 148,
  },
  { id: 'date', header: 'Ngày', kind: 'day', value: (row) => row.date, sort: true, width: 94 },
  { id: 'profileCode', header: 'Hồ sơ', kind: 'code', value: (row) => row.profileCode, filter: true, width: 64 },
  { id: 'trade', header: 'Chiều', value: (row) => TRADE_NAMES[row.trade], width: 76 },
  {
    id: 'partnerName',
    header: 'Đối tượng',
    value: (row) => plainText(row.partnerName),
    sort: true,
    grow: true,
    width: 104,
  },
  money('delivery', 'Bravo'),
  money('books', 'AMIS'),
  money('tax', 'Thuế'),
  { id: 'gap', header: 'Thuế − AMIS', kind: 'vnd', value: gapOf, width: 114 },
  {
    id: 'state',
    header: 'Trạng thái',
    value: (row) => stateOf(row).name,
    cell: (row) => <Chip tone={stateOf(row).tone}>{stateOf(row).name}</Chip>,
    width: 122,
  },
  {
    id: 'kind',
    header: 'Khác nhau',
    value: (row) => whatOfRow(row) + (row.differences.length > 1 ? ` +${row.differences.length - 1}` : ''),
    grow: true,
    width: 132,
  },
  {
    id: 'partnerTaxCode',
    header: 'MST',
    kind: 'code',
    value: (row) => row.partnerTaxCode,
    filter: true,
    width: 112,
    hidden: true,
  },
  { id: 'age', header: 'Tuổi', value: (row) => AGE_NAMES[row.age], width: 104, hidden: true },
  { id: 'originMonth', header: 'Tháng gốc', value: (row) => row.originMonth, width: 90, hidden: true },
  {
    id: 'atStake',
    header: 'Tổng liên quan',
    kind: 'vnd',
    value: (row) => row.atStake,
    sort: true,
    total: 'atStake',
    width: 124,
    hidden: true,
  },
  {
    id: 'firstSeen',
    header: 'Thấy lần đầu',
    kind: 'instant',
    value: (row) => row.firstSeen,
    sort: true,
    width: 140,
    hidden: true,
  },
  { id: 'vouchers', header: 'Chứng từ AMIS', value: (row) => row.vouchers.join(', '), width: 140, hidden: true },
  {
    id: 'documents',
    header: 'Chứng từ Bravo',
    value: (row) => row.documents.map(({ document }) => document).join(', '),
    width: 150,
    hidden: true,
  },
];

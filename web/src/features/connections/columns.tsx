import type { OutputOf } from '../../api/operations.ts';
import { options } from '../../shared/invoices/invoice-words.ts';
import { factorText, formatFactor } from '../../shared/records/factor.ts';
import { Chip } from '../../ui/chip.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';
import { ORIGINS } from './kinds.ts';

/** Only lists say whether the certificate of a connection was recalled. */
type Listed = { readonly recalledCertificationId?: string | null };
export type ProductConnection = OutputOf<'getProductConnection'> & Listed;
export type PartnerConnection = OutputOf<'getPartnerConnection'> & Listed;
export type Connection = ProductConnection | PartnerConnection;

const tail = <Row extends Connection>(): GridColumn<Row>[] => [
  {
    id: 'origin',
    filter: true,
    options: options(ORIGINS),
    header: 'Cách nối',
    value: (row) => ORIGINS[row.origin],
    cell: (row) =>
      row.recalledCertificationId ? (
        <Chip tone="amber" icon title="Chứng chỉ bảo chứng của liên kết này đã bị thu hồi">
          Soát lại
        </Chip>
      ) : (
        ORIGINS[row.origin]
      ),
    width: 110,
  },
  { id: 'note', filter: true, header: 'Ghi chú', value: (row) => row.note, width: 160 },
  { id: 'createdAt', header: 'Nối lúc', kind: 'instant', value: (row) => row.createdAt, sort: true, width: 140 },
  { id: 'createdBy', filter: true, header: 'Người nối', value: (row) => row.createdBy, width: 170, hidden: true },
];

export const productColumns: GridColumn<ProductConnection>[] = [
  {
    id: 'amisCode',
    header: 'Mã AMIS',
    kind: 'code',
    value: (row) => row.amisCode,
    sort: true,
    pinned: true,
    opens: true,
    width: 126,
  },
  { id: 'amisName', header: 'Tên hàng AMIS', value: (row) => row.amisName, sort: true, width: 280, grow: true },
  { id: 'amisUnit', filter: true, header: 'ĐVT AMIS', value: (row) => row.amisUnit, width: 86 },
  { id: 'bravoCode', header: 'Mã Bravo', kind: 'code', value: (row) => row.bravoCode, sort: true, width: 110 },
  { id: 'bravoName', header: 'Tên vật tư Bravo', value: (row) => row.bravoName, sort: true, width: 280, grow: true },
  { id: 'bravoUnit', filter: true, header: 'ĐVT Bravo', value: (row) => row.bravoUnit, width: 90 },
  {
    id: 'factor',

    header: 'Hệ số quy đổi',
    value: (row) => (row.factor === null ? '' : formatFactor(row.factor)),
    cell: (row) =>
      row.factor === null ? (
        <Chip tone="amber" icon>
          Thiếu hệ số
        </Chip>
      ) : (
        <span className="tabular">{factorText(row)}</span>
      ),
    width: 170,
  },
  {
    id: 'priority',
    filter: true,
    header: 'Ưu tiên',
    kind: 'count',
    value: (row) => row.priority,
    width: 80,
    hidden: true,
  },
  ...tail<ProductConnection>(),
];

export const partnerColumns: GridColumn<PartnerConnection>[] = [
  {
    id: 'amisCode',
    header: 'Mã AMIS',
    kind: 'code',
    value: (row) => row.amisCode,
    sort: true,
    pinned: true,
    opens: true,
    width: 126,
  },
  { id: 'amisName', header: 'Khách hàng AMIS', value: (row) => row.amisName, sort: true, width: 280, grow: true },
  { id: 'amisTaxCode', filter: true, header: 'MST AMIS', kind: 'code', value: (row) => row.amisTaxCode, width: 120 },
  { id: 'bravoCode', header: 'Mã Bravo', kind: 'code', value: (row) => row.bravoCode, sort: true, width: 110 },
  { id: 'bravoName', header: 'Đối tượng Bravo', value: (row) => row.bravoName, sort: true, width: 280, grow: true },
  { id: 'bravoTaxCode', filter: true, header: 'MST Bravo', kind: 'code', value: (row) => row.bravoTaxCode, width: 120 },
  {
    id: 'isDefault',
    filter: true,
    options: [
      { value: 'true', label: 'Mặc định' },
      { value: 'false', label: 'Không' },
    ],
    header: 'Mặc định',
    value: (row) => (row.isDefault ? 'Mặc định' : ''),
    cell: (row) => (row.isDefault ? <Chip tone="green">Mặc định</Chip> : null),
    width: 100,
  },
  ...tail<PartnerConnection>(),
];

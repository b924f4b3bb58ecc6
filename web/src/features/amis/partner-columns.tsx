import type { ItemOf } from '../../api/operations.ts';
import { options } from '../../shared/invoices/invoice-words.ts';
import { AMIS_WORDS, activeColumn, connectedColumn } from '../../shared/records/record-state.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';
import { TAX_CHECKS } from './strings.ts';
import { TaxCheckChip } from './tax-check-chip.tsx';

export type Partner = ItemOf<'listAmisPartners'>;

const common = (codeHeader: string, nameHeader: string): GridColumn<Partner>[] => [
  {
    id: 'code',
    header: codeHeader,
    kind: 'code',
    value: (row) => row.code,
    sort: true,
    pinned: true,
    opens: true,
    width: 150,
  },
  { id: 'name', header: nameHeader, value: (row) => row.name, sort: true, grow: true, width: 280 },
  { id: 'taxCode', header: 'Mã số thuế', kind: 'code', value: (row) => row.taxCode, sort: true, width: 130 },
  {
    id: 'taxCodeCheck',
    filter: true,
    options: options(TAX_CHECKS),
    header: 'Kiểm tra MST',
    value: (row) => row.taxCodeCheck,
    cell: (row) => <TaxCheckChip check={row.taxCodeCheck} />,
    width: 136,
  },
  { id: 'address', filter: true, header: 'Địa chỉ', value: (row) => row.address, width: 260 },
  { id: 'phone', filter: true, header: 'Điện thoại', value: (row) => row.phone, width: 120 },
  { id: 'email', filter: true, header: 'Email', value: (row) => row.email, width: 180, hidden: true },
  {
    id: 'idNumber',
    filter: true,
    header: 'Số CCCD',
    kind: 'code',
    value: (row) => row.idNumber,
    width: 120,
    hidden: true,
  },
  { id: 'group', header: 'Nhóm', value: (row) => row.group, sort: true, width: 120 },
  {
    id: 'isOrganisation',
    filter: true,
    options: [
      { value: 'true', label: 'Tổ chức' },
      { value: 'false', label: 'Cá nhân' },
    ],
    header: 'Loại',
    value: (row) => (row.isOrganisation === null ? '' : row.isOrganisation ? 'Tổ chức' : 'Cá nhân'),
    width: 90,
  },
  activeColumn(AMIS_WORDS),
  {
    id: 'isInternal',
    filter: true,
    options: [
      { value: 'true', label: 'Nội bộ' },
      { value: 'false', label: 'Không' },
    ],
    header: 'Nội bộ',
    value: (row) => (row.isInternal ? 'Nội bộ' : ''),
    width: 90,
  },
  { id: 'note', filter: true, header: 'Ghi chú', value: (row) => row.note, width: 180, hidden: true },
  { id: 'updatedAt', header: 'Sửa lúc', kind: 'instant', value: (row) => row.updatedAt, sort: true, hidden: true },
];

const [code, name, taxCode, check, ...rest] = common('Mã khách hàng', 'Tên khách hàng');
/** Only customers are connected with Bravo: invoices are made out to them. */
export const customerColumns = [code!, name!, taxCode!, check!, connectedColumn<Partner>('Liên kết Bravo'), ...rest];
export const supplierColumns = common('Mã NCC', 'Tên nhà cung cấp');

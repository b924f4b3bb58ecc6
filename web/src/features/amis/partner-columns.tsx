import { amisPartner, PARTNER_NOUNS } from '@khop/engine/records/amis-partner.ts';
import type { ItemOf } from '../../api/operations.ts';
import { recordColumns } from '../../shared/records/record-columns.tsx';
import { connectedColumn } from '../../shared/records/record-state.tsx';
import type { GridColumn } from '../../ui/grid/types.ts';
import { TaxCheckChip } from './tax-check-chip.tsx';

export type Partner = ItemOf<'listAmisPartners'>;

const columnsFor = (noun: string): GridColumn<Partner>[] => [
  ...recordColumns(amisPartner, {
    code: { header: `Mã ${noun}`, pinned: true, opens: true, width: 150 },
    name: { header: `Tên ${noun}`, grow: true, width: 280 },
    taxCode: { width: 130 },
    taxCodeCheck: { cell: (row) => <TaxCheckChip check={row.taxCodeCheck} />, width: 136 },
    address: { width: 260 },
    phone: { width: 120 },
    email: { width: 180, hidden: true },
    idNumber: { hidden: true },
    passport: { hidden: true },
    nationality: { hidden: true },
    budgetCode: { hidden: true },
    group: { width: 120 },
    isOrganisation: { width: 90 },
    // Most are outsiders, which is not worth a word in every row.
    isInternal: { value: (row) => (row.isInternal ? amisPartner.fields.isInternal.words.true : ''), width: 90 },
    note: { width: 180, hidden: true },
  }),
  { id: 'updatedAt', header: 'Sửa lúc', kind: 'instant', value: (row) => row.updatedAt, sort: true, hidden: true },
];

const columns = columnsFor(PARTNER_NOUNS.customer);
const afterCheck = columns.findIndex(({ id }) => id === 'taxCodeCheck') + 1;
/** Only customers are connected with Bravo: invoices are made out to them. */
export const customerColumns = columns.toSpliced(afterCheck, 0, connectedColumn<Partner>('Liên kết Bravo'));
export const supplierColumns = columnsFor(PARTNER_NOUNS.supplier);

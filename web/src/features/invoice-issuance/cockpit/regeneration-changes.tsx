import { CHANGE_CODES, CHANGE_REASONS, type ChangeCode } from '@khop/engine/invoice-issuance/changes/change-codes.ts';
import { useMemo, useState } from 'react';
import { useList } from '../../../api/lists.ts';
import type { ItemOf } from '../../../api/operations.ts';
import { type Period, profileOptions } from '../../../shared/period.tsx';
import { Chip, type Tone } from '../../../ui/chip.tsx';
import { FilterMultiSelect } from '../../../ui/fields/select.tsx';
import { SearchField } from '../../../ui/fields/text-field.tsx';
import { Grid } from '../../../ui/grid/grid.tsx';
import { exportGrid } from '../../../ui/grid/sheet/export-grid.ts';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

type Change = ItemOf<'listRegenerationChanges'>;

const KIND: Readonly<Record<Change['kind'], { readonly label: string; readonly tone: Tone }>> = {
  added: { label: 'Thêm', tone: 'green' },
  changed: { label: 'Đổi', tone: 'amber' },
  removed: { label: 'Bỏ', tone: 'red' },
};

const FIELDS: Readonly<Record<string, string>> = {
  voucherNumber: 'số chứng từ',
  date: 'ngày',
  buyer: 'người mua',
  items: 'dòng hàng',
  amount: 'tiền hàng',
  vatAmount: 'tiền thuế',
  allocations: 'lô hàng',
};

const columns: GridColumn<Change>[] = [
  {
    id: 'kind',
    header: 'Thay đổi',
    value: (row) => KIND[row.kind].label,
    cell: (row) => <Chip tone={KIND[row.kind].tone}>{KIND[row.kind].label}</Chip>,
    width: 84,
  },
  { id: 'profileCode', header: 'Hồ sơ', kind: 'code', value: (row) => row.profileCode, width: 68 },
  {
    id: 'voucherNumber',
    header: 'Số chứng từ',
    kind: 'code',
    value: (row) => row.voucherNumber,
    sort: true,
    width: 146,
  },
  { id: 'documentDate', header: 'Ngày bán', kind: 'day', value: (row) => row.documentDate, width: 98 },
  { id: 'buyerName', header: 'Người mua', value: (row) => row.buyerName, width: 180 },
  {
    id: 'before',
    header: 'Tổng trước',
    kind: 'vnd',
    value: (row) => row.before,
    sort: true,
    total: 'before',
    width: 116,
  },
  { id: 'after', header: 'Tổng sau', kind: 'vnd', value: (row) => row.after, sort: true, total: 'after', width: 116 },
  {
    id: 'fields',
    header: 'Đổi ở',
    value: (row) => row.fields.map((field) => FIELDS[field] ?? field).join(', '),
    width: 170,
  },
  {
    id: 'reasons',
    header: 'Vì sao',
    value: (row) => row.reasons.map(({ message }) => message).join('; '),
    grow: true,
    width: 260,
  },
  { id: 'document', header: 'Chứng từ Bravo', kind: 'code', value: (row) => row.bravoDocument, width: 162 },
];

/** Invoice by invoice, what the regeneration would do. */
export function RegenerationChanges({
  period,
  reason: first,
  onClose,
}: {
  period: Period;
  /** The reason that is looked at first; all when empty. */
  reason: ChangeCode | '';
  onClose: () => void;
}) {
  const [reason, setReason] = useState<readonly string[]>(first === '' ? [] : [first]);
  const [q, setQ] = useState('');
  const [sort, setSort] = useState<string | undefined>('voucherNumber');
  const [kind, setKind] = useState<readonly string[]>([]);
  const [profileId, setProfileId] = useState<readonly string[]>([]);
  const search = useMemo(() => {
    const filters = { kind: kind.join(','), reason: reason.join(','), profileId: profileId.join(',') };
    return { q, sort, filters };
  }, [q, sort, kind, reason, profileId]);
  const source = useList('listRegenerationChanges', { params: { id: period.id }, search, totals: true });
  return (
    <Dialog
      open
      width="xl"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Hóa đơn sẽ thay đổi"
      description="Tổng tiền có thuế trước và sau khi áp dụng"
    >
      <Grid
        id="regeneration-changes"
        label="Hóa đơn sẽ thay đổi"
        columns={columns}
        rowKey={(row) => `${row.kind}${row.profileId}${row.voucherNumber}`}
        source={source}
        sort={sort}
        onSort={setSort}
        filtered={q !== '' || [kind, reason, profileId].some((chosen) => chosen.length > 0)}
        visibleRows={12}
        onExport={(view) => exportGrid(view, columns, source, 'xem-truoc-sinh-lai', 'Xem trước sinh lại')}
        filters={
          <>
            <SearchField value={q} onChange={setQ} placeholder="Tìm chứng từ, khách" />
            <FilterMultiSelect
              label="Thay đổi"
              values={kind}
              onChange={setKind}
              options={(Object.keys(KIND) as Change['kind'][]).map((value) => ({ value, label: KIND[value].label }))}
            />
            <FilterMultiSelect
              label="Vì sao"
              values={reason}
              onChange={setReason}
              options={CHANGE_CODES.map((value) => ({ value, label: CHANGE_REASONS[value] }))}
            />
            <FilterMultiSelect
              label="Hồ sơ"
              values={profileId}
              onChange={setProfileId}
              options={profileOptions(period)}
            />
          </>
        }
      />
    </Dialog>
  );
}

import type { InvoiceRequirement } from '@khop/contract/bravo.ts';
import { ChevronDown } from 'lucide-react';
import { useList } from '../../api/lists.ts';
import type { ItemOf } from '../../api/operations.ts';
import { Page } from '../../layout/page.tsx';
import { useListSearch } from '../../search.ts';
import { UploadDialog } from '../../shared/upload-dialog.tsx';
import { UploadMenu } from '../../shared/upload-menu.tsx';
import { useParam } from '../../shared/use-param.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { formatCount } from '../../ui/format/number.ts';
import { exportGrid } from '../../ui/grid/export-grid.ts';
import { Grid } from '../../ui/grid/grid.tsx';
import type { BulkContext } from '../../ui/grid/grid-props.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import { Menu } from '../../ui/menu.tsx';
import { FilterSelect } from '../../ui/select.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { SearchField } from '../../ui/text-field.tsx';
import { PartnerDrawer } from './partner-drawer.tsx';
import { ProfileFilter } from './profile-filter.tsx';
import { REQUIREMENT_TONES, REQUIREMENTS, typeName } from './strings.ts';
import { SyncButtons, SyncStatus, useSync } from './sync-panel.tsx';
import { useSetRequirement } from './use-set-requirement.ts';

type Partner = ItemOf<'listBravoPartners'>;

const columns: GridColumn<Partner>[] = [
  {
    id: 'code',
    header: 'Mã đối tượng',
    kind: 'code',
    value: (row) => row.code,
    sort: true,
    pinned: true,
    opens: true,
    width: 130,
  },
  { id: 'name', header: 'Tên đối tượng', value: (row) => row.name, sort: true, width: 300, grow: true },
  { id: 'taxCode', header: 'Mã số thuế', kind: 'code', value: (row) => row.taxCode, sort: true, width: 130 },
  {
    id: 'invoiceRequirement',
    header: 'Yêu cầu hóa đơn',
    value: (row) => REQUIREMENTS[row.invoiceRequirement],
    cell: (row) => <Chip tone={REQUIREMENT_TONES[row.invoiceRequirement]}>{REQUIREMENTS[row.invoiceRequirement]}</Chip>,
    sort: true,
    width: 146,
  },
  {
    id: 'connectionCount',
    header: 'Liên kết AMIS',
    value: (row) => row.connectionCount,
    cell: (row) =>
      row.connectionCount > 0 ? (
        <Chip tone="green">Đã nối {formatCount(row.connectionCount)}</Chip>
      ) : (
        <Chip tone="amber">Chưa nối</Chip>
      ),
    width: 116,
  },
  { id: 'address', header: 'Địa chỉ', value: (row) => row.address, width: 260 },
  { id: 'phone', header: 'Điện thoại', value: (row) => row.phone, width: 120 },
  { id: 'email', header: 'Email', value: (row) => row.email, width: 180, hidden: true },
  { id: 'type', header: 'Loại', value: (row) => typeName(row.type), sort: true, width: 110 },
  {
    id: 'isActive',
    header: 'Trạng thái',
    value: (row) => (row.isActive ? 'Đang dùng' : 'Ngừng dùng'),
    cell: (row) => <Chip tone={row.isActive ? 'green' : 'grey'}>{row.isActive ? 'Đang dùng' : 'Ngừng dùng'}</Chip>,
    width: 110,
  },
  {
    id: 'modifiedAt',
    header: 'Sửa ở Bravo lúc',
    kind: 'instant',
    value: (row) => row.modifiedAt,
    sort: true,
    width: 140,
  },
];

const CHOICES = ['required', 'not_required', 'unset'] as const;

/** Customers and suppliers of the Bravo system, and whether each asks for an invoice. */
export function PartnersPage() {
  const search = useListSearch(['invoiceRequirement', 'connected', 'profileId', 'isActive'], { sort: 'code' });
  const source = useList('listBravoPartners', { search });
  const sync = useSync('partners');
  const setRequirement = useSetRequirement();
  const [open, setOpen] = useParam('id');

  const setChosen = async ({ resolve, clear }: BulkContext, requirement: InvoiceRequirement) => {
    const codes = await resolve();
    const before = new Map<string, InvoiceRequirement>();
    const chosen = new Set(codes);
    for await (const part of source.all()) {
      for (const row of part) if (chosen.has(row.code)) before.set(row.code, row.invoiceRequirement);
    }
    await setRequirement.mutateAsync({ codes, requirement, before });
    clear();
  };

  return (
    <Page
      title="Đối tượng Bravo"
      kind="list"
      description={<SyncStatus sync={sync} />}
      actions={<SyncButtons sync={sync} />}
    >
      <Grid
        id="bravo-partners"
        label="Đối tượng Bravo"
        columns={columns}
        rowKey={(row) => row.code}
        source={source}
        sort={search.sort}
        onSort={search.setSort}
        filtered={search.filtered}
        onOpen={(row) => setOpen(row.code)}
        rowTone={(row) => (row.isActive ? undefined : 'muted')}
        onExport={(view) => exportGrid(view, columns, source, 'doi-tuong-bravo', 'Đối tượng Bravo')}
        actions={
          <UploadMenu
            choices={[
              {
                label: 'Yêu cầu hóa đơn',
                layout: 'invoice-requirements',
                dialog: (onClose) => (
                  <UploadDialog
                    title="Đặt yêu cầu hóa đơn theo tệp"
                    hint="Tệp có hai cột: Mã đối tượng, Yêu cầu hóa đơn (Có / Không)."
                    operation="uploadInvoiceRequirements"
                    input={{}}
                    invalidates={['listBravoPartners', 'getBravoPartner']}
                    onClose={onClose}
                  />
                ),
              },
            ]}
          />
        }
        bulk={(context) => (
          <Menu
            trigger={
              <Button size="sm" icon={<ChevronDown aria-hidden />} busy={setRequirement.isPending}>
                Đặt yêu cầu hóa đơn
              </Button>
            }
            entries={CHOICES.map((value) => ({
              label: REQUIREMENTS[value],
              onSelect: () => void setChosen(context, value).catch(() => undefined),
            }))}
          />
        )}
        filters={
          <>
            <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm mã, tên, MST…" />
            <FilterSelect
              label="Yêu cầu hóa đơn"
              value={search.filters.invoiceRequirement as InvoiceRequirement | ''}
              onChange={(value) => search.setFilter('invoiceRequirement', value)}
              options={CHOICES.map((value) => ({ value, label: REQUIREMENTS[value] }))}
            />
            <FilterSelect
              label="Liên kết"
              value={search.filters.connected}
              onChange={(value) => search.setFilter('connected', value)}
              options={[
                { value: 'true', label: 'Đã nối' },
                { value: 'false', label: 'Chưa nối' },
              ]}
            />
            <ProfileFilter
              value={search.filters.profileId}
              onChange={(value) => search.setFilter('profileId', value)}
            />
            <FilterSelect
              label="Trạng thái"
              value={search.filters.isActive}
              onChange={(value) => search.setFilter('isActive', value)}
              options={[
                { value: 'true', label: 'Đang dùng' },
                { value: 'false', label: 'Ngừng dùng' },
              ]}
            />
          </>
        }
        empty={
          <EmptyState
            title="Chưa có đối tượng nào."
            hint="Đồng bộ toàn bộ một lần để lấy danh mục từ Bravo; các lần sau chỉ cần đồng bộ thay đổi."
          />
        }
      />
      {open ? <PartnerDrawer key={open} code={open} onClose={() => setOpen(undefined)} /> : null}
    </Page>
  );
}

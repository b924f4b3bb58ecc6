import type { InvoiceRequirement } from '@khop/contract/bravo.ts';
import { ChevronDown } from 'lucide-react';
import { useList } from '../../api/lists.ts';
import type { ItemOf } from '../../api/operations.ts';
import { useCall } from '../../api/query.ts';
import { useListSearch } from '../../search.ts';
import { options } from '../../shared/invoices/invoice-words.ts';
import { usePeriod } from '../../shared/period.tsx';
import { activeColumn, choices, ListFilter } from '../../shared/records/record-state.tsx';
import { PARTNER_READS } from '../../shared/upload/import-targets.ts';
import { UploadDialog } from '../../shared/upload/upload-dialog.tsx';
import type { UploadChoice } from '../../shared/upload/upload-menu.tsx';
import { useParam } from '../../shared/use-param.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import type { BulkContext } from '../../ui/grid/grid-props.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { amisColumn, MasterPage, originColumn } from './master-page.tsx';
import { PartnerDrawer } from './partner-drawer.tsx';
import { REQUIREMENT_TONES, REQUIREMENTS, typeName } from './strings.ts';
import { useSync } from './sync-panel.tsx';
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
    options: options(REQUIREMENTS),
    width: 146,
  },
  amisColumn(),
  { id: 'address', filter: true, header: 'Địa chỉ', value: (row) => row.address, width: 260 },
  { id: 'phone', filter: true, header: 'Điện thoại', value: (row) => row.phone, width: 120 },
  { id: 'email', filter: true, header: 'Email', value: (row) => row.email, width: 180, hidden: true },
  { id: 'type', header: 'Loại', value: (row) => typeName(row.type), sort: true, filter: false, width: 110 },
  activeColumn(),
  originColumn(),
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
const TAX_CODES = [
  { value: 'true', label: 'Có MST' },
  { value: 'false', label: 'Không có MST' },
];

/** Files with partners, and with what they ask for. */
const UPLOADS: readonly UploadChoice[] = [
  {
    label: 'Danh mục đối tượng',
    layout: 'bravo-partners',
    dialog: (onClose) => (
      <UploadDialog
        title="Đưa đối tượng bằng tệp"
        hint="Tệp có các cột Mã đối tượng, Tên đối tượng, Địa chỉ; thêm Mã số thuế, Điện thoại, Email nếu có. Mã Bravo đã có thì giữ theo Bravo."
        operation="uploadBravoPartners"
        input={{}}
        invalidates={PARTNER_READS}
        onClose={onClose}
      />
    ),
  },
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
];

/** Customers and suppliers of the Bravo system, and whether each asks for an invoice. */
export function PartnersPage() {
  const search = useListSearch(
    ['invoiceRequirement', 'periodId', 'hasTaxCode', 'type', 'connected', 'profileId', 'isActive', 'source'],
    {
      sort: 'code',
    },
  );
  const source = useList('listBravoPartners', { search });
  const held = useCall('getBravoPartnerFilters', {});
  const { periods = [] } = usePeriod();
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
    <MasterPage
      title="Đối tượng Bravo"
      id="bravo-partners"
      fileName="doi-tuong-bravo"
      placeholder="Tìm mã, tên, MST…"
      sync={useSync('partners')}
      search={search}
      source={source}
      columns={columns}
      onOpen={setOpen}
      uploads={UPLOADS}
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
          <ListFilter
            several
            search={search}
            name="invoiceRequirement"
            label="Yêu cầu hóa đơn"
            options={CHOICES.map((value) => ({ value, label: REQUIREMENTS[value] }))}
          />
          <ListFilter
            search={search}
            name="periodId"
            label="Có bán trong kỳ"
            options={periods.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <ListFilter search={search} name="hasTaxCode" label="MST" options={TAX_CODES} />
          <ListFilter search={search} name="type" label="Loại" options={choices(held.data?.type, typeName)} />
        </>
      }
    >
      {open ? <PartnerDrawer key={open} code={open} onClose={() => setOpen(undefined)} /> : null}
    </MasterPage>
  );
}

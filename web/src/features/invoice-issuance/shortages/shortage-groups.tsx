import { call } from '../../../api/client.ts';
import { download } from '../../../api/files.ts';
import { useList } from '../../../api/lists.ts';
import type { ItemOf } from '../../../api/operations.ts';
import { useAction } from '../../../api/query.ts';
import { paths } from '../../../paths.ts';
import { useListSearch } from '../../../search.ts';
import { inPeriod } from '../../../shared/in-period.ts';
import { options, PERIOD_READS, REASON } from '../../../shared/invoices/invoice-words.ts';
import { ListGrid } from '../../../shared/list-grid.tsx';
import type { Period } from '../../../shared/period.tsx';
import { ListFilter } from '../../../shared/records/record-state.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { SearchField } from '../../../ui/fields/text-field.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { AppLink, TextLink, useGo } from '../../../ui/link.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { GroupSelect } from './group-select.tsx';
import { GROUPS, type GroupBy, inSentence, partsOfGroup, remedyOfGroup } from './groups.ts';

type Group = ItemOf<'listShortageGroups'>;

/**
 * Shortages added up by item, customer or remedy: the group that mends most comes first, with the way to mend it in the
 * row.
 */
export function ShortageGroups({ period, by, visibleRows }: { period: Period; by: GroupBy; visibleRows: number }) {
  const go = useGo();
  const search = useListSearch(['reason'], { sort: '-amount' });
  const asked = { ...search, filters: { ...search.filters, by } };
  const source = useList('listShortageGroups', { params: { id: period.id }, search: asked, totals: true });
  const columns = columnsOf(by, period);
  return (
    <ListGrid
      search={search}
      id={`home-shortages-${by}`}
      label={`Phần chưa xuất theo ${inSentence(GROUPS[by])}`}
      columns={columns}
      rowKey={(row) => row.key}
      source={source}
      visibleRows={visibleRows}
      onOpen={(row) => go(partsOfGroup(by, row))}
      file={`chua-xuat-theo-${by}`}
      sheet="Phần chưa xuất hóa đơn"
      filters={
        <>
          <GroupSelect period={period} />
          <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm mã, tên" />
          <ListFilter several search={search} name="reason" label="Lý do" options={options(REASON)} />
          <NeedsButton period={period} />
          <CausesLink />
        </>
      }
      empty={<EmptyState title="Không có phần nào chưa xuất." />}
    />
  );
}

/** The reason that most money of a group has, and how many others there are: chips that are cut would hide both. */
const reasonsColumn: GridColumn<Group> = {
  id: 'reasons',
  header: 'Lý do',
  value: (row) => reasonsOf(row).join(', '),
  cell: (row) => {
    const [most, ...others] = reasonsOf(row);
    return (
      <span className="flex items-center gap-1" title={[most, ...others].join(', ')}>
        <Chip tone="amber">{most}</Chip>
        {others.length > 0 ? <span className="tabular text-small text-ink-2">+{others.length}</span> : null}
      </span>
    );
  },
  width: 252,
};

/** Goods on their way into the books that would cure the lack. */
const expectedColumn: GridColumn<Group> = {
  id: 'expected',
  header: 'Hàng đang về',
  value: (row) => row.expected.map(({ profileCode, text }) => `${profileCode}: ${text}`).join('; '),
  cell: (row) => {
    const [first, ...others] = row.expected;
    if (!first) return null;
    return (
      <span className="flex items-center gap-1" title={row.expected.map(({ text }) => text).join('\n')}>
        <TextLink to={paths.expectedLots(first.profileId, { product: first.product })}>{first.text}</TextLink>
        {others.length > 0 ? <span className="tabular text-small text-ink-2">+{others.length}</span> : null}
      </span>
    );
  },
  width: 300,
};

const reasonsOf = ({ reason, reasons }: Group): string[] =>
  [reason, ...reasons.filter((one) => one !== reason)].map((one) => REASON[one]);

function columnsOf(by: GroupBy, period: Period): GridColumn<Group>[] {
  const quantities: GridColumn<Group>[] =
    by === 'item'
      ? [
          { id: 'quantity', header: 'SL thiếu', kind: 'quantity', value: (row) => row.baseQuantity, width: 90 },
          { id: 'unit', header: 'ĐVT', value: (row) => row.unit, width: 62 },
        ]
      : [];
  return [
    {
      id: 'code',
      header: GROUPS[by],
      kind: by === 'reason' ? 'text' : 'code',
      value: (row) => (by === 'reason' ? row.name : row.code || '(không còn trên sổ)'),
      pinned: true,
      opens: true,
      sort: true,
      width: by === 'reason' ? 240 : 120,
    },
    ...(by === 'reason' ? [] : [{ id: 'name', header: 'Tên', value: (row: Group) => row.name, width: 240 }]),
    {
      id: 'amount',
      header: 'Tiền hàng',
      kind: 'vnd',
      value: (row) => row.amount,
      sort: true,
      total: 'amount',
      width: 120,
    },
    {
      id: 'parts',
      header: 'Số phần',
      kind: 'count',
      value: (row) => row.parts,
      sort: true,
      total: 'parts',
      width: 80,
    },
    { id: 'documents', header: 'Chứng từ', kind: 'count', value: (row) => row.documents, width: 80 },
    ...quantities,
    { id: 'firstDay', header: 'Từ ngày', kind: 'day', value: (row) => row.firstDay, sort: true, width: 98 },
    ...(by === 'reason' ? [] : [reasonsColumn]),
    ...(by === 'item' ? [expectedColumn] : []),
    {
      id: 'action',
      header: 'Xử lý',
      value: (row) => remedyOfGroup(by, row, period)?.label ?? '',
      cell: (row) => <Action by={by} row={row} period={period} />,
      width: 200,
    },
    { id: 'remedy', header: 'Cách xử lý', value: (row) => row.remedy, grow: true, width: 360 },
  ];
}

/** The remedy of a group, in its row: a customer is marked at once, the rest opens where it is done. */
function Action({ by, row, period }: { by: GroupBy; row: Group; period: Period }) {
  const mark = useAction(
    (invoiceRequirement: 'required' | 'not_required') =>
      call('updateSelectedInvoiceRequirement', { body: { partnerCodes: [row.key], invoiceRequirement } }),
    {
      invalidates: [...PERIOD_READS, 'listBravoPartners', 'getBravoPartner'],
      onSuccess: ({ updated }) =>
        toast.success(`Đã đánh dấu ${formatCount(updated)} khách. Sinh lại kỳ để lập hóa đơn cho phần này.`),
    },
  );
  if (by === 'partner' && row.reasons.includes('INVOICE_REQUIREMENT_UNSET')) {
    return (
      <span className="flex gap-1">
        <Button size="sm" disabled={mark.isPending} onClick={() => mark.mutate('required')}>
          Lấy hóa đơn
        </Button>
        <Button size="sm" disabled={mark.isPending} onClick={() => mark.mutate('not_required')}>
          Không lấy
        </Button>
      </span>
    );
  }
  const remedy = remedyOfGroup(by, row, period);
  return remedy ? <TextLink to={inPeriod(remedy.to, period.id)}>{remedy.label}</TextLink> : null;
}

/** The way to what explains each lack. */
export const CausesLink = ({ kind }: { kind?: 'negative' }) => (
  <AppLink to={paths.stockCauses({ kind })} className={buttonClass()}>
    Vì sao thiếu
  </AppLink>
);

/** The purchaser's workbook: goods that were sold and are in no profile's stock. */
export function NeedsButton({ period }: { period: Period }) {
  const needs = useAction(() => download('downloadPurchaseNeeds', { params: { id: period.id } }), {
    invalidates: [],
    onSuccess: () => toast.success('Đã tải danh sách hàng cần mua hoặc nhập thêm, theo hồ sơ và mã hàng.'),
  });
  return (
    <Button onClick={() => needs.mutate()} disabled={needs.isPending}>
      Cần mua/nhập thêm
    </Button>
  );
}

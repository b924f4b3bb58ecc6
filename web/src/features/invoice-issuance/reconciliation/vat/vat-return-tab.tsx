import { useList } from '../../../../api/lists.ts';
import type { ItemOf, OutputOf } from '../../../../api/operations.ts';
import { useCall } from '../../../../api/query.ts';
import { paths } from '../../../../paths.ts';
import { useListSearch } from '../../../../search.ts';
import { INVOICE_STATUS, rateName } from '../../../../shared/invoices/invoice-words.ts';
import { ListGrid } from '../../../../shared/list-grid.tsx';
import { Narrowing } from '../../../../shared/narrowing.tsx';
import { type Period, profileOptions } from '../../../../shared/period.tsx';
import { ListFilter } from '../../../../shared/records/record-state.tsx';
import { Chip } from '../../../../ui/chip.tsx';
import { SearchField } from '../../../../ui/fields/text-field.tsx';
import { formatCount, formatVnd } from '../../../../ui/format/number.ts';
import type { GridColumn } from '../../../../ui/grid/types.ts';
import { AppLink, useGo } from '../../../../ui/link.tsx';
import { Banner, EmptyState, ErrorState, SkeletonLines } from '../../../../ui/states.tsx';

type Draft = OutputOf<'getVatReturn'>['returns'][number];
type Group = NonNullable<Draft['figures'][number]['group']>;
type Row = ItemOf<'listVatReturnInvoices'>;

const GROUP: Readonly<Record<Group, string>> = {
  KCT: '[26] không chịu thuế',
  '0': '[29] 0%',
  '5': '[30] [31] 5%',
  '10': '[32] [33] 10%, 8%',
  KKKNT: '[32a] không tính thuế',
  other: 'Thuế suất khác',
};

const columns: GridColumn<Row>[] = [
  {
    id: 'voucherNumber',
    header: 'Số chứng từ',
    kind: 'code',
    value: (row) => row.voucherNumber,
    sort: true,
    pinned: true,
    opens: true,
    width: 158,
  },
  { id: 'profileCode', header: 'Hồ sơ', kind: 'code', value: (row) => row.profileCode, width: 60 },
  { id: 'invoiceNumber', header: 'Số hóa đơn', kind: 'code', value: (row) => row.invoiceNumber, width: 96 },
  { id: 'date', header: 'Ngày HĐ', kind: 'day', value: (row) => row.date, sort: true, width: 98 },
  {
    id: 'status',
    header: 'Trạng thái',
    value: (row) => INVOICE_STATUS[row.status].label,
    cell: (row) => <Chip tone={INVOICE_STATUS[row.status].tone}>{INVOICE_STATUS[row.status].label}</Chip>,
    width: 120,
  },
  { id: 'buyerName', header: 'Người mua', value: (row) => row.buyerName, grow: true, width: 220 },
  { id: 'rate', header: 'Thuế suất', value: (row) => rateName(row.rate), width: 84 },
  {
    id: 'amount',
    header: 'Doanh thu',
    kind: 'vnd',
    value: (row) => row.amount,
    sort: true,
    total: 'amount',
    width: 120,
  },
  {
    id: 'vatAmount',
    header: 'Thuế GTGT',
    kind: 'vnd',
    value: (row) => row.vatAmount,
    sort: true,
    total: 'vatAmount',
    width: 112,
  },
];

const monthName = (month: string): string => `${month.slice(5)}/${month.slice(0, 4)}`;

/** A draft of the output figures of 01/GTGT; each figure narrows the list of invoices below to those behind it. */
export function VatReturnTab({ period }: { period: Period }) {
  const go = useGo();
  const drafts = useCall('getVatReturn', { params: { id: period.id } });
  const search = useListSearch(['profileId', 'month', 'group'], { sort: 'date' });
  const source = useList('listVatReturnInvoices', { params: { id: period.id }, search, totals: true });
  const { filters } = search;
  const group = filters.group ? GROUP[filters.group as Group] : undefined;
  return (
    // On a phone the figures and the list scroll as one page: half a screen shows two lines of either.
    <div className="flex min-h-0 grow flex-col max-sm:block max-sm:overflow-y-auto">
      <div className="flex shrink-0 flex-col gap-2 px-3 pt-2 sm:max-h-[50vh] sm:overflow-y-auto sm:px-4">
        {drafts.isError && !drafts.data ? (
          <ErrorState message={drafts.error.message} onRetry={() => void drafts.refetch()} />
        ) : null}
        {drafts.isPending ? <SkeletonLines lines={6} /> : null}
        {drafts.data ? <Banner tone="warning">{drafts.data.note}</Banner> : null}
        {drafts.data?.outside.map((one) => (
          <p key={one.profileId} className="m-0 text-small text-ink-2">
            {one.profileCode}: {formatCount(one.vouchers)} chứng từ trên sổ bán hàng AMIS không phải hóa đơn của Khớp,{' '}
            {formatVnd(one.amount)} đồng, thuế {formatVnd(one.vatAmount)}: chưa nằm trong chỉ tiêu nào dưới đây.
          </p>
        ))}
        <div className="grid gap-x-6 gap-y-3 xl:grid-cols-2">
          {drafts.data?.returns.map((draft) => (
            <Figures key={`${draft.profileId}|${draft.month}`} draft={draft} />
          ))}
        </div>
      </div>
      <ListGrid
        search={search}
        id="vat-return-invoices"
        className="max-sm:h-[75dvh]"
        label="Hóa đơn của bản nháp tờ khai"
        columns={columns}
        rowKey={(row) => `${row.invoiceId}|${row.rate}`}
        source={source}
        onOpen={(row) => go(paths.invoice(row.invoiceId))}
        file="to-khai-nhap"
        filters={
          <>
            <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm chứng từ, khách" />
            <ListFilter several search={search} name="profileId" label="Hồ sơ" options={profileOptions(period)} />
            {filters.month ? (
              <Narrowing
                label="Tháng"
                value={monthName(filters.month)}
                onRemove={() => search.setFilter('month', null)}
              />
            ) : null}
            {group ? (
              <Narrowing label="Chỉ tiêu" value={group} onRemove={() => search.setFilter('group', null)} />
            ) : null}
          </>
        }
        empty={<EmptyState title="Không có hóa đơn nào." hint="Sinh hóa đơn ở trang Tổng quan." />}
      />
    </div>
  );
}

const cell = 'tabular py-0.5 pl-3 text-right whitespace-nowrap';

function Figures({ draft }: { draft: Draft }) {
  const { profileId, profileCode, profileName, taxCode, month, figures, annex, other } = draft;
  const to = (group: Group) => paths.reconciliation({ tab: 'return', profileId, month, group });
  const value = (amount: number, group: Group | null) =>
    group && amount !== 0 ? <AppLink to={to(group)}>{formatVnd(amount)}</AppLink> : formatVnd(amount);
  return (
    <section className="break-inside-avoid" aria-label={`Bản nháp của ${profileCode} tháng ${monthName(month)}`}>
      <h2 className="m-0 text-grid font-semibold">
        {profileCode} · {profileName} · MST {taxCode || 'chưa có'} · hóa đơn tháng {monthName(month)}
      </h2>
      <table className="w-full border-collapse text-grid">
        <tbody>
          {figures.map(({ code, label, amount, group, kind }) => (
            <tr key={code} className="border-b border-line">
              <td className="tabular py-0.5 whitespace-nowrap text-ink-2">[{code}]</td>
              <td className="w-full py-0.5 pl-2">{label}</td>
              <td className={cell} title={kind === 'tax' ? 'Thuế GTGT' : 'Doanh thu'}>
                {value(amount, group)}
              </td>
            </tr>
          ))}
          {annex.map((row) => (
            <tr key={row.rate} className="border-b border-line text-ink-2">
              <td className="py-0.5 whitespace-nowrap">Phụ lục</td>
              <td className="py-0.5 pl-2">
                Giảm thuế {rateName(row.standardRate)} còn {rateName(row.rate)}: giá trị {formatVnd(row.amount)}, thuế
                sau giảm {formatVnd(row.vatAmount)}, được giảm
              </td>
              <td className={cell}>{formatVnd(row.reduced)}</td>
            </tr>
          ))}
          {other.amount !== 0 || other.vatAmount !== 0 ? (
            <tr className="text-amber-ink">
              <td />
              <td className="py-0.5 pl-2">
                Thuế suất mà tờ khai không có chỗ, thuế {formatVnd(other.vatAmount)}: người lập quyết định
              </td>
              <td className={cell}>{value(other.amount, 'other')}</td>
            </tr>
          ) : null}
        </tbody>
      </table>
    </section>
  );
}

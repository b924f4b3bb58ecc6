import { VAT_REASON_NAMES } from '@khop/engine/invoice-issuance/vat/vat-parts.ts';
import { useList } from '../../../../api/lists.ts';
import type { ItemOf, OutputOf } from '../../../../api/operations.ts';
import { useCall } from '../../../../api/query.ts';
import { paths } from '../../../../paths.ts';
import { useListSearch } from '../../../../search.ts';
import { options, rateName } from '../../../../shared/invoices/invoice-words.ts';
import { ListGrid } from '../../../../shared/list-grid.tsx';
import { type Period, profileOptions } from '../../../../shared/period.tsx';
import { ListFilter } from '../../../../shared/records/record-state.tsx';
import { SearchField } from '../../../../ui/fields/text-field.tsx';
import { formatCount, formatVnd } from '../../../../ui/format/number.ts';
import type { GridColumn } from '../../../../ui/grid/types.ts';
import { useGo } from '../../../../ui/link.tsx';
import { EmptyState, Skeleton } from '../../../../ui/states.tsx';
import { PLACE } from '../places.ts';

type Difference = ItemOf<'listVatDifferences'>;
type TieOut = OutputOf<'getVatTieOut'>;

const columns: GridColumn<Difference>[] = [
  {
    id: 'voucherNumber',
    header: 'Số chứng từ',
    kind: 'code',
    value: (row) => row.voucherNumber || '(không còn hóa đơn)',
    sort: true,
    pinned: true,
    opens: true,
    width: 158,
  },
  { id: 'profileCode', header: 'Hồ sơ', kind: 'code', value: (row) => row.profileCode, width: 60 },
  { id: 'date', header: 'Ngày HĐ', kind: 'day', value: (row) => row.date, width: 98 },
  { id: 'buyerName', header: 'Người mua', value: (row) => row.buyerName, width: 190 },
  { id: 'rate', header: 'Thuế suất HĐ', value: (row) => rateName(row.rate), width: 118 },
  { id: 'ledgerRate', header: 'Thuế suất sổ', value: (row) => rateName(row.ledgerRate), width: 114 },
  { id: 'amount', header: 'Tiền hàng', kind: 'vnd', value: (row) => row.amount, width: 112 },
  {
    id: 'ledgerVat',
    header: 'Thuế trên sổ',
    kind: 'vnd',
    value: (row) => row.ledgerVat,
    sort: true,
    total: 'ledgerVat',
    width: 108,
  },
  {
    id: 'invoiceVat',
    header: 'Thuế trên HĐ',
    kind: 'vnd',
    value: (row) => row.invoiceVat,
    sort: true,
    total: 'invoiceVat',
    width: 108,
  },
  {
    id: 'difference',
    header: 'Chênh',
    kind: 'vnd',
    value: (row) => row.difference,
    sort: true,
    total: 'difference',
    width: 96,
  },
  { id: 'why', header: 'Vì sao', value: (row) => row.why, grow: true, width: 250 },
];

/** The tie-out of the ledger's VAT per rate, and the invoices that bear another VAT than the ledger. */
export function VatTab({ period }: { period: Period }) {
  const go = useGo();
  const tieOut = useCall('getVatTieOut', { params: { id: period.id } });
  const search = useListSearch(['profileId', 'reason', 'beyondRounding'], { sort: '-difference' });
  const source = useList('listVatDifferences', { params: { id: period.id }, search, totals: true });
  return (
    <div className="flex min-h-0 grow flex-col">
      {tieOut.data ? <Rates tieOut={tieOut.data} /> : <Skeleton className="m-3 h-24" />}
      <ListGrid
        search={search}
        id="vat-differences"
        label="Hóa đơn có thuế khác sổ"
        columns={columns}
        rowKey={(row) => `${row.invoiceId}|${row.rate}|${row.ledgerRate}|${row.reason}|${row.profileCode}`}
        source={source}
        onOpen={(row) => {
          if (row.invoiceId) go(paths.invoice(row.invoiceId));
        }}
        file="chenh-thue"
        filters={
          <>
            <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm chứng từ, khách" />
            <ListFilter several search={search} name="profileId" label="Hồ sơ" options={profileOptions(period)} />
            <ListFilter
              search={search}
              name="beyondRounding"
              label="Mức chênh"
              options={[
                { value: 'true', label: 'Quá mức làm tròn' },
                { value: 'false', label: 'Chỉ do làm tròn' },
              ]}
            />
            <ListFilter several search={search} name="reason" label="Vì sao" options={options(VAT_REASON_NAMES)} />
          </>
        }
        empty={<EmptyState title="Không có hóa đơn nào có thuế khác sổ." />}
      />
    </div>
  );
}

const FIGURES = ['ledger', 'invoiced', 'alreadyInvoiced', 'unallocated', 'excluded', 'difference'] as const;
const LABEL: Readonly<Record<(typeof FIGURES)[number], string>> = {
  ledger: 'Thuế trên sổ',
  invoiced: 'Trên hóa đơn',
  alreadyInvoiced: PLACE.alreadyInvoiced.label,
  unallocated: PLACE.unallocated.label,
  excluded: PLACE.excluded.label,
  difference: 'Chênh',
};

const cell = 'tabular py-1 pl-3 text-right whitespace-nowrap';

function Rates({ tieOut: { total, byRate, byReason } }: { tieOut: TieOut }) {
  const netted = byRate.some((own) => own.netted !== 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="shrink-0 overflow-x-auto px-4 pt-2" aria-label="Thuế theo thuế suất" tabIndex={0}>
      <table className="w-full border-collapse text-grid">
        <thead>
          <tr className="border-b border-line text-ink-2">
            <th className="py-1 text-left font-medium whitespace-nowrap">Thuế suất trên sổ</th>
            {FIGURES.map((figure) => (
              <th key={figure} className={`${cell} font-medium`}>
                {LABEL[figure]}
              </th>
            ))}
            {netted ? <th className={`${cell} font-medium`}>{PLACE.netted.label}</th> : null}
          </tr>
        </thead>
        <tbody>
          {byRate.map((own) => (
            <tr key={own.rate}>
              <td className="py-1 whitespace-nowrap">{own.rate === '' ? 'Sổ không ghi' : rateName(own.rate)}</td>
              {FIGURES.map((figure) => (
                <td key={figure} className={cell}>
                  {formatVnd(own[figure])}
                </td>
              ))}
              {netted ? <td className={cell}>{formatVnd(own.netted)}</td> : null}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-line font-semibold">
            <td className="py-1">Tổng cộng</td>
            {FIGURES.map((figure) => (
              <td key={figure} className={cell}>
                {formatVnd(total[figure])}
              </td>
            ))}
            {netted ? <td className={cell}>0</td> : null}
          </tr>
        </tfoot>
      </table>
      {byReason.length > 0 ? (
        <p className="m-0 py-1.5 text-small text-ink-2">
          Chênh là thuế trên sổ trừ thuế trên hóa đơn:{' '}
          {byReason
            .map(
              ({ why, difference, invoices }) =>
                `${why.toLowerCase()} ${formatVnd(difference)} đ (${formatCount(invoices)} hóa đơn)`,
            )
            .join('; ')}
          .
        </p>
      ) : null}
    </section>
  );
}

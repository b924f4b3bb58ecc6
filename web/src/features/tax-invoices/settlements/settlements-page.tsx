import type { TaxSettlementReport } from '@khop/contract/invoice-issuance/tax-settlements.ts';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useList } from '../../../api/lists.ts';
import { useCall } from '../../../api/query.ts';
import { useRunAction } from '../../../api/run-action.tsx';
import { Page } from '../../../page/page.tsx';
import { paths } from '../../../paths.ts';
import { useListSearch } from '../../../search.ts';
import { options, PERIOD_READS } from '../../../shared/invoices/invoice-words.ts';
import { differsIn, SETTLEMENT_STATUS, settlementWord } from '../../../shared/invoices/settlement-words.ts';
import { useDecideSettlement } from '../../../shared/invoices/use-decide-settlement.ts';
import { ListGrid } from '../../../shared/list-grid.tsx';
import { ListFilter } from '../../../shared/records/record-state.tsx';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { SearchField } from '../../../ui/fields/text-field.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import { plainText } from '../../../ui/format/plain-text.ts';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { symbolOf } from '../words.ts';
import type { Settlement } from './settlement.ts';
import { SettlementDialog } from './settlement-dialog.tsx';

const ours = ({ invoice, candidates, status }: Settlement): string =>
  invoice?.voucherNumber ?? (status === 'review' ? candidates.map((one) => one.voucherNumber).join(', ') : '');

const columns: GridColumn<Settlement>[] = [
  {
    id: 'number',
    header: 'Số',
    kind: 'code',
    value: (row) => plainText(row.number),
    sort: true,
    pinned: true,
    opens: true,
    width: 80,
  },
  { id: 'symbol', header: 'Ký hiệu', kind: 'code', value: symbolOf, width: 84 },
  { id: 'date', header: 'Ngày', kind: 'day', value: (row) => row.date, sort: true, width: 96 },
  { id: 'profile', header: 'Hồ sơ', kind: 'code', value: (row) => row.profileCode, width: 64 },
  { id: 'buyer', header: 'Người mua', value: (row) => plainText(row.buyerName), grow: true, width: 160 },
  { id: 'total', header: 'Tổng tiền', kind: 'vnd', value: (row) => row.total, sort: true, width: 128 },
  {
    id: 'status',
    header: 'Tình trạng',
    value: (row) => settlementWord(row).label,
    cell: (row) => <Chip tone={settlementWord(row).tone}>{settlementWord(row).label}</Chip>,
    sort: true,
    width: 176,
  },
  { id: 'ours', header: 'Hóa đơn của Khớp', kind: 'code', value: ours, width: 160 },
  { id: 'differs', header: 'Khác ở', value: differsIn, grow: true, width: 180 },
];

const DIFFERS = [
  { value: 'true', label: 'Khác hóa đơn của Khớp' },
  { value: 'false', label: 'Không khác' },
];

/** Tax invoices of our sales beside our invoices: what is settled, and what waits for an accountant. */
export function SettlementsPage() {
  const search = useListSearch(['profileId', 'status', 'differs'], { sort: '-date' });
  const source = useList('listTaxSettlements', { search });
  const profiles = useCall('listProfiles', { query: { limit: 200, sort: 'code' } });
  const { decide, undo } = useDecideSettlement();
  const [opened, setOpen] = useState<Settlement>();
  const [reason, setReason] = useState('');
  const again = useRunAction(() => call('startTaxSettlements', { body: {} }), {
    invalidates: ['listTaxSettlements', 'listTaxInvoices', ...PERIOD_READS],
    says: ({ result }) => endOf(result as TaxSettlementReport),
  });

  const rows = Array.from({ length: source.total }, (_, index) => source.rowAt(index));
  // As it is now, in case another person has decided meanwhile.
  const open = opened && (rows.find((row) => row?.id === opened.id) ?? opened);

  /** Decides, and goes on to the one after it. */
  const answer = (settlement: Settlement, given: Parameters<typeof decide.mutate>[0]['answer']) => {
    const at = rows.findIndex((row) => row?.id === settlement.id);
    const next = source.rowAt(at + 1) ?? source.rowAt(at - 1);
    decide.mutate(
      { id: settlement.id, version: settlement.version, reason, answer: given },
      { onSuccess: () => setOpen(next) },
    );
  };
  return (
    <Page
      title={strings.nav.taxSettlements}
      crumbs={[{ label: strings.nav.taxInvoices, to: paths.taxInvoices() }]}
      kind="list"
    >
      <ListGrid
        search={search}
        id="tax-settlements"
        label={strings.nav.taxSettlements}
        columns={columns}
        rowKey={(row) => row.id}
        source={source}
        onOpen={setOpen}
        file="doi-hoa-don-dien-tu"
        actions={
          <Button icon={<RefreshCw aria-hidden />} busy={again.busy} onClick={() => void again.start()}>
            Đối lại
          </Button>
        }
        filters={
          <>
            <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm số, người mua, chứng từ" />
            <ListFilter several search={search} name="status" label="Tình trạng" options={options(SETTLEMENT_STATUS)} />
            <ListFilter search={search} name="differs" label="Khác" options={DIFFERS} />
            <ListFilter
              search={search}
              name="profileId"
              label="Hồ sơ"
              options={(profiles.data?.items ?? []).map(({ id, code }) => ({ value: id, label: code }))}
            />
          </>
        }
        empty={
          <EmptyState
            title="Không có hóa đơn nào ở đây."
            hint="Khi nạp hóa đơn điện tử bán ra, Khớp tìm hóa đơn của mình mà nó là. Chỗ lệch với sổ AMIS, và hóa đơn Khớp không tự chọn được, chờ ở đây."
          />
        }
      />
      {open ? (
        <SettlementDialog
          key={open.id}
          settlement={open}
          busy={decide.isPending || undo.isPending}
          reason={reason}
          onReason={setReason}
          onClose={() => setOpen(undefined)}
          onSide={(side) => answer(open, { side })}
          onInvoice={(invoiceId) => answer(open, { invoiceId })}
          onUndo={() => undo.mutate(open, { onSuccess: () => setOpen(undefined) })}
        />
      ) : null}
    </Page>
  );
}

const endOf = ({ settled, reviews, disagreements }: TaxSettlementReport): string =>
  `Đã đối hóa đơn điện tử: ${formatCount(settled)} hóa đơn mới khớp, ${formatCount(reviews)} chờ chọn, ${formatCount(disagreements)} lệch sổ AMIS.`;

import { KINDS } from '@khop/engine/three-sides/kinds.ts';
import { differenceInWords, EXPLANATION_NAMES, TRUTH_NAMES } from '@khop/engine/three-sides/words.ts';
import type { ReactNode } from 'react';
import { call } from '../../../api/client.ts';
import { useAction } from '../../../api/query.ts';
import { paths } from '../../../paths.ts';
import { rateName } from '../../../shared/invoices/invoice-words.ts';
import type { Period } from '../../../shared/period.tsx';
import { Button } from '../../../ui/button.tsx';
import { Fact, Facts } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { formatVnd } from '../../../ui/format/number.ts';
import { formatDay, formatInstant } from '../../../ui/format/time.ts';
import { AppLink } from '../../../ui/link.tsx';
import { Drawer } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { Banner } from '../../../ui/states.tsx';
import { TheirText } from '../../../ui/their-text.tsx';
import { AGE_NAMES, isOpen, nameOfRow, type Row, stateOf } from './words.ts';

/** One invoice: the figures of the three sides, each difference with the side that is right and its remedy, and where to look. */
export function RowDrawer({
  period,
  row,
  onClose,
  onExplain,
}: {
  period: Period;
  row: Row;
  onClose: () => void;
  onExplain: () => void;
}) {
  const withdraw = useAction(
    () =>
      call('withdrawThreeSides', { params: { id: period.id }, body: { findings: row.finding ? [row.finding] : [] } }),
    {
      invalidates: ['getThreeSides', 'listThreeSides'],
      onSuccess: () => {
        toast.success('Đã bỏ lời giải thích.');
        onClose();
      },
    },
  );
  return (
    <Drawer
      open
      width="lg"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={nameOfRow(row)}
      description={`${formatDay(row.date)} · ${row.profileCode || 'chưa thuộc hồ sơ nào'} · ${AGE_NAMES[row.age]}`}
      footer={
        row.finding === null ? undefined : isOpen(row) ? (
          <Button variant="primary" onClick={onExplain}>
            Giải thích…
          </Button>
        ) : (
          <Button busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Bỏ lời giải thích
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <Explained row={row} />
        {row.missing ? <Banner tone="warning">{row.missing}</Banner> : null}
        <Facts>
          <Fact label="Trạng thái">
            <Chip tone={stateOf(row).tone}>{stateOf(row).name}</Chip>
          </Fact>
          <Fact label="Đối tượng">
            <TheirText>{row.partnerName}</TheirText>
            {row.partnerTaxCode ? ` · ${row.partnerTaxCode}` : ''}
          </Fact>
          {row.firstSeen ? <Fact label="Khác nhau từ">{formatInstant(row.firstSeen)}</Fact> : null}
        </Facts>
        <Sides row={row} />
        {row.differences.length > 0 ? (
          <section aria-label="Khác nhau">
            <h3 className="m-0 mb-1.5 text-base font-semibold">Khác nhau</h3>
            <ul className="m-0 flex list-none flex-col gap-2 p-0">
              {row.differences.map((one) => (
                <li key={`${one.kind} ${one.pair}`} className="rounded-md border border-line p-3 text-grid">
                  <b className="font-semibold">{KINDS[one.kind][0]}</b>
                  <span className="block">{differenceInWords(one).slice(KINDS[one.kind][0].length + 2)}</span>
                  <span className="block text-ink-2">{TRUTH_NAMES[one.truth]}</span>
                  <span className="block text-ink-2">{one.remedy}</span>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        <Places row={row} />
      </div>
    </Drawer>
  );
}

function Explained({ row: { explanation } }: { row: Row }) {
  if (!explanation) return null;
  return (
    <Banner tone={explanation.holds ? 'success' : 'warning'}>
      {explanation.holds ? '' : 'Số liệu đã đổi sau khi giải thích, nên dòng mở lại. Lời cũ: '}
      {EXPLANATION_NAMES[explanation.reason]} · {explanation.note} · {explanation.by} · {formatInstant(explanation.at)}
    </Banner>
  );
}

const SIDES = [
  ['delivery', 'Bravo'],
  ['books', 'AMIS'],
  ['tax', 'Thuế'],
] as const;

function Sides({ row }: { row: Row }) {
  const rates = [...new Set(SIDES.flatMap(([side]) => row.rates[side].map(({ rate }) => rate)))];
  const cell = (value: number | null | undefined): ReactNode =>
    value === null || value === undefined ? '–' : formatVnd(value);
  const line = (name: string, of: (side: (typeof SIDES)[number][0]) => number | null | undefined) => (
    <tr key={name} className="border-t border-line">
      <th scope="row" className="py-1.5 pr-2 text-left font-normal text-ink-2">
        {name}
      </th>
      {SIDES.map(([side]) => (
        <td key={side} className="tabular py-1.5 pl-2 text-right">
          {cell(of(side))}
        </td>
      ))}
    </tr>
  );
  return (
    <section aria-label="Ba bên">
      <table className="w-full border-collapse text-grid">
        <thead>
          <tr>
            <th className="text-left font-semibold">Đồng</th>
            {SIDES.map(([side, name]) => (
              <th key={side} scope="col" className="pl-2 text-right font-semibold">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {line('Tiền hàng', (side) => row[side]?.beforeVat)}
          {line('Thuế GTGT', (side) => row[side]?.vat)}
          {line('Tổng thanh toán', (side) => row[side]?.total)}
          {rates.map((rate) =>
            line(`Thuế suất ${rateName(rate)}`, (side) => row.rates[side].find((one) => one.rate === rate)?.amount),
          )}
        </tbody>
      </table>
    </section>
  );
}

/** The records behind the row. */
function Places({ row }: { row: Row }) {
  const link = (to: string, name: string) => (
    <AppLink key={to} to={to} className="mr-2 text-accent underline">
      {name}
    </AppLink>
  );
  return (
    <Facts>
      {row.taxInvoiceId ? (
        <Fact label="Hóa đơn điện tử">{link(paths.taxInvoice(row.taxInvoiceId), `${row.symbol} ${row.number}`)}</Fact>
      ) : null}
      {row.invoiceId ? <Fact label="Hóa đơn ở Khớp">{link(paths.invoice(row.invoiceId), 'Mở hóa đơn')}</Fact> : null}
      {row.documents.length > 0 ? (
        <Fact label="Chứng từ Bravo">
          {row.documents.map(({ id, document }) => link(paths.bravoSale(id), document))}
        </Fact>
      ) : null}
      {row.vouchers.length > 0 ? (
        <Fact label="Chứng từ AMIS">
          {row.trade === 'sale'
            ? row.vouchers.map((one) => link(paths.reconciliation({ tab: 'entries', q: one }), one))
            : row.vouchers.join(', ')}
        </Fact>
      ) : null}
    </Facts>
  );
}

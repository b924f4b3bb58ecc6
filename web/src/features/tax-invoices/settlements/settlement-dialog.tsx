import { paths } from '../../../paths.ts';
import { INVOICE_STATUS } from '../../../shared/invoices/invoice-words.ts';
import { Differences, Disagreements } from '../../../shared/invoices/settlement-tables.tsx';
import { fateWords, SIDE_WORDS, SIGN, stepWords, WHY } from '../../../shared/invoices/settlement-words.ts';
import { SideButtons } from '../../../shared/invoices/side-buttons.tsx';
import { Button } from '../../../ui/button.tsx';
import { Fact, Facts } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { formatVnd } from '../../../ui/format/number.ts';
import { formatDay, formatInstant } from '../../../ui/format/time.ts';
import { TextLink } from '../../../ui/link.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Banner } from '../../../ui/states.tsx';
import { TheirText } from '../../../ui/their-text.tsx';
import { symbolOf } from '../words.ts';
import type { Settlement } from './settlement.ts';

type Props = {
  readonly settlement: Settlement;
  readonly busy: boolean;
  /** Kept from one decision to the next: many have the same. */
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly onClose: () => void;
  readonly onSide: (side: 'tax' | 'amis') => void;
  readonly onInvoice: (invoiceId: string | null) => void;
  readonly onUndo: () => void;
};

/** One tax invoice beside ours and the AMIS ledger; what waits is decided here, and the next one comes. */
export function SettlementDialog({ settlement, busy, reason, onReason, onClose, onSide, onInvoice, onUndo }: Props) {
  const { status, invoice } = settlement;
  const isOpen = status === 'review' || status === 'disagrees';
  const isMissing = reason.trim() === '';
  return (
    <Dialog
      open
      width="lg"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Hóa đơn ${symbolOf(settlement)} số ${settlement.number}`}
      description={settlement.why === null ? undefined : WHY[settlement.why]}
      footer={
        status === 'disagrees' ? (
          <SideButtons busy={busy} reason={reason} onDecide={onSide} />
        ) : status === 'review' ? (
          <Button busy={busy} disabled={isMissing} onClick={() => onInvoice(null)}>
            Không là hóa đơn nào của Khớp
          </Button>
        ) : settlement.decidedBy === null ? undefined : (
          <Button busy={busy} onClick={onUndo}>
            Bỏ quyết định
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3 text-grid">
        {isOpen ? (
          <TextField
            label="Lý do"
            hint="Ghi lý do rồi mới quyết định được; lý do được giữ cho việc sau."
            required
            value={reason}
            maxLength={2000}
            onChange={(event) => onReason(event.target.value)}
          />
        ) : null}
        {settlement.decidedBy !== null && settlement.decidedAt !== null ? (
          <Banner tone={status === 'disagrees' ? 'warning' : 'success'}>
            {settlement.side === null ? 'Đã chọn' : SIDE_WORDS[settlement.side]} · {settlement.decidedBy} ·{' '}
            {formatInstant(settlement.decidedAt)} · {settlement.reason}
            {status === 'disagrees' ? '. Giá trị đã đổi sau quyết định ấy.' : ''}
          </Banner>
        ) : null}
        <About settlement={settlement} />
        {invoice ? (
          <p className="m-0">
            Là hóa đơn{' '}
            <TextLink className="underline" to={paths.invoice(invoice.id)}>
              {invoice.voucherNumber}
            </TextLink>{' '}
            của Khớp: {stepWords(settlement.step)}.
          </p>
        ) : null}
        <Disagreements disagreements={settlement.disagreements} />
        <Differences differences={settlement.differences} />
        {status === 'review' ? (
          <Candidates settlement={settlement} busy={busy} isMissing={isMissing} onChoose={onInvoice} />
        ) : null}
      </div>
    </Dialog>
  );
}

function About({ settlement }: { settlement: Settlement }) {
  const { taxInvoiceId, date, total, buyerName, buyerTaxCode } = settlement;
  return (
    <Facts>
      {date === null ? null : <Fact label="Ngày lập">{formatDay(date)}</Fact>}
      <Fact label="Người mua">
        <TheirText>{[buyerName, buyerTaxCode].filter(Boolean).join(' · ') || 'không ghi'}</TheirText>
      </Fact>
      {total === null ? null : <Fact label="Tổng thanh toán">{formatVnd(total)} đồng</Fact>}
      {settlement.fate === 'issued' ? null : <Fact label="Về sau">{fateWords(settlement)}</Fact>}
      {taxInvoiceId === null ? null : (
        <Fact label="Bản gốc">
          <TextLink className="underline" to={paths.taxInvoice(taxInvoiceId)}>
            Mở ở kho hóa đơn
          </TextLink>
        </Fact>
      )}
    </Facts>
  );
}

function Candidates({
  settlement: { candidates },
  busy,
  isMissing,
  onChoose,
}: {
  settlement: Settlement;
  busy: boolean;
  isMissing: boolean;
  onChoose: (invoiceId: string) => void;
}) {
  return (
    <section aria-label="Hóa đơn của Khớp">
      <h3 className="m-0 mb-1.5 text-base font-semibold">Có thể là hóa đơn nào của Khớp</h3>
      <ul className="m-0 flex list-none flex-col gap-2 p-0">
        {candidates.map((one) => (
          <li key={one.id} className="rounded-md border border-line p-3">
            <div className="flex flex-wrap items-start justify-between gap-2">
              <div className="min-w-0">
                <TextLink className="underline" to={paths.invoice(one.id)}>
                  {one.voucherNumber}
                </TextLink>{' '}
                · {formatDay(one.date)} · {INVOICE_STATUS[one.status].label}
                <span className="block break-words text-ink-2">
                  {[one.buyerName, one.buyerTaxCode].filter(Boolean).join(' · ')}
                </span>
                <span className="tabular block">{formatVnd(one.total)} đồng</span>
              </div>
              {one.status === 'draft' ? (
                <span className="text-ink-2">Bản nháp: xuất tệp trước rồi chọn</span>
              ) : (
                <Button
                  size="sm"
                  variant="primary"
                  busy={busy}
                  disabled={isMissing}
                  aria-label={`Là hóa đơn này: ${one.voucherNumber}`}
                  onClick={() => onChoose(one.id)}
                >
                  Là hóa đơn này
                </Button>
              )}
            </div>
            <div className="mt-2 flex flex-wrap gap-1.5">
              {one.signs.map((sign) => (
                <Chip key={sign} tone="green" icon>
                  {SIGN[sign]}
                </Chip>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { useState } from 'react';
import { paths } from '../../../../paths.ts';
import { Differences, Disagreements } from '../../../../shared/invoices/settlement-tables.tsx';
import { fateWords, SIDE_WORDS, settlementWord, stepWords } from '../../../../shared/invoices/settlement-words.ts';
import { SideButtons } from '../../../../shared/invoices/side-buttons.tsx';
import { useDecideSettlement } from '../../../../shared/invoices/use-decide-settlement.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card, Fact, Facts } from '../../../../ui/card.tsx';
import { Chip } from '../../../../ui/chip.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { formatVnd } from '../../../../ui/format/number.ts';
import { formatDay, formatInstant } from '../../../../ui/format/time.ts';
import { TextLink } from '../../../../ui/link.tsx';
import { TheirText } from '../../../../ui/their-text.tsx';
import type { Invoice } from '../invoice.ts';

/** The signed tax invoice of an invoice of ours: what proves it, what it says otherwise, and what the AMIS ledger says beside it. */
export function TaxInvoiceCard({ invoice: { taxInvoice: tax } }: { invoice: Invoice }) {
  const [reason, setReason] = useState('');
  const { decide, undo } = useDecideSettlement();
  if (!tax) return null;
  const named = { id: tax.settlementId, version: tax.version };
  const status = settlementWord(tax);
  const name = `${tax.form}${tax.symbol} số ${tax.number}`;
  return (
    <Card
      title="Hóa đơn điện tử"
      className="print:hidden"
      actions={
        <Chip tone={status.tone} icon>
          {status.label}
        </Chip>
      }
    >
      <div className="flex flex-col gap-3 text-grid">
        <Facts>
          <Fact label="Hóa đơn">
            {tax.id === null ? (
              <>
                {name} <span className="text-ink-3">(kho chưa có tệp, chỉ hóa đơn khác nhắc đến)</span>
              </>
            ) : (
              <TextLink className="underline" to={paths.taxInvoice(tax.id)}>
                {name}
              </TextLink>
            )}
          </Fact>
          <Fact label="Nhận ra vì">{stepWords(tax.step)}</Fact>
          {tax.date === null ? null : <Fact label="Ngày lập">{formatDay(tax.date)}</Fact>}
          {tax.total === null ? null : <Fact label="Tổng thanh toán">{formatVnd(tax.total)} đồng</Fact>}
          {tax.signedAt === null ? null : <Fact label="Ký lúc">{formatInstant(tax.signedAt)}</Fact>}
          {tax.authorityCode === '' ? null : (
            <Fact label="Mã cơ quan thuế">
              <TheirText>{tax.authorityCode}</TheirText>
            </Fact>
          )}
          {tax.fate === 'issued' ? null : <Fact label="Về sau">{fateWords(tax)}</Fact>}
        </Facts>
        {tax.id !== null && tax.differences.length === 0 ? (
          <p className="m-0">Hóa đơn điện tử đúng như hóa đơn của Khớp, đến từng đồng.</p>
        ) : null}
        <Differences differences={tax.differences} />
        <Disagreements disagreements={tax.disagreements} />
        {tax.status === 'disagrees' ? (
          <div className="flex flex-wrap items-end gap-2">
            <TextField
              label="Lý do"
              required
              value={reason}
              maxLength={2000}
              className="min-w-60 grow"
              onChange={(event) => setReason(event.target.value)}
            />
            <SideButtons
              busy={decide.isPending}
              reason={reason}
              onDecide={(side) => decide.mutate({ ...named, reason, answer: { side } })}
            />
          </div>
        ) : null}
        {tax.decidedBy !== null && tax.decidedAt !== null ? (
          <div className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 break-words">
              {tax.side === null ? 'Đã chọn' : SIDE_WORDS[tax.side]}: {tax.decidedBy}, {formatInstant(tax.decidedAt)}.
              Lý do: {tax.reason}
              {tax.status === 'disagrees' ? '. Giá trị đã đổi sau quyết định ấy nên cần quyết định lại.' : ''}
            </span>
            {tax.status === 'disagrees' ? null : (
              <Button size="sm" busy={undo.isPending} onClick={() => undo.mutate(named)}>
                Bỏ quyết định
              </Button>
            )}
          </div>
        ) : null}
      </div>
    </Card>
  );
}

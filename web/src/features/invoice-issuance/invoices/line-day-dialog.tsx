import { CalendarCheck } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useAction } from '../../../api/query.ts';
import { PERIOD_READS } from '../../../shared/invoices/invoice-words.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { allRead } from '../../../ui/fields/unread.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { type LineDayValues, type LineFacts, type Sale, type SaleLine, toFacts, toValues } from './line-day-values.ts';

/** States what gives the invoice of a line a day of its own, with the evidence, or takes that back. */
export function LineDayButton({ sale, line }: { sale: Sale; line: SaleLine }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="ghost" icon={<CalendarCheck aria-hidden />} onClick={() => setOpen(true)}>
        Ngày theo luật
      </Button>
      {open ? <LineDayDialog sale={sale} line={line} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const isService = ({ kind }: SaleLine): boolean => kind === 'service';

function LineDayDialog({ sale, line, onClose }: { sale: Sale; line: SaleLine; onClose: () => void }) {
  const [values, setValues] = useState(() => toValues(line));
  const [isForAll, setIsForAll] = useState(false);
  const alike = sale.ledgerLines.filter((one) => one.kind !== 'discount' && isService(one) === isService(line));
  // Nothing of the ledger can be set aside where it says nothing.
  const chosen = values.isOrdinary ? alike.filter(({ dayFacts }) => dayFacts !== null) : alike;
  const lines = isForAll ? chosen : [line];
  const facts = toFacts(line.kind, values);
  const state = useAction(
    (stated: LineFacts | null) =>
      call('setLineDays', {
        params: { id: sale.periodId },
        body: {
          sourceKeys: lines.map(({ sourceKey }) => sourceKey),
          facts: stated,
          ...(stated && { evidence: values.evidence.trim() }),
        },
      }),
    {
      invalidates: PERIOD_READS,
      onSuccess: ({ updated }, stated) => {
        toast.success(
          `${stated ? 'Đã ghi' : 'Đã bỏ'} ngày của ${updated} dòng. Sinh lại kỳ để tính theo thay đổi này.`,
        );
        onClose();
      },
    },
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Ngày theo luật của dòng"
      footer={
        <>
          <Button onClick={onClose}>{strings.common.cancel}</Button>
          {line.statedDay ? (
            <Button busy={state.isPending} onClick={() => state.mutate(null)}>
              Bỏ ngày đã ghi
            </Button>
          ) : null}
          <Button
            variant="primary"
            disabled={!facts || values.evidence.trim() === ''}
            busy={state.isPending}
            onClick={({ currentTarget }) => facts && allRead(currentTarget) && state.mutate(facts)}
          >
            Ghi ngày
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="m-0 text-grid text-ink-2">
          {line.itemCode} {line.itemName}. Sổ Bravo giữ nguyên; điều ghi ở đây đứng cạnh sổ, có tên người ghi, và bỏ
          được.
        </p>
        {line.dayFacts ? (
          <Checkbox
            label="Sổ ghi sai: bán thường, theo ngày chứng từ"
            checked={values.isOrdinary}
            onChange={(isOrdinary) => setValues({ ...values, isOrdinary })}
          />
        ) : null}
        {values.isOrdinary ? null : isService(line) ? (
          <ServiceFields trades={sale.reconciliationTrades} values={values} onChange={setValues} />
        ) : (
          <ExportFields values={values} onChange={setValues} />
        )}
        <TextField
          label="Bằng chứng"
          required
          maxLength={2000}
          hint="Tờ khai, biên bản nghiệm thu, chứng từ thu tiền, biên bản đối soát: số và ngày"
          value={values.evidence}
          onChange={(event) => setValues({ ...values, evidence: event.target.value })}
        />
        {chosen.length > 1 ? (
          <Checkbox
            label={`Cho cả ${chosen.length} dòng ${isService(line) ? 'dịch vụ' : 'hàng'} của chứng từ`}
            checked={isForAll}
            onChange={setIsForAll}
          />
        ) : null}
      </div>
    </Dialog>
  );
}

type Fields = { values: LineDayValues; onChange: (values: LineDayValues) => void };

function ServiceFields({ trades, values, onChange }: Fields & { trades: readonly string[] }) {
  const set = (fields: Partial<LineDayValues>) => onChange({ ...values, ...fields });
  return (
    <>
      <Checkbox
        label="Ngành được lập hóa đơn theo kỳ đối soát"
        checked={values.isReconciled}
        disabled={trades.length === 0 && !values.isReconciled}
        onChange={(isReconciled) => set({ isReconciled })}
      />
      {values.isReconciled ? (
        <>
          <Select
            label="Ngành"
            required
            value={values.trade || null}
            onChange={(trade) => set({ trade })}
            options={tradesWith(trades, values.trade).map((trade) => ({ value: trade, label: trade }))}
          />
          <div className="grid gap-3 sm:grid-cols-2">
            <DateField
              label="Kết thúc đối soát ngày"
              value={values.reconciledOn}
              onChange={(reconciledOn) => set({ reconciledOn })}
            />
            <DateField
              label="Hết kỳ quy ước ngày"
              hint="Để trống: tháng của chứng từ"
              value={values.agreedUntil}
              onChange={(agreedUntil) => set({ agreedUntil })}
            />
          </div>
        </>
      ) : (
        <div className="grid gap-3 sm:grid-cols-2">
          <DateField
            label="Hoàn thành ngày"
            hint="Để trống: ngày chứng từ"
            value={values.completedOn}
            onChange={(completedOn) => set({ completedOn })}
          />
          <DateField
            label="Thu tiền ngày"
            hint="Trước hoặc trong khi cung cấp; tiền đặt cọc không tính"
            value={values.paidOn}
            onChange={(paidOn) => set({ paidOn })}
          />
        </div>
      )}
    </>
  );
}

/** A trade that the list has no more is still shown, for the line says it. */
const tradesWith = (trades: readonly string[], own: string): readonly string[] =>
  own === '' || trades.includes(own) ? trades : [own, ...trades];

function ExportFields({ values, onChange }: Fields) {
  return (
    <>
      <Checkbox
        label="Hàng xuất khẩu"
        checked={values.isExport}
        onChange={(isExport) => onChange({ ...values, isExport })}
      />
      <DateField
        label="Thông quan ngày"
        hint="Hóa đơn chậm nhất ngày làm việc sau ngày này; chưa thông quan thì để trống, dòng chờ"
        disabled={!values.isExport}
        value={values.clearedOn}
        onChange={(clearedOn) => onChange({ ...values, clearedOn })}
      />
    </>
  );
}

import { useState } from 'react';
import { call } from '../../../api/client.ts';
import type { OutputOf } from '../../../api/operations.ts';
import { useAction } from '../../../api/query.ts';
import { EXCLUSION, options, PERIOD_READS } from '../../../shared/invoices/invoice-words.ts';
import { usePeriod } from '../../../shared/period.tsx';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { formatMoney, formatQuantity } from '../../../ui/format/number.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { Banner } from '../../../ui/states.tsx';

type Reason = keyof typeof EXCLUSION;

type Sale = OutputOf<'getPeriodSale'>;

/** Leaves lines of a document out of the period for one of three reasons, or takes them back in. */
export function ExcludeButton({ sale }: { sale: Sale }) {
  const { periods } = usePeriod();
  const period = periods?.find(({ id }) => id === sale.periodId);
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState<Reason>('cancelled');
  const [note, setNote] = useState('');
  const [staying, setStaying] = useState<ReadonlySet<string>>(new Set());
  const leaving = sale.ledgerLines.filter((line) => !staying.has(line.sourceKey));
  const byHand = sale.ledgerLines.filter((line) => line.exclusion?.at);
  const act = useAction(
    (chosen: Reason | null) =>
      call('setLineExclusion', {
        params: { id: sale.periodId },
        body: {
          sourceKeys: (chosen ? leaving : byHand).map((line) => line.sourceKey),
          reason: chosen,
          ...(chosen && { note: note.trim() }),
        },
      }),
    {
      invalidates: PERIOD_READS,
      onSuccess: ({ updated }, chosen) => {
        toast.success(`${chosen ? 'Đã loại' : 'Đã đưa lại'} ${updated} dòng. Sinh lại kỳ để tính theo thay đổi này.`);
        setOpen(false);
      },
    },
  );
  if (!period || period.status === 'closed') return null;
  return (
    <>
      {byHand.length > 0 ? (
        <Button busy={act.isPending} onClick={() => act.mutate(null)}>
          Đưa lại vào kỳ
        </Button>
      ) : (
        <Button onClick={() => setOpen(true)}>Loại khỏi kỳ</Button>
      )}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Loại chứng từ ${sale.docNo} khỏi kỳ`}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{strings.common.cancel}</Button>
            <Button
              variant="danger"
              disabled={!note.trim() || leaving.length === 0}
              busy={act.isPending}
              onClick={() => act.mutate(reason)}
            >
              Loại {leaving.length} dòng
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3">
          <Banner tone="warning">
            Mọi lần bán đều phải có hóa đơn. Chỉ loại chứng từ không phải là bán hàng thật; lý do và người loại được ghi
            vào nhật ký.
          </Banner>
          {sale.ledgerLines.length > 1 ? <Lines sale={sale} staying={staying} onChange={setStaying} /> : null}
          <Select label="Lý do" value={reason} onChange={setReason} options={options(EXCLUSION)} />
          <TextField
            label="Ghi rõ"
            required
            value={note}
            maxLength={2000}
            onChange={(event) => setNote(event.target.value)}
          />
        </div>
      </Dialog>
    </>
  );
}

/** The lines that leave: of a document that Bravo has changed some are new, and the others keep their invoices. */
function Lines({
  sale,
  staying,
  onChange,
}: {
  sale: Sale;
  staying: ReadonlySet<string>;
  onChange: (staying: ReadonlySet<string>) => void;
}) {
  return (
    <fieldset className="m-0 min-w-0 border-0 p-0">
      <legend className="p-0 text-grid font-medium">Dòng bị loại</legend>
      <div className="max-h-56 overflow-y-auto">
        {sale.ledgerLines.map(({ sourceKey, itemCode, itemName, quantity, unit, netAmount }) => (
          <Checkbox
            key={sourceKey}
            label={`${itemCode} — ${itemName} · ${formatQuantity(quantity)} ${unit} · ${formatMoney(netAmount)}`}
            checked={!staying.has(sourceKey)}
            onChange={(leaves) => {
              const next = new Set(staying);
              if (leaves) next.delete(sourceKey);
              else next.add(sourceKey);
              onChange(next);
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}

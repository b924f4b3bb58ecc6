import { useState } from 'react';
import { call } from '../../../api/client.ts';
import type { OutputOf } from '../../../api/operations.ts';
import { useAction } from '../../../api/query.ts';
import { EXCLUSION, options, PERIOD_READS } from '../../../shared/invoices/invoice-words.ts';
import { usePeriod } from '../../../shared/period.tsx';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { Banner } from '../../../ui/states.tsx';

type Reason = keyof typeof EXCLUSION;

/** Leaves a document's lines out of the period for one of three reasons, or takes them back in. */
export function ExcludeButton({ sale }: { sale: OutputOf<'getPeriodSale'> }) {
  const { periods } = usePeriod();
  const period = periods?.find(({ id }) => id === sale.periodId);
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState<Reason>('cancelled');
  const [note, setNote] = useState('');
  const byHand = sale.ledgerLines.filter((line) => line.exclusion?.at);
  const act = useAction(
    (chosen: Reason | null) =>
      call('setLineExclusion', {
        params: { id: sale.periodId },
        body: {
          sourceKeys: (chosen ? sale.ledgerLines : byHand).map((line) => line.sourceKey),
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
            <Button variant="danger" disabled={!note.trim()} busy={act.isPending} onClick={() => act.mutate(reason)}>
              Loại {sale.ledgerLines.length} dòng
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3">
          <Banner tone="warning">
            Mọi lần bán đều phải có hóa đơn. Chỉ loại chứng từ không phải là bán hàng thật; lý do và người loại được ghi
            vào nhật ký.
          </Banner>
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

import { useForm } from 'react-hook-form';
import { call } from '../../../api/client.ts';
import { useAction } from '../../../api/query.ts';
import type { Period } from '../../../shared/period.tsx';
import { Button } from '../../../ui/button.tsx';
import { Bound, showFieldErrors, text } from '../../../ui/fields/form.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextArea } from '../../../ui/fields/text-field.tsx';
import { formatCount, formatMoney } from '../../../ui/format/number.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast.tsx';
import { nameOfRow, REASON_OPTIONS, type Reason, type Row } from './words.ts';

/** Rows that one request takes. */
const MOST = 500;

/** A person says why rows differ, with the evidence in words. They stay in sight, and open again once their figures change. */
export function ExplainDialog({
  period,
  rows,
  onClose,
  onDone,
}: {
  period: Period;
  rows: readonly Row[];
  onClose: () => void;
  onDone: () => void;
}) {
  const form = useForm<{ reason: Reason | ''; note: string }>({ defaultValues: { reason: '', note: '' } });
  const save = useAction(
    async ({ reason, note }: { reason: Reason | ''; note: string }) => {
      const findings = rows.flatMap(({ finding }) => finding ?? []);
      for (let from = 0; from < findings.length; from += MOST)
        await call('explainThreeSides', {
          params: { id: period.id },
          // The field is required: nothing is sent without a reason.
          body: { findings: findings.slice(from, from + MOST), reason: reason as Reason, note },
        });
    },
    {
      invalidates: ['getThreeSides', 'listThreeSides'],
      onSuccess: () => {
        toast.success(`Đã ghi lời giải thích cho ${formatCount(rows.length)} dòng.`);
        onClose();
        onDone();
      },
      onError: (error) => showFieldErrors(form, error),
    },
  );
  const [only] = rows;
  const stake = rows.reduce((sum, { atStake }) => sum + atStake, 0);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={rows.length === 1 ? `Giải thích ${nameOfRow(only!)}` : `Giải thích ${formatCount(rows.length)} dòng`}
      description={`Liên quan ${formatMoney(stake)}. Dòng vẫn ở danh sách và được kể riêng; số liệu đổi thì dòng mở lại.`}
      footer={
        <>
          <Button onClick={onClose}>Hủy</Button>
          <Button
            variant="primary"
            type="submit"
            form="explain-three-sides"
            busy={save.isPending}
            disabled={rows.length === 0}
          >
            Ghi lời giải thích
          </Button>
        </>
      }
    >
      <form
        id="explain-three-sides"
        className="flex flex-col gap-3"
        onSubmit={form.handleSubmit((values) => save.mutate(values))}
      >
        <Bound control={form.control} name="reason" rules={{ required: 'Chọn lý do.' }}>
          {(field) => <Select label="Lý do" required options={REASON_OPTIONS} {...field} />}
        </Bound>
        <TextArea
          label="Chứng cứ"
          required
          hint="Chứng từ, thư, việc đã làm: để người kiểm tra sau này tìm lại được. Ít nhất 5 chữ cái."
          {...text(form, 'note', { required: true })}
        />
      </form>
    </Dialog>
  );
}

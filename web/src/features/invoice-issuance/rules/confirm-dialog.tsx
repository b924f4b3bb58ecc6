import type { RuleKind } from '@khop/engine/invoice-issuance/rules/invoice-rules.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../../api/client.ts';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { Bound, text } from '../../../ui/fields/form.tsx';
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx';
import { today } from '../../../ui/format/time.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Banner } from '../../../ui/states.tsx';
import { STALE } from './reason-dialog.tsx';
import { daysOf, type Rule, saysOf, sourceOf, titleOf } from './rule.ts';
import { useSaveRules } from './use-save-rules.ts';

type Values = { by: string; on: string | null; note: string };

/** Notes which professional has confirmed rules, and when; the rules are listed as they will be confirmed. */
export function ConfirmDialog({
  kind,
  rules,
  version,
  onClose,
}: {
  kind: RuleKind;
  rules: readonly Rule[];
  version: number;
  onClose: () => void;
}) {
  const [isStale, setIsStale] = useState(false);
  const form = useForm<Values>({ defaultValues: { by: '', on: today(), note: '' } });
  const save = useSaveRules(
    ({ by, on, note }: Values) =>
      call('confirmInvoiceRules', {
        body: {
          version,
          rules: rules.map(({ fromDate }) => ({ kind, fromDate })),
          confirmed: { by: by.trim(), on: on ?? '' },
          note,
        },
      }),
    'Đã ghi xác nhận.',
    { onDone: onClose, onStale: () => setIsStale(true) },
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Ghi xác nhận: ${titleOf(kind)}`}
      description="Ghi tên người có chuyên môn đã xem và xác nhận các quy tắc này. Quy tắc sửa về sau cần xác nhận lại."
      footer={
        <>
          <Button onClick={onClose}>{strings.common.cancel}</Button>
          <Button variant="primary" type="submit" form="rule-confirm" busy={save.isPending}>
            Ghi xác nhận
          </Button>
        </>
      }
    >
      <form
        id="rule-confirm"
        className="flex flex-col gap-3"
        onSubmit={form.handleSubmit((values) => save.mutate(values))}
      >
        {isStale ? <Banner tone="warning">{STALE}</Banner> : null}
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label="Người xác nhận"
            required
            hint="Kế toán trưởng, đại lý thuế, luật sư…"
            maxLength={200}
            {...form.register('by', { validate: (by) => by.trim() !== '' || 'Cần ghi tên người xác nhận.' })}
            {...(form.formState.errors.by?.message && { error: form.formState.errors.by.message })}
          />
          <Bound control={form.control} name="on">
            {(field) => <DateField label="Ngày xác nhận" required max={today()} {...field} />}
          </Bound>
        </div>
        <TextArea label="Ghi chú" hint="Ví dụ số công văn, thư tư vấn" maxLength={2000} {...text(form, 'note')} />
        <ul className="m-0 flex list-none flex-col gap-1.5 rounded-md border border-line p-3 text-grid">
          {rules.map((rule) => (
            <li key={rule.fromDate} className="break-words">
              <span className="font-medium">{saysOf(kind, rule)}</span>, {daysOf(kind, rule)}
              <span className="block text-small text-ink-2">{sourceOf(rule)}</span>
            </li>
          ))}
        </ul>
      </form>
    </Dialog>
  );
}

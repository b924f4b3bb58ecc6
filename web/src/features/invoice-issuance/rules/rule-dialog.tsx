import type { RuleKind } from '@khop/engine/invoice-issuance/rules/invoice-rules.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../../api/client.ts';
import { DraftNotice, useDraft } from '../../../shared/drafts/use-draft.tsx';
import { strings } from '../../../strings.ts';
import { Button } from '../../../ui/button.tsx';
import { text } from '../../../ui/fields/form.tsx';
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Banner } from '../../../ui/states.tsx';
import { STALE } from './reason-dialog.tsx';
import { daysOf, type Rule, type RuleSet, saysOf, titleOf, withRule } from './rule.ts';
import { RuleFields } from './rule-fields.tsx';
import { missingOf, problemsOf, type RuleValues, toRule, toValues } from './rule-values.ts';
import { useSaveRules } from './use-save-rules.ts';

const ruleDraft = (kind: RuleKind, rule: Rule | undefined): string => `rule ${kind} ${rule?.fromDate ?? 'new'}`;

/** Adds a rule, or changes one; with a reason, and checked with all the others when it is saved. */
export function RuleDialog({
  kind,
  rule,
  ruleSet,
  onClose,
}: {
  kind: RuleKind;
  /** Absent: a new one. */
  rule: Rule | undefined;
  ruleSet: RuleSet;
  onClose: () => void;
}) {
  const draft = useDraft(ruleDraft(kind, rule), toValues(rule));
  const form = useForm<RuleValues>({ defaultValues: draft.start });
  draft.follow(form.watch());
  const giveUp = () => {
    draft.drop();
    onClose();
  };
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isStale, setIsStale] = useState(false);
  const written = (values: RuleValues) => {
    const typed = toRule(kind, values);
    const rules = withRule(ruleSet, kind, rule?.fromDate, typed);
    return { rules, index: (rules[kind] as object[]).indexOf(typed) };
  };
  const save = useSaveRules(
    (values: RuleValues) =>
      call('updateInvoiceRules', {
        body: { version: ruleSet.version, rules: written(values).rules, reason: values.reason.trim() },
      }),
    rule ? 'Đã sửa quy tắc.' : 'Đã thêm quy tắc.',
    {
      onDone: giveUp,
      onStale: () => setIsStale(true),
      onError: (error) => {
        const { fields, others } = problemsOf(error, kind, written(form.getValues()).index);
        for (const { field, message } of fields) form.setError(field, { message });
        setProblems(others);
        return fields.length + others.length > 0;
      },
    },
  );
  // A colleague may have changed this very rule: the newer text is shown before it is written over.
  const theirs = rule && (ruleSet.rules[kind] as Rule[]).find((one) => one.fromDate === rule.fromDate);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={rule ? `Sửa: ${titleOf(kind)}` : `Thêm: ${titleOf(kind)}`}
      description="Kỳ đã sinh hóa đơn theo quy tắc khác sẽ cần sinh lại. Hóa đơn đã xuất và thuế suất trên sổ không đổi."
      footer={
        <>
          <Button onClick={giveUp}>{strings.common.cancel}</Button>
          <Button variant="primary" type="submit" form="rule" busy={save.isPending}>
            Lưu quy tắc
          </Button>
        </>
      }
    >
      <form
        id="rule"
        className="flex flex-col gap-3"
        onSubmit={form.handleSubmit((values) => {
          setProblems([]);
          const missing = missingOf(kind, values);
          for (const field of missing) form.setError(field, { message: 'Cần điền.' });
          if (missing.length === 0) save.mutate(values);
        })}
      >
        {draft.restored ? <DraftNotice isOverTheirs={draft.isOverTheirs} onDiscard={giveUp} /> : null}
        {isStale ? (
          <Banner tone="warning">
            {STALE}
            {theirs ? ` Quy tắc này nay là: ${saysOf(kind, theirs)}, ${daysOf(kind, theirs)}.` : null}
          </Banner>
        ) : null}
        {problems.length > 0 ? (
          <Banner tone="error">
            {problems.map((problem) => (
              <p key={problem} className="m-0">
                {problem}
              </p>
            ))}
          </Banner>
        ) : null}
        <RuleFields kind={kind} form={form} />
        <TextField
          label="Văn bản"
          required
          hint="Luật, nghị định, thông tư, thông báo"
          maxLength={1000}
          {...text(form, 'source')}
        />
        <TextField label="Điều khoản hoặc địa chỉ văn bản" maxLength={1000} {...text(form, 'reference')} />
        <TextArea
          label="Lý do"
          required
          hint="Vào lịch sử quy tắc và nhật ký"
          maxLength={2000}
          {...text(form, 'reason')}
        />
      </form>
    </Dialog>
  );
}

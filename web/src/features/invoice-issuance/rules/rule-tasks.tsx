import type { RuleKind } from '@khop/engine/invoice-issuance/rules/invoice-rules.ts';
import { call } from '../../../api/client.ts';
import { formatCount } from '../../../ui/format/number.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { daysOf, type Rule, type RuleSet, saysOf, titleOf, withRule } from './rule.ts';
import { RuleDialog } from './rule-dialog.tsx';

/** The change of the rules that an admin is about to make. */
export type Task =
  | { readonly kind: 'edit'; readonly of: RuleKind; readonly rule?: Rule }
  | { readonly kind: 'remove'; readonly of: RuleKind; readonly rule: Rule }
  | { readonly kind: 'confirm' | 'unconfirm'; readonly of: RuleKind; readonly rules: readonly Rule[] }
  | { readonly kind: 'reset'; readonly count: number };

/** The dialog of a task. `ruleSet` is always the newest: the change is saved upon it. */
export function RuleTask({ task, ruleSet, onClose }: { task: Task; ruleSet: RuleSet; onClose: () => void }) {
  const { version } = ruleSet;
  switch (task.kind) {
    case 'edit':
      return <RuleDialog kind={task.of} rule={task.rule} ruleSet={ruleSet} onClose={onClose} />;
    case 'confirm':
      return <ConfirmDialog kind={task.of} rules={task.rules} version={version} onClose={onClose} />;
    case 'unconfirm':
      return (
        <ReasonDialog
          title={`Bỏ xác nhận «${saysOf(task.of, task.rules[0]!)}»?`}
          body="Quy tắc vẫn được dùng, và lại hiện là chưa ai xác nhận trong «Kiểm tra kỳ»."
          action="Bỏ xác nhận"
          says="Đã bỏ xác nhận."
          send={(note) =>
            call('confirmInvoiceRules', {
              body: {
                version,
                rules: task.rules.map(({ fromDate }) => ({ kind: task.of, fromDate })),
                confirmed: null,
                note,
              },
            })
          }
          onClose={onClose}
        />
      );
    case 'remove':
      return (
        <ReasonDialog
          title={`Xóa «${saysOf(task.of, task.rule)}»?`}
          body={`${titleOf(task.of)}, ${daysOf(task.of, task.rule)}. Quy tắc vẫn còn trong lịch sử. Hóa đơn đã xuất không đổi.`}
          action="Xóa quy tắc"
          danger
          says="Đã xóa quy tắc."
          send={(reason) =>
            call('updateInvoiceRules', {
              body: { version, rules: withRule(ruleSet, task.of, task.rule.fromDate, undefined), reason },
            })
          }
          onClose={onClose}
        />
      );
    case 'reset':
      return (
        <ReasonDialog
          title="Trở về bản có sẵn?"
          body={`${formatCount(task.count)} chỗ khác bản có sẵn (kể cả xác nhận) sẽ trở lại như bản có sẵn. Mọi thứ vẫn còn trong lịch sử. Hóa đơn đã xuất không đổi.`}
          action="Trở về bản có sẵn"
          danger
          says="Đã trở về bản có sẵn."
          send={(reason) => call('resetInvoiceRules', { body: { version, reason } })}
          onClose={onClose}
        />
      );
  }
}

import { useCall } from '../../../api/query.ts';
import { Chip } from '../../../ui/chip.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import { formatInstant } from '../../../ui/format/time.ts';
import { Drawer } from '../../../ui/overlays/dialog.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { type Difference, daysOf, type Rule, type RuleChange, saysOf, sourceOf, titleOf } from './rule.ts';

const ACTIONS: Readonly<Record<RuleChange['action'], string>> = {
  edit: 'Sửa',
  reset: 'Trở về bản có sẵn',
  confirm: 'Xác nhận',
};
const SHOWN = 100;

/** The changes of the rules: the person, the time, the reason, and each value before and after; the newest first. */
export function HistoryDrawer({ onClose }: { onClose: () => void }) {
  const history = useCall('listInvoiceRuleChanges', { query: { limit: SHOWN } });
  return (
    <Drawer
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Lịch sử quy tắc hóa đơn"
      description="Không ai sửa hay xóa được lịch sử này."
    >
      {history.isError && !history.data ? (
        <ErrorState message={history.error.message} onRetry={() => void history.refetch()} />
      ) : null}
      {history.isPending ? <SkeletonLines lines={4} /> : null}
      {history.data?.items.length === 0 ? (
        <EmptyState title="Chưa có thay đổi nào." hint="Đang dùng quy tắc có sẵn. Mọi lần sửa sẽ được ghi lại ở đây." />
      ) : null}
      <ol className="m-0 flex list-none flex-col p-0">
        {history.data?.items.map((change) => (
          <li key={change.version} className="border-b border-line py-2 last:border-b-0">
            <p className="m-0 flex flex-wrap items-center gap-2 text-grid">
              <Chip>{ACTIONS[change.action]}</Chip> <span className="min-w-0 break-words">{change.reason}</span>
            </p>
            <p className="m-0 text-small text-ink-2">
              Phiên bản {change.version} · {change.by} · {formatInstant(change.at)}
            </p>
            <ul className="m-0 mt-1 flex list-none flex-col gap-0.5 p-0 text-small">
              {change.differences.map((one) => (
                <li key={one.kind + one.fromDate} className="break-words">
                  <span className="text-ink-2">{titleOf(one.kind)}:</span> {wordsOf(one)}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {history.data && history.data.total > SHOWN ? (
        <p className="m-0 pt-1 text-small text-ink-2">
          Hiện {SHOWN} thay đổi gần nhất trong {formatCount(history.data.total)}.
        </p>
      ) : null}
    </Drawer>
  );
}

/** One changed rule in a sentence. */
function wordsOf({ kind, before, after }: Difference): string {
  const says = (rule: Rule) => `${saysOf(kind, rule)} (${daysOf(kind, rule)})`;
  if (!before) return after ? `thêm ${says(after)}` : '';
  if (!after) return `bỏ ${says(before)}`;
  if (says(before) !== says(after)) return `${says(before)} → ${says(after)}`;
  if (sourceOf(before) !== sourceOf(after)) return `${says(after)}: nguồn «${sourceOf(before)}» → «${sourceOf(after)}»`;
  return after.confirmed ? `${says(after)}: ${after.confirmed.by} xác nhận` : `${says(after)}: bỏ xác nhận`;
}

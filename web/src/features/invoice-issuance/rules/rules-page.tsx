import type { RuleKind } from '@khop/engine/invoice-issuance/rules/invoice-rules.ts';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { useSession } from '../../../api/session.ts';
import { Page } from '../../../page/page.tsx';
import { paths } from '../../../paths.ts';
import { takeOpenForm } from '../../../shared/drafts/store.ts';
import { useArrival } from '../../../ui/arrival.ts';
import { Button } from '../../../ui/button.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import { formatInstant } from '../../../ui/format/time.ts';
import { TextLink } from '../../../ui/link.tsx';
import { Banner, ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { HistoryDrawer } from './history-drawer.tsx';
import { KINDS, type Rule, type RuleSet } from './rule.ts';
import { RuleCard } from './rule-card.tsx';
import { RuleChangesCard } from './rule-changes-card.tsx';
import { RuleTask, type Task } from './rule-tasks.tsx';

/** The dated rules as accountants read them: what holds when, from which text, and who has confirmed it. */
export const RulesPage = () => <Rules canEdit={false} />;

/** The same where an admin replaces and confirms them. */
export const AdminRulesPage = () => <Rules canEdit />;

function Rules({ canEdit }: { canEdit: boolean }) {
  const rules = useCall('getInvoiceRules', {});
  const { admin } = useSession();
  const ruleSet = rules.data;
  const [task, setTask] = useState<Task>();
  // A rule that was being written when the session ended.
  const [open] = useState(() => takeOpenForm('rule '));
  const isOpen = canEdit && ruleSet !== undefined && open !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the rules are here
  useEffect(() => {
    const [of, from] = (open ?? '').split(' ') as [RuleKind, string];
    if (!isOpen) return;
    const rule = (ruleSet.rules[of] as Rule[]).find(({ fromDate }) => fromDate === from);
    setTask({ kind: 'edit', of, ...(rule && { rule }) });
  }, [isOpen]);
  const [isHistory, setIsHistory] = useState(false);
  // «Kiểm tra kỳ» leads to the rules without a confirmation.
  const first = useRef<HTMLDivElement>(null);
  const waiting = KINDS.find(({ kind }) => ruleSet && unconfirmed(ruleSet, kind).length > 0)?.kind;
  useArrival(first, ruleSet !== undefined);
  return (
    <Page
      title="Quy tắc hóa đơn"
      kind="wide"
      description={
        ruleSet?.changed
          ? `Sửa gần nhất ${formatInstant(ruleSet.changed.at)} bởi ${ruleSet.changed.by}.`
          : ruleSet && 'Quy tắc có sẵn, chưa ai sửa.'
      }
      actions={
        <>
          <Button onClick={() => setIsHistory(true)}>Lịch sử</Button>
          {canEdit ? (
            <Button
              disabled={!ruleSet || ruleSet.differences.length === 0}
              onClick={() => setTask({ kind: 'reset', count: ruleSet?.differences.length ?? 0 })}
            >
              Trở về bản có sẵn
            </Button>
          ) : null}
        </>
      }
    >
      {rules.isError && !ruleSet ? (
        <ErrorState message={rules.error.message} onRetry={() => void rules.refetch()} />
      ) : null}
      {rules.isPending ? <SkeletonLines lines={8} /> : null}
      {ruleSet ? (
        <div className="flex flex-col gap-3">
          <Unconfirmed ruleSet={ruleSet} />
          {!canEdit && admin ? (
            <p className="m-0 text-grid">
              <TextLink to={paths.adminRules()}>Sửa hoặc ghi xác nhận ở trang quản trị</TextLink>
            </p>
          ) : null}
          {canEdit ? null : <RuleChangesCard />}
          {KINDS.map((about) => (
            <div key={about.kind} ref={about.kind === waiting ? first : undefined} tabIndex={-1} className="rounded-md">
              <RuleCard about={about} ruleSet={ruleSet} onTask={canEdit ? setTask : undefined} />
            </div>
          ))}
        </div>
      ) : null}
      {task && ruleSet ? <RuleTask task={task} ruleSet={ruleSet} onClose={() => setTask(undefined)} /> : null}
      {isHistory ? <HistoryDrawer onClose={() => setIsHistory(false)} /> : null}
    </Page>
  );
}

const unconfirmed = (ruleSet: RuleSet, kind: RuleKind): Rule[] =>
  (ruleSet.rules[kind] as Rule[]).filter(({ confirmed }) => confirmed === null);

function Unconfirmed({ ruleSet }: { ruleSet: RuleSet }) {
  const all = KINDS.flatMap(({ kind }) => ruleSet.rules[kind] as Rule[]);
  const waiting = KINDS.flatMap(({ kind }) => unconfirmed(ruleSet, kind)).length;
  return waiting === 0 ? (
    <Banner tone="success">Mọi quy tắc đều đã được chuyên gia xác nhận.</Banner>
  ) : (
    <Banner tone="warning">
      {formatCount(waiting)} trong {formatCount(all.length)} quy tắc chưa được chuyên gia xác nhận: hỏi chuyên gia thuế
      trước khi xuất tệp. Đổi quy tắc không đổi thuế suất trên sổ và không đổi hóa đơn đã xuất.
    </Banner>
  );
}

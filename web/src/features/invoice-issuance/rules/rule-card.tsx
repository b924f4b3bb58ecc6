import { MoreHorizontal, Plus } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { cn } from '../../../ui/cn.ts';
import { formatDay, today } from '../../../ui/format/time.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, type MenuEntry } from '../../../ui/overlays/menu.tsx';
import {
  daysOf,
  hasEnd,
  isSinceAlways,
  type KINDS,
  type Rule,
  type RuleSet,
  saysOf,
  sourceOf,
  validityOf,
} from './rule.ts';
import type { Task } from './rule-tasks.tsx';

const VALIDITIES = {
  now: <Chip tone="green">Đang áp dụng</Chip>,
  later: <Chip>Chưa đến ngày</Chip>,
  past: <Chip>Đã hết</Chip>,
};

/** The rules of one kind, the newest first. Without `onTask` they are only read. */
export function RuleCard({
  about,
  ruleSet,
  onTask,
}: {
  about: (typeof KINDS)[number];
  ruleSet: RuleSet;
  onTask: ((task: Task) => void) | undefined;
}) {
  const { kind, title } = about;
  const rules = (ruleSet.rules[kind] as Rule[]).toSorted((a, b) => (a.fromDate < b.fromDate ? 1 : -1));
  const differences = ruleSet.differences.filter((one) => one.kind === kind);
  const removed = differences.filter((one) => one.after === null);
  const unconfirmed = rules.filter((rule) => rule.confirmed === null);
  return (
    <Card
      title={title}
      flush
      actions={
        onTask ? (
          <>
            {unconfirmed.length > 0 ? (
              <Button
                size="sm"
                aria-label={`Ghi xác nhận: ${title}`}
                onClick={() => onTask({ kind: 'confirm', of: kind, rules: unconfirmed })}
              >
                Ghi xác nhận
              </Button>
            ) : null}
            <Button
              size="sm"
              icon={<Plus aria-hidden />}
              aria-label={`Thêm quy tắc: ${title}`}
              onClick={() => onTask({ kind: 'edit', of: kind })}
            >
              Thêm
            </Button>
          </>
        ) : null
      }
    >
      <p className="m-0 border-b border-line px-3 py-1.5 text-grid text-ink-2">{about.about}</p>
      {rules.length === 0 ? <p className="m-0 px-3 py-2 text-grid text-ink-2">Chưa có quy tắc nào.</p> : null}
      {rules.length > 0 ? (
        <table aria-label={title} className="w-full border-collapse text-grid">
          <thead>
            <tr className="border-b border-line text-left text-ink-2 max-sm:sr-only">
              <th className="w-[20%] px-3 py-1 font-medium">Áp dụng</th>
              <th className="px-3 py-1 font-medium">Nội dung</th>
              <th className="w-[27%] px-3 py-1 font-medium">Nguồn</th>
              <th className="w-[18%] px-3 py-1 font-medium">Xác nhận</th>
              {onTask ? (
                <th className="w-10">
                  <span className="sr-only">Thao tác</span>
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {rules.map((rule, index) => (
              <RuleRow
                key={rule.fromDate}
                {...{ kind, rule, onTask }}
                next={rules[index - 1]}
                shipped={differences.find((one) => one.after?.fromDate === rule.fromDate)}
              />
            ))}
          </tbody>
        </table>
      ) : null}
      {removed.length > 0 ? (
        <p className="m-0 px-3 py-1.5 text-grid text-ink-2">
          Có sẵn nhưng đã bỏ:{' '}
          {removed.map(({ before }) => `${saysOf(kind, before!)} (${daysOf(kind, before!)})`).join('; ')}.
        </p>
      ) : null}
    </Card>
  );
}

function RuleRow({
  kind,
  rule,
  next,
  shipped,
  onTask,
}: {
  kind: (typeof KINDS)[number]['kind'];
  rule: Rule;
  next: Rule | undefined;
  /** The difference from the rule that ships, if there is one. */
  shipped: RuleSet['differences'][number] | undefined;
  onTask: ((task: Task) => void) | undefined;
}) {
  const validity = validityOf(kind, rule, next, today());
  const says = saysOf(kind, rule);
  const wasSaid = shipped?.before && (saysOf(kind, shipped.before) !== says || shipped.before.toDate !== rule.toDate);
  const isNew = shipped !== undefined && shipped.before === null;
  const of = kind;
  const entries: MenuEntry[] = [
    { label: 'Sửa', onSelect: () => onTask?.({ kind: 'edit', of, rule }) },
    rule.confirmed
      ? { label: 'Bỏ xác nhận', onSelect: () => onTask?.({ kind: 'unconfirm', of, rules: [rule] }) }
      : { label: 'Ghi xác nhận', onSelect: () => onTask?.({ kind: 'confirm', of, rules: [rule] }) },
    {
      label: 'Xóa',
      danger: true,
      disabled: !hasEnd(kind) && isSinceAlways(rule),
      onSelect: () => onTask?.({ kind: 'remove', of, rule }),
    },
  ];
  return (
    <tr
      className={cn(
        'border-b border-line align-top last:border-b-0 max-sm:relative max-sm:block max-sm:py-1.5',
        'max-sm:[&>td]:block max-sm:[&>td]:py-0.5',
        validity === 'past' && 'text-ink-2',
      )}
    >
      <td className="tabular px-3 py-1.5 max-sm:pr-12">
        <span className="mr-2">{daysOf(kind, rule, next)}</span> {VALIDITIES[validity]}
      </td>
      <td className="px-3 py-1.5">
        <span className="font-medium break-words">{says}</span>
        {isNew ? (
          <span className="ml-2">
            <Chip tone="amber">Thêm so với bản có sẵn</Chip>
          </span>
        ) : null}
        {wasSaid ? (
          <span className="block text-small text-ink-2">
            Có sẵn: {saysOf(kind, shipped.before!)} ({daysOf(kind, shipped.before!)})
          </span>
        ) : null}
      </td>
      <td className="px-3 py-1.5 break-words text-ink-2">
        {sourceOf(rule)}
        {shipped?.before && sourceOf(shipped.before) !== sourceOf(rule) ? (
          <span className="block text-small">Có sẵn: {sourceOf(shipped.before)}</span>
        ) : null}
      </td>
      <td className="px-3 py-1.5">
        {rule.confirmed ? (
          <>
            <Chip tone="green" icon>
              Đã xác nhận
            </Chip>
            <span className="block text-small break-words text-ink-2">
              {rule.confirmed.by}, {formatDay(rule.confirmed.on)}
            </span>
          </>
        ) : (
          <Chip tone="amber" icon>
            Chưa ai xác nhận
          </Chip>
        )}
      </td>
      {onTask ? (
        <td className="px-1 py-0.5 max-sm:absolute max-sm:top-1 max-sm:right-1">
          <Menu
            trigger={<IconButton size="sm" label={`Thao tác với ${says}`} icon={<MoreHorizontal aria-hidden />} />}
            entries={entries}
          />
        </td>
      ) : null}
    </tr>
  );
}

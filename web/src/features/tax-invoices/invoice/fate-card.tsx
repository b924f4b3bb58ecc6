import { TriangleAlert } from 'lucide-react';
import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { formatVnd } from '../../../ui/format/number.ts';
import { formatDay } from '../../../ui/format/time.ts';
import { TextLink } from '../../../ui/link.tsx';
import { TheirText } from '../../../ui/their-text.tsx';
import { EVIDENCE, monthWord, STATE, symbolOf } from '../words.ts';
import type { TaxInvoice } from './tax-invoice.ts';

type Fate = NonNullable<TaxInvoice['fate']>;
type Step = Fate['thread'][number];

const CORRECTS = { replaces: 'thay thế cho', adjusts: 'điều chỉnh cho' } as const;

/** The thread of an invoice: the original, what replaced and adjusted it, and what a person must look at. */
export function FateCard({ invoice }: { invoice: TaxInvoice }) {
  const { fate, state } = invoice;
  if (fate === null || (fate.thread.length < 2 && fate.review.length === 0 && state === null)) return null;
  return (
    <Card title="Số phận">
      <div className="flex flex-col gap-3 text-grid">
        <p className="m-0">{sentenceOf(invoice, fate)}</p>
        {fate.review.length > 0 ? (
          <ul aria-label="Điều cần xem ở số phận" className="m-0 list-none space-y-1 p-0">
            {fate.review.map(({ reason, key, message }) => (
              <li key={`${reason} ${key}`} className="flex items-start gap-2 text-amber-ink">
                <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
                <TheirText>{message}</TheirText>
              </li>
            ))}
          </ul>
        ) : null}
        {fate.thread.length > 1 ? (
          <ol aria-label="Chuỗi hóa đơn" className="m-0 list-none border-l-2 border-line p-0 pl-3">
            {fate.thread.map((step) => (
              <ThreadStep key={step.key} step={step} thread={fate.thread} isThis={step.id === invoice.id} />
            ))}
          </ol>
        ) : null}
      </div>
    </Card>
  );
}

function sentenceOf({ state }: TaxInvoice, { counts, originMonth, thread }: Fate): string {
  const listed =
    state === null
      ? 'Chưa danh sách nào của cổng thuế có hóa đơn này.'
      : `Danh sách mới nhất ghi: ${STATE[state].label.toLowerCase()}.`;
  const isAdjustment = thread.some(({ corrects }) => corrects.some(({ relation }) => relation === 'adjusts'));
  const month =
    isAdjustment && originMonth !== null ? ` Tính theo tháng của hóa đơn gốc: ${monthWord(originMonth)}.` : '';
  return counts ? `Hóa đơn này được tính. ${listed}${month}` : `Hóa đơn này không được tính nữa. ${listed}`;
}

const nameOf = (step: Pick<Step, 'form' | 'symbol' | 'number'>): string => `${symbolOf(step)} số ${step.number}`;

function ThreadStep({ step, thread, isThis }: { step: Step; thread: readonly Step[]; isThis: boolean }) {
  const named = (key: string): string => {
    const other = thread.find((one) => one.key === key);
    return other ? nameOf(other) : key;
  };
  return (
    <li aria-current={isThis || undefined} className="flex flex-wrap items-center gap-x-2 gap-y-0.5 py-1">
      {step.id === null || isThis ? (
        <span className={isThis ? 'font-semibold' : undefined}>
          <TheirText>{nameOf(step)}</TheirText>
        </span>
      ) : (
        <TextLink to={paths.taxInvoice(step.id)} className="underline">
          {nameOf(step)}
        </TextLink>
      )}
      {step.date ? <span className="text-ink-2">{formatDay(step.date)}</span> : null}
      {step.total === null ? null : <span className="tabular">{formatVnd(step.total)} đ</span>}
      {isThis ? <Chip>Hóa đơn này</Chip> : null}
      {step.evidence === null ? <Chip tone="amber">Kho chưa có</Chip> : null}
      {step.evidence === 'list' ? <Chip tone="amber">{EVIDENCE.list.label}</Chip> : null}
      {step.state === null ? null : <Chip tone={STATE[step.state].tone}>{STATE[step.state].label}</Chip>}
      {step.counts === false ? <Chip tone="red">Không tính</Chip> : null}
      {step.corrects.map(({ relation, key }) => (
        <span key={`${relation} ${key}`} className="basis-full text-ink-2">
          {CORRECTS[relation]} <TheirText>{named(key)}</TheirText>
        </span>
      ))}
    </li>
  );
}

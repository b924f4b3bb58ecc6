import { TURN_NAMES } from '@khop/engine/invoice-issuance/rule-changes/names.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { download } from '../../../api/files.ts';
import type { OutputOf } from '../../../api/operations.ts';
import { useAction, useCall } from '../../../api/query.ts';
import { paths } from '../../../paths.ts';
import { type Period, usePeriod } from '../../../shared/period.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { formatCount, formatMoney } from '../../../ui/format/number.ts';
import { formatDay } from '../../../ui/format/time.ts';
import { TextLink } from '../../../ui/link.tsx';
import { ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { upperFirst } from './rule.ts';

type Changes = OutputOf<'getPeriodRuleChanges'>;
type Effect = Changes['effects'][number];

/** «Luật đổi vào ngày …»: the rules that turn on a day, and their effect on the open documents of the period that is shown. */
export function RuleChangesCard() {
  const { period } = usePeriod();
  return period ? <OfPeriod key={period.id} period={period} /> : null;
}

function OfPeriod({ period }: { period: Period }) {
  const [day, setDay] = useState<string | null>(null);
  const changes = useCall(
    'getPeriodRuleChanges',
    { params: { id: period.id }, query: day === null ? {} : { on: day } },
    { keepPrevious: true },
  );
  const { data } = changes;
  const on = day ?? data?.on ?? null;
  return (
    <Card title={on === null ? 'Luật đổi vào ngày' : `Luật đổi vào ngày ${formatDay(on)}`} flush>
      <div className="flex flex-wrap items-end gap-2 border-b border-line px-3 py-2">
        <div className="w-40">
          <DateField label="Xem ngày" value={on} onChange={setDay} />
        </div>
        {data?.coming.map((coming) => (
          <Button key={coming} size="sm" aria-pressed={coming === on} onClick={() => setDay(coming)}>
            {formatDay(coming)}
          </Button>
        ))}
      </div>
      {changes.isError && !data ? (
        <div className="p-3">
          <ErrorState message={changes.error.message} onRetry={() => void changes.refetch()} />
        </div>
      ) : null}
      {changes.isPending ? (
        <div className="p-3">
          <SkeletonLines lines={4} />
        </div>
      ) : null}
      {data ? (
        <>
          <Rules rules={data.rules} />
          <Effects effects={data.effects} />
          {data.effects.some(({ recordCount }) => recordCount > 0) ? <Whole period={period} on={data.on} /> : null}
          <p className="m-0 border-t border-line px-3 py-1.5 text-small text-ink-2">
            {period.name}, lập ngày {formatDay(data.today)}:{' '}
            {data.isPlanned
              ? 'tính trên hóa đơn nháp và phần chưa có hóa đơn.'
              : 'chưa sinh hóa đơn, tính trên mọi dòng bán của sổ.'}{' '}
            So với hôm trước, không cộng dồn từ hôm nay. Hàng bán trước ngày này giữ mức của ngày bán.
          </p>
        </>
      ) : null}
    </Card>
  );
}

/** Every record of every effect, as a workbook. */
function Whole({ period, on }: { period: Period; on: string }) {
  const file = useAction(() => download('downloadRuleChanges', { params: { id: period.id }, query: { on } }));
  return (
    <div className="border-t border-line px-3 py-1.5">
      <Button size="sm" busy={file.isPending} icon={<Download aria-hidden />} onClick={() => file.mutate()}>
        Tải mọi chứng từ (Excel)
      </Button>
    </div>
  );
}

function Rules({ rules }: { rules: Changes['rules'] }) {
  if (rules.length === 0)
    return <p className="m-0 px-3 py-2 text-grid text-ink-2">Không có quy tắc nào bắt đầu hay hết vào ngày này.</p>;
  return (
    <ul aria-label="Quy tắc đổi" className="m-0 flex list-none flex-col divide-y divide-line p-0 text-grid">
      {rules.map(({ kind, turn, text, before, source, isConfirmed }) => (
        <li key={`${kind} ${turn} ${text}`} className="flex flex-wrap items-baseline gap-x-2 px-3 py-1.5">
          <Chip tone={turn === 'begins' ? 'green' : 'amber'}>{TURN_NAMES[turn]}</Chip>
          <span className="min-w-0 break-words">{upperFirst(text)}</span>
          <span className="text-small text-ink-2">
            {before === null ? '' : before === text ? 'chỉ đổi văn bản · ' : `trước đó: ${before} · `}
            {source}
            {isConfirmed ? '' : ' · chưa ai xác nhận'}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Effects({ effects }: { effects: readonly Effect[] }) {
  if (effects.length === 0)
    return <p className="m-0 border-t border-line px-3 py-2 text-grid text-ink-2">Không đổi gì ở chứng từ đang mở.</p>;
  return (
    <table
      aria-label="Ảnh hưởng đến chứng từ đang mở"
      className="w-full border-collapse border-t border-line text-grid"
    >
      <thead>
        <tr className="border-b border-line text-left text-ink-2 max-sm:sr-only">
          <th className="px-3 py-1 font-medium">Đổi gì, việc phải làm</th>
          <th className="w-[26%] px-3 py-1 font-medium">Chứng từ đang mở</th>
          <th className="w-[16%] px-3 py-1 text-right font-medium">Thuế chênh</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {effects.map((effect) => (
          <tr key={effect.code} className="align-top max-sm:block max-sm:py-1.5 max-sm:[&>td]:block">
            <td className="px-3 py-1.5">
              <span className="block break-words">{effect.says}</span>
              <span className="block text-small break-words text-ink-2">{effect.remedy}</span>
              <Records effect={effect} />
            </td>
            <td className="tabular px-3 py-1.5 text-ink-2">
              {effect.lines === 0 ? (
                'Không có'
              ) : (
                <>
                  {formatCount(effect.lines)} dòng, {formatCount(effect.documents)} chứng từ
                  <span className="block">
                    {effect.invoices > 0 ? `${formatCount(effect.invoices)} hóa đơn nháp, ` : ''}
                    {formatMoney(effect.amount)}
                  </span>
                </>
              )}
            </td>
            <td className="tabular px-3 py-1.5 sm:text-right">
              {effect.vatDifference === null ? null : (
                <>
                  <span className="sm:hidden">Thuế chênh </span>
                  {effect.vatDifference > 0 ? '+' : ''}
                  {formatMoney(effect.vatDifference)}
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Records({ effect: { records, recordCount } }: { effect: Effect }) {
  if (records.length === 0) return null;
  return (
    <span className="mt-0.5 flex flex-wrap gap-x-2 text-small">
      {records.map(({ kind, id, targetId }) => (
        <TextLink
          key={id}
          to={
            kind === 'profile'
              ? paths.amisProfiles(targetId ? { edit: targetId } : {})
              : targetId
                ? paths.bravoSale(targetId)
                : paths.bravoSales()
          }
        >
          {id}
        </TextLink>
      ))}
      {recordCount > records.length ? (
        <span className="text-ink-2">và {formatCount(recordCount - records.length)} nữa</span>
      ) : null}
    </span>
  );
}

import type { OutputOf } from '../../../api/operations.ts';
import { useCall } from '../../../api/query.ts';
import type { Period } from '../../../shared/period.tsx';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { formatCount, formatVnd } from '../../../ui/format/number.ts';
import { formatDay } from '../../../ui/format/time.ts';

type Lateness = OutputOf<'getPeriodPreflight'>['lateness'][number];
type Step = NonNullable<Lateness['lateStep']>;

/**
 * «Đúng ngày»: of each entity the invoices at the wrong time and the sales that can no longer be in time, with the step of
 * the fine. Shown once there is a plan.
 */
export function LatenessCard({ period }: { period: Period }) {
  const { data } = useCall('getPeriodPreflight', { params: { id: period.id } });
  if (!data || data.lateness.length === 0) return null;
  const isPunctual = data.lateness.every(({ late, missing }) => late + missing === 0);
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          Đúng ngày
          <Chip tone={isPunctual ? 'green' : 'amber'} icon>
            {isPunctual ? 'Mọi hóa đơn đúng ngày bán' : 'Có hóa đơn sai thời điểm'}
          </Chip>
        </span>
      }
      flush
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable by keyboard */}
      <section aria-label="Hóa đơn sai thời điểm theo hồ sơ" tabIndex={0} className="overflow-x-auto">
        <table className="w-full min-w-160 border-collapse text-grid">
          <caption className="sr-only">Hóa đơn sai thời điểm theo hồ sơ, lập ngày {formatDay(data.today)}</caption>
          <thead>
            <tr className="border-b border-line text-left text-ink-2">
              <th className="px-3 py-1.5 font-medium">Hồ sơ</th>
              <th className="px-3 py-1.5 text-right font-medium">Lập sai thời điểm</th>
              <th className="px-3 py-1.5 font-medium">Mức khung</th>
              <th className="px-3 py-1.5 text-right font-medium">Chưa lập, quá hạn</th>
              <th className="px-3 py-1.5 font-medium">Mức khung nếu không lập</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {data.lateness.map((one) => (
              <tr key={one.profileId}>
                <th scope="row" className="px-3 py-1.5 text-left font-medium">
                  {one.code}
                </th>
                <td className="px-3 py-1.5 text-right tabular-nums">{formatCount(one.late)}</td>
                <td className="px-3 py-1.5 text-ink-2">{stepText(one.lateStep)}</td>
                <td className="px-3 py-1.5 text-right tabular-nums">{formatCount(one.missing)}</td>
                <td className="px-3 py-1.5 text-ink-2">{stepText(one.missingStep)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="m-0 border-t border-line px-3 py-1.5 text-small text-ink-2">
        Lập ngày {formatDay(data.today)}. Ngày hóa đơn là ngày bán, ký và gửi chậm nhất ngày làm việc kế tiếp; hóa đơn
        trễ mang ngày lập thật. Mức khung để ước lượng, không phải quyết định.
      </p>
    </Card>
  );
}

function stepText(step: Step | null): string {
  if (step === null) return 'Không';
  const range = step.high === 0 ? 'Cảnh cáo' : `${formatVnd(step.low)} – ${formatVnd(step.high)} đ`;
  return step.nextFrom === null ? range : `${range}; từ ${formatCount(step.nextFrom)} sang khung cao hơn`;
}

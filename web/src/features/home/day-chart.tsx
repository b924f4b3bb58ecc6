import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { OutputOf } from '../../api/operations.ts';
import { formatVnd } from '../../ui/format/number.ts';
import { formatDay } from '../../ui/format/time.ts';

type Day = OutputOf<'getPeriodStats'>['byDay'][number];

const NAMES: Readonly<Record<string, string>> = {
  invoiced: 'Lập hóa đơn',
  alreadyInvoiced: 'Đã xuất ở AMIS',
  unallocated: 'Chưa xuất',
  excluded: 'Loại khỏi kỳ',
};
const axis = { stroke: 'var(--line-strong)', tick: { fill: 'var(--ink-3)', fontSize: 12 } };

/** Each day's ledger as one bar of four parts. The same figures stand in the table beside it. */
export function DayChart({ days }: { days: readonly Day[] }) {
  return (
    <div className="h-56" aria-hidden>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={[...days]} stackOffset="sign" margin={{ top: 4, right: 4, bottom: 0, left: 4 }}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="day" tickFormatter={(day: string) => day.slice(8)} {...axis} />
          <YAxis
            tickFormatter={(value: number) => `${Math.round(value / 1e6).toLocaleString('vi-VN')} tr`}
            width={64}
            {...axis}
          />
          <Tooltip
            formatter={(value, name) => [formatVnd(Number(value)), NAMES[String(name)] ?? String(name)]}
            labelFormatter={(day) => formatDay(String(day))}
            contentStyle={{
              background: 'var(--raised)',
              border: '1px solid var(--line)',
              borderRadius: 6,
              fontSize: 13,
              color: 'var(--ink)',
            }}
            cursor={{ fill: 'var(--hover)' }}
          />
          <Bar dataKey="invoiced" stackId="day" fill="var(--accent)" isAnimationActive={false} />
          <Bar
            dataKey="alreadyInvoiced"
            stackId="day"
            fill="var(--accent)"
            fillOpacity={0.45}
            isAnimationActive={false}
          />
          <Bar dataKey="unallocated" stackId="day" fill="var(--amber-line)" isAnimationActive={false} />
          <Bar dataKey="excluded" stackId="day" fill="var(--ink-3)" fillOpacity={0.5} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

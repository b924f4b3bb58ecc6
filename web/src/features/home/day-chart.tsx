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

const PARTS = ['invoiced', 'alreadyInvoiced', 'unallocated', 'excluded'] as const;

/** Round ticks from zero up; a day below zero (returns) only gets the room that it needs. */
function scaleOf(days: readonly Day[]): { bottom: number; ticks: number[] } {
  const stack = (day: Day, sign: 1 | -1) => PARTS.reduce((sum, part) => sum + sign * Math.max(0, sign * day[part]), 0);
  const top = Math.max(1, ...days.map((day) => stack(day, 1)));
  const bottom = Math.min(0, ...days.map((day) => stack(day, -1)));
  const unit = 10 ** Math.floor(Math.log10(top));
  const step = [0.2, 0.25, 0.5, 1, 2].map((part) => part * unit).find((one) => top / one <= 4) ?? unit * 5;
  return { bottom, ticks: Array.from({ length: Math.ceil(top / step) + 1 }, (_, index) => index * step) };
}

/** Each day's ledger as one bar of four parts. The same figures stand in the table beside it. */
export function DayChart({ days }: { days: readonly Day[] }) {
  const { bottom, ticks } = scaleOf(days);
  return (
    <div className="h-40 xl:h-full xl:min-h-40" aria-hidden>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={[...days]} stackOffset="sign" margin={{ top: 4, right: 4, bottom: 0, left: 4 }}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="day"
            tickFormatter={(day: string) => String(Number(day.slice(8)))}
            interval="equidistantPreserveStart"
            tickLine={false}
            {...axis}
          />
          <YAxis
            tickFormatter={(value: number) => `${(value / 1e6).toLocaleString('vi-VN')} tr`}
            width={52}
            domain={[bottom, ticks.at(-1) ?? 0]}
            ticks={ticks}
            tickLine={false}
            axisLine={false}
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
          <Bar dataKey="invoiced" stackId="day" fill="var(--primary)" isAnimationActive={false} />
          <Bar
            dataKey="alreadyInvoiced"
            stackId="day"
            fill="var(--primary)"
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

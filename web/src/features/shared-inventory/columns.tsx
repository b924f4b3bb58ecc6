import { Chip } from '../../ui/chip.tsx';
import { cn } from '../../ui/cn.ts';
import { formatQuantity } from '../../ui/format/number.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import { type Row, STATES } from './terms.ts';

const codes = (records: readonly { code: string }[]): string => records.map(({ code }) => code).join(', ');

/** A difference with its sign: what AMIS has more than Bravo is green, what it lacks red. */
export function Difference({ value }: { value: string | null }) {
  if (value === null) return <span className="text-ink-3">–</span>;
  const sign = value === '0' ? 0 : value.startsWith('-') ? -1 : 1;
  return (
    <span className={cn('tabular', sign > 0 && 'text-accent', sign < 0 && 'text-red-ink', sign === 0 && 'text-ink-3')}>
      {sign > 0 ? '+' : ''}
      {formatQuantity(value)}
    </span>
  );
}

export const columns: GridColumn<Row>[] = [
  {
    id: 'code',
    header: 'Mã',
    kind: 'code',
    value: (row) => (row.amisProducts[0] ?? row.bravoItems[0])?.code,
    sort: true,
    pinned: true,
    opens: true,
    width: 130,
  },
  {
    id: 'name',
    header: 'Tên hàng',
    value: (row) => (row.amisProducts[0] ?? row.bravoItems[0])?.name,
    sort: true,
    width: 260,
    grow: true,
  },
  {
    id: 'state',
    filter: true,
    options: (Object.keys(STATES) as (keyof typeof STATES)[]).map((value) => ({ value, label: STATES[value].name })),
    header: 'Trạng thái',
    value: (row) => STATES[row.state].name,
    cell: (row) => (
      <Chip tone={STATES[row.state].tone} title={STATES[row.state].hint}>
        {STATES[row.state].name}
      </Chip>
    ),
    width: 124,
  },
  { id: 'unit', filter: true, header: 'ĐVT', value: (row) => row.unit, width: 70 },
  {
    id: 'amisQuantity',
    header: 'Tồn AMIS',
    kind: 'quantity',
    value: (row) => row.amisQuantity,
    sort: true,
    width: 105,
  },
  {
    id: 'bravoQuantity',
    header: 'Tồn Bravo',
    kind: 'quantity',
    value: (row) => row.bravoQuantity,
    sort: true,
    width: 105,
  },
  {
    id: 'difference',
    header: 'Chênh lệch',
    kind: 'quantity',
    value: (row) => row.difference,
    cell: (row) => <Difference value={row.difference} />,
    sort: true,
    width: 110,
  },
  {
    id: 'sharedQuantity',
    header: 'Dùng chung',
    kind: 'quantity',
    value: (row) => row.sharedQuantity,
    sort: true,
    width: 110,
  },
  {
    id: 'value',
    header: 'Giá trị chung',
    kind: 'vnd',
    value: (row) => row.value,
    sort: true,
    total: 'value',
    width: 140,
  },
  { id: 'bravoCodes', header: 'Mã Bravo', kind: 'code', value: (row) => codes(row.bravoItems), width: 130 },
  { id: 'amisCodes', header: 'Các mã AMIS', kind: 'code', value: (row) => codes(row.amisProducts), hidden: true },
];

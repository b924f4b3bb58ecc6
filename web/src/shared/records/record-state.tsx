import { inUse } from '@khop/engine/records/in-use.ts';
import type { ListSearch } from '../../search.ts';
import { Chip } from '../../ui/chip.tsx';
import { FilterMultiSelect, FilterSelect, type Option } from '../../ui/fields/select.tsx';
import { formatCount } from '../../ui/format/number.ts';
import type { GridColumn } from '../../ui/grid/types.ts';
import { wordOptions } from './record-words.ts';

export function ActiveChip({ active }: { active: boolean }) {
  return <Chip tone={active ? 'green' : 'grey'}>{inUse.words[`${active}`]}</Chip>;
}

export const activeColumn = <Row extends { isActive: boolean }>(): GridColumn<Row> => ({
  id: 'isActive',
  header: inUse.label,
  value: (row) => inUse.words[`${row.isActive}`],
  cell: (row) => <ActiveChip active={row.isActive} />,
  filter: true,
  options: ACTIVE,
  width: 124,
});

/** The column that says if a row is connected, and with how many records of the other system. */
export const connectedColumn = <Row extends { connectionCount: number }>(header: string): GridColumn<Row> => ({
  id: 'connectionCount',
  header,
  value: (row) => row.connectionCount,
  filter: true,
  filterKind: 'number',
  text: (row) => String(row.connectionCount),
  cell: (row) =>
    row.connectionCount > 0 ? (
      <Chip tone="green">Đã nối {formatCount(row.connectionCount)}</Chip>
    ) : (
      <Chip tone="amber">Chưa nối</Chip>
    ),
  width: 116,
});

/** A filter of a list whose value is kept in the URL under `name`. */
export function ListFilter<Name extends string>({
  search,
  name,
  label,
  options,
  several = false,
}: {
  search: ListSearch<Name>;
  name: Name;
  label: string;
  options: readonly Option<string>[];
  /** Takes more than one value; the list's operation must take them, with commas between. */
  several?: boolean;
}) {
  if (several)
    return (
      <FilterMultiSelect
        label={label}
        values={search.filters[name].split(',').filter(Boolean)}
        onChange={(values) => search.setFilter(name, values.join(','))}
        options={options}
      />
    );
  return (
    <FilterSelect
      label={label}
      value={search.filters[name]}
      onChange={(value) => search.setFilter(name, value)}
      options={options}
    />
  );
}

export const CONNECTED: readonly Option<string>[] = [
  { value: 'true', label: 'Đã nối' },
  { value: 'false', label: 'Chưa nối' },
];

export const ACTIVE: readonly Option<string>[] = wordOptions(inUse);

/** The values of a column, as the service counted them, as choices of a filter. */
export const choices = (
  counted: readonly { value: string; count: number }[] | undefined,
  text: (value: string) => string = (value) => value,
): Option<string>[] =>
  (counted ?? []).map(({ value, count }) => ({ value, label: text(value), count: formatCount(count) }));

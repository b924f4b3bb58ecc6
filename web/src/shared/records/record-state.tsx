import type { ListSearch } from '../../search.ts';
import { Chip } from '../../ui/chip.tsx';
import { FilterMultiSelect, FilterSelect, type Option } from '../../ui/fields/select.tsx';
import { formatCount } from '../../ui/format/number.ts';
import type { GridColumn } from '../../ui/grid/types.ts';

/** Words for "in use" and "not any more", as the system that the records come from says them. */
export type ActiveWords = { on: string; off: string };
export const AMIS_WORDS: ActiveWords = { on: 'Đang dùng', off: 'Ngừng dùng' };
export const BRAVO_WORDS: ActiveWords = { on: 'Đang dùng', off: 'Ngừng dùng' };

export function ActiveChip({ active, words }: { active: boolean; words: ActiveWords }) {
  return <Chip tone={active ? 'green' : 'grey'}>{active ? words.on : words.off}</Chip>;
}

export const activeColumn = <Row extends { isActive: boolean }>(words: ActiveWords): GridColumn<Row> => ({
  id: 'isActive',
  header: 'Trạng thái',
  value: (row) => (row.isActive ? words.on : words.off),
  cell: (row) => <ActiveChip active={row.isActive} words={words} />,
  filter: true,
  options: activeOptions(words),
  width: 124,
});

/** Whether, and with how many records of the other system, a row is connected. */
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

export const activeOptions = ({ on, off }: ActiveWords): Option<string>[] => [
  { value: 'true', label: on },
  { value: 'false', label: off },
];

/** What a column holds, as the service counted it, as choices of a filter. */
export const choices = (
  counted: readonly { value: string; count: number }[] | undefined,
  text: (value: string) => string = (value) => value,
): Option<string>[] =>
  (counted ?? []).map(({ value, count }) => ({ value, label: text(value), count: formatCount(count) }));

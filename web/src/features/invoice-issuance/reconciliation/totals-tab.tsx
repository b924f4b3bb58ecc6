import { useMemo } from 'react';
import { useList } from '../../../api/lists.ts';
import type { ItemOf } from '../../../api/operations.ts';
import { paths } from '../../../paths.ts';
import { useListSearch } from '../../../search.ts';
import type { Period } from '../../../shared/period.tsx';
import { cn } from '../../../ui/cn.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { SearchField } from '../../../ui/fields/text-field.tsx';
import { formatVnd } from '../../../ui/format/number.ts';
import { formatDay } from '../../../ui/format/time.ts';
import { Grid } from '../../../ui/grid/grid.tsx';
import { exportGrid } from '../../../ui/grid/sheet/export-grid.ts';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { AppLink, useGo } from '../../../ui/link.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { PLACE, PLACES, type Place } from './places.ts';

type Row = ItemOf<'listReconciliation'>;
type By = 'partner' | 'item' | 'profile' | 'day';

const BY: Readonly<Record<By, { readonly label: string; readonly key: string; readonly sort: string }>> = {
  partner: { label: 'Khách hàng', key: 'Mã khách', sort: '-ledger' },
  item: { label: 'Mặt hàng', key: 'Mã vật tư', sort: '-ledger' },
  profile: { label: 'Hồ sơ', key: 'Hồ sơ', sort: '-ledger' },
  day: { label: 'Ngày bán', key: 'Ngày bán', sort: 'key' },
};

const isBy = (value: string): value is By => Object.hasOwn(BY, value);

/** The filter of the parts behind a row. */
const partsFilter = (by: By, row: Row): Record<string, string> => {
  if (row.key === '' && by !== 'profile') return { onLedger: 'false' };
  if (by === 'partner') return { partnerCode: row.key };
  if (by === 'item') return { itemCode: row.key };
  return by === 'day' ? { day: row.key } : { profileId: row.key || 'none' };
};

const partsOf = (by: By, row: Row, place?: Place): string =>
  paths.reconciliation({ tab: 'parts', ...partsFilter(by, row), place });

const codeOf = (by: By, row: Row): string => (by === 'day' && row.key !== '' ? formatDay(row.key) : row.code);

function columnsOf(by: By): GridColumn<Row>[] {
  return [
    {
      id: 'key',
      header: BY[by].key,
      kind: 'code',
      value: (row) => codeOf(by, row),
      sort: true,
      // A day is shown otherwise than the service has it.
      filter: by === 'day' ? false : 'key',
      pinned: true,
      opens: true,
      // Room for «(chưa thuộc hồ sơ nào)».
      width: by === 'profile' ? 184 : 130,
    },
    ...(by === 'day'
      ? []
      : [{ id: 'name', header: 'Tên', value: (row: Row) => row.name, sort: true, grow: true, width: 220 }]),
    {
      id: 'ledger',
      header: 'Sổ Bravo',
      kind: 'vnd',
      value: (row) => row.ledger,
      sort: true,
      total: 'ledger',
      width: 124,
    },
    ...PLACES.map(
      (place): GridColumn<Row> => ({
        id: place,
        header: PLACE[place].label,
        kind: 'vnd',
        value: (row) => row[place],
        cell: (row) =>
          row[place] === 0 ? (
            <span className="text-ink-3">0</span>
          ) : (
            <AppLink
              to={partsOf(by, row, place)}
              tabIndex={-1}
              aria-label={`${PLACE[place].label} của ${codeOf(by, row)}: ${formatVnd(row[place])} đồng`}
              className={cn('hover:underline', row[place] < 0 ? 'text-red-ink' : 'text-ink')}
            >
              {formatVnd(row[place])}
            </AppLink>
          ),
        sort: true,
        total: place,
        width: 124,
      }),
    ),
  ];
}

/** Ledger = the places it went to, per partner, item, profile or day; every figure leads to its parts. */
export function TotalsTab({ period }: { period: Period }) {
  const go = useGo();
  const search = useListSearch(['by'], { filters: { by: 'partner' } });
  const by = isBy(search.filters.by) ? search.filters.by : 'partner';
  const columns = useMemo(() => columnsOf(by), [by]);
  const asked = { ...search, sort: search.sort ?? BY[by].sort, filters: { by } };
  const source = useList('listReconciliation', { params: { id: period.id }, search: asked, totals: true });
  return (
    <Grid
      key={by}
      id={`reconciliation-${by}`}
      label={`Đối chiếu theo ${BY[by].label.toLowerCase()}`}
      columns={columns}
      rowKey={(row) => row.key}
      source={source}
      sort={asked.sort}
      onSort={search.setSort}
      filtered={search.q !== ''}
      onOpen={(row) => go(partsOf(by, row))}
      href={(row) => partsOf(by, row)}
      onExport={(view) =>
        exportGrid(view, columns, source, `doi-chieu-theo-${by}`, `Theo ${BY[by].label.toLowerCase()}`)
      }
      filters={
        <>
          <Select
            label="Đối chiếu theo"
            hideLabel
            value={by}
            onChange={(value) => search.setFilters({ by: value })}
            options={(Object.keys(BY) as By[]).map((value) => ({
              value,
              label: `Theo ${BY[value].label.toLowerCase()}`,
            }))}
          />
          <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm mã, tên" />
        </>
      }
      empty={<EmptyState title="Kỳ chưa có dòng bán hàng nào." hint="Nạp sổ bán hàng Bravo ở trang Tổng quan." />}
    />
  );
}

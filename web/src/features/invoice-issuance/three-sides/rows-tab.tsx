import { useState } from 'react';
import { useList } from '../../../api/lists.ts';
import { useListSearch } from '../../../search.ts';
import { ListGrid } from '../../../shared/list-grid.tsx';
import { type Period, profileOptions } from '../../../shared/period.tsx';
import { ListFilter } from '../../../shared/records/record-state.tsx';
import { Button } from '../../../ui/button.tsx';
import { SearchField } from '../../../ui/fields/text-field.tsx';
import type { BulkContext } from '../../../ui/grid/grid-props.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { columns } from './columns.tsx';
import { ExplainDialog } from './explain-dialog.tsx';
import { RowDrawer } from './row-drawer.tsx';
import {
  AGE_OPTIONS,
  EXPLAINED_OPTIONS,
  isOpen,
  KIND_OPTIONS,
  type Row,
  STATE_OPTIONS,
  TRADE_OPTIONS,
} from './words.ts';

/** Every invoice as the three sides have it; what differs is explained one by one or many at once. */
export function RowsTab({ period }: { period: Period }) {
  const search = useListSearch(['state', 'kind', 'trade', 'profileId', 'age', 'explained'], { sort: '-atStake' });
  const source = useList('listThreeSides', { params: { id: period.id }, search, totals: true });
  const [open, setOpen] = useState<Row>();
  const [explained, setExplained] = useState<{ rows: readonly Row[]; clear: () => void }>();
  const chosen = async ({ resolve, clear }: BulkContext): Promise<void> => {
    const keys = new Set(await resolve());
    const rows: Row[] = [];
    for await (const some of source.all()) rows.push(...some.filter((row) => keys.has(row.id) && isOpen(row)));
    setExplained({ rows, clear });
  };
  return (
    <>
      <ListGrid
        search={search}
        id="three-sides"
        label="Từng hóa đơn theo ba bên"
        columns={columns}
        rowKey={(row) => row.id}
        source={source}
        onOpen={setOpen}
        file="doi-chieu-ba-ben"
        filters={
          <>
            <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm số, chứng từ, tên, MST" />
            <ListFilter several search={search} name="state" label="Trạng thái" options={STATE_OPTIONS} />
            <ListFilter several search={search} name="kind" label="Khác nhau" options={KIND_OPTIONS} />
            <ListFilter search={search} name="explained" label="Giải thích" options={EXPLAINED_OPTIONS} />
            <ListFilter search={search} name="trade" label="Chiều" options={TRADE_OPTIONS} />
            <ListFilter search={search} name="profileId" label="Hồ sơ" options={profileOptions(period)} />
            <ListFilter several search={search} name="age" label="Tuổi" options={AGE_OPTIONS} />
          </>
        }
        bulk={(context) => (
          <Button size="sm" variant="primary" onClick={() => void chosen(context)}>
            Giải thích…
          </Button>
        )}
        empty={<EmptyState title="Không có hóa đơn, chứng từ hay lần giao nào trong kỳ." />}
      />
      {open ? (
        <RowDrawer
          key={open.id}
          period={period}
          row={open}
          onClose={() => setOpen(undefined)}
          onExplain={() => setExplained({ rows: [open], clear: () => setOpen(undefined) })}
        />
      ) : null}
      {explained ? (
        <ExplainDialog
          period={period}
          rows={explained.rows}
          onClose={() => setExplained(undefined)}
          onDone={explained.clear}
        />
      ) : null}
    </>
  );
}

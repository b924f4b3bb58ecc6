import { Unplug } from 'lucide-react';
import { ApiError } from '../../../api/errors.ts';
import { useList } from '../../../api/lists.ts';
import { useCall } from '../../../api/query.ts';
import { paths } from '../../../paths.ts';
import { useListSearch } from '../../../search.ts';
import { ListGrid } from '../../../shared/list-grid.tsx';
import { strings } from '../../../strings.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { DateRangeFilter } from '../../../ui/fields/date-range.tsx';
import { SearchField } from '../../../ui/fields/text-field.tsx';
import { today } from '../../../ui/format/time.ts';
import { AppLink } from '../../../ui/link.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { lineColumns } from './columns.ts';

const isUnavailable = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'BRAVO_UNAVAILABLE';

/** Without Bravo its book cannot be seen, but sales can be given all the same. */
const Unavailable = ({ error, onRetry }: { error: ApiError; onRetry: () => void }) => (
  <div role="alert">
    <EmptyState
      icon={<Unplug aria-hidden />}
      title="Chưa xem được sổ của Bravo."
      hint={error.message}
      action={
        <>
          <Button onClick={onRetry}>{strings.common.retry}</Button>
          <AppLink to={paths.salesLines()} className={buttonClass('primary')}>
            Đưa bán hàng bằng tệp
          </AppLink>
        </>
      }
    />
  </div>
);

/** Bravo's book as it is at this moment, for the days asked for (the current period's at first); nothing is stored. */
export function LiveTab() {
  const current = useCall('getCurrentPeriod', {});
  if (current.isPending) return null;
  const period = current.data;
  return <Lines fromDate={period?.fromDate ?? today()} toDate={period?.toDate ?? today()} />;
}

function Lines({ fromDate, toDate }: { fromDate: string; toDate: string }) {
  const search = useListSearch(['fromDate', 'toDate'], { sort: 'docDate', filters: { fromDate, toDate } });
  const source = useList('retrieveSalesLedgers', { search, totals: true });
  return (
    <ListGrid
      search={search}
      id="live-sales"
      label="Sổ bán hàng ở Bravo"
      columns={lineColumns}
      rowKey={(row) => row.sourceKey}
      source={source}
      file="so-ban-hang-bravo"
      sheet="Sổ bán hàng Bravo"
      filters={
        <>
          <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm chứng từ, khách, vật tư" />
          <DateRangeFilter
            label="Ngày bán"
            value={{ from: search.filters.fromDate || null, to: search.filters.toDate || null }}
            onChange={({ from, to }) => search.setFilters({ fromDate: from, toDate: to })}
          />
        </>
      }
      failed={isUnavailable(source.error) ? <Unavailable error={source.error} onRetry={source.retry} /> : undefined}
      empty={<EmptyState title="Bravo không có dòng bán hàng nào trong khoảng ngày này." />}
    />
  );
}

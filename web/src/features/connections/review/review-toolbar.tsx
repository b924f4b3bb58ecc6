import { SlidersHorizontal } from 'lucide-react';
import { ListFilter } from '../../../shared/records/record-state.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { FilterSelect, Select } from '../../../ui/fields/select.tsx';
import { SearchField } from '../../../ui/fields/text-field.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import type { Kind } from '../kinds.ts';
import { BANDS, ORDERS, type Order, ownFilter, STATES, type useReviewFilters } from './filters.ts';

type Filters = ReturnType<typeof useReviewFilters> & { readonly kind: Kind };

/** Search, filters and order of the review in one row; on a phone all but the search lie behind a button. */
export function ReviewToolbar(filters: Filters) {
  const { search } = filters;
  const set = Object.values(search.filters).filter(Boolean).length;
  return (
    <div className="flex items-center gap-2 border-b border-line px-3 py-2 sm:flex-wrap sm:px-4">
      <SearchField
        className="max-sm:min-w-0 max-sm:grow"
        value={search.q}
        onChange={search.setQ}
        placeholder="Tìm mã, tên hai bên…"
      />
      <div className="hidden items-center gap-2 sm:flex sm:flex-wrap">
        <Narrowing {...filters} />
      </div>
      <Popover
        label="Bộ lọc và thứ tự"
        align="end"
        className="flex w-72 flex-col items-start gap-3"
        trigger={
          <Button icon={<SlidersHorizontal aria-hidden />} className="shrink-0 sm:hidden">
            {set > 0 ? `Bộ lọc (${set})` : 'Bộ lọc'}
          </Button>
        }
      >
        <Narrowing {...filters} />
        {search.filtered ? <Button onClick={search.clear}>Xóa bộ lọc</Button> : null}
      </Popover>
    </div>
  );
}

function Narrowing({ kind, search, query }: Filters) {
  const own = ownFilter(kind);
  return (
    <>
      <ListFilter
        search={search}
        name="band"
        label="Điểm"
        options={BANDS.map(({ value, label }) => ({ value, label }))}
      />
      <ListFilter search={search} name="state" label="Trạng thái" options={STATES} />
      <FilterSelect
        label={own.label}
        value={search.filters[own.name]}
        onChange={(value) => search.setFilter(own.name, value)}
        options={own.options}
      />
      <Select<Order>
        label="Thứ tự"
        hideLabel
        className="w-44"
        value={query.sort}
        onChange={search.setSort}
        options={ORDERS}
      />
      {query.status === 'pending' ? (
        <Checkbox
          label="Cả cặp kém hơn"
          checked={search.filters.all === 'true'}
          onChange={(checked) => search.setFilter('all', checked ? 'true' : undefined)}
        />
      ) : null}
    </>
  );
}

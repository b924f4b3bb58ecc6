import { useState } from 'react';
import { useList } from '../../../api/lists.ts';
import { useListSearch } from '../../../search.ts';
import { ListGrid } from '../../../shared/list-grid.tsx';
import { type Period, profileOptions } from '../../../shared/period.tsx';
import { ListFilter } from '../../../shared/records/record-state.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { FilterSelect } from '../../../ui/fields/select.tsx';
import { SearchField } from '../../../ui/fields/text-field.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import type { BulkContext } from '../../../ui/grid/grid-props.ts';
import type { GridColumn } from '../../../ui/grid/types.ts';
import { toast } from '../../../ui/overlays/toast.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { customerColumn, dateColumn, profileColumn, saleColumns, voucherColumn } from './entry-columns.ts';
import { onlyLines } from './only-lines.ts';
import { ReviewDrawer } from './review-drawer.tsx';
import { type Decision, type Review, reviewKey, type Said, useDecide } from './use-decide.ts';

const candidatesText = ({ candidates }: Review): string => candidates.map((one) => one.document).join(', ');

const columns: GridColumn<Review>[] = [
  voucherColumn,
  profileColumn,
  dateColumn,
  customerColumn,
  ...saleColumns,
  { id: 'why', filter: true, header: 'Vì sao chờ', value: (row) => row.why, grow: true, width: 240 },
  { id: 'candidates', header: 'Có thể là', value: candidatesText, width: 190 },
  {
    id: 'decision',
    header: 'Quyết định',
    value: ({ decision }) => (decision ? (decision.line ?? 'Không phải') : 'Chờ'),
    cell: ({ decision }) =>
      decision ? (
        <Chip tone={decision.line === null ? 'grey' : 'green'}>
          {decision.line === null
            ? 'Không phải dòng nào'
            : decision.otherLines.length > 0
              ? `Gộp ${decision.otherLines.length + 1} dòng Bravo`
              : 'Là dòng Bravo'}
        </Chip>
      ) : (
        <Chip tone="amber">Chờ quyết định</Chip>
      ),
    width: 140,
  },
  {
    id: 'row',
    header: 'Dòng trong tệp',
    value: (row) => (row.rowNumber === null ? '' : `${row.fileName}, dòng ${row.rowNumber}`),
    width: 170,
    hidden: true,
  },
];

/** AMIS entries that may be sales of the period: what a person decides is remembered over every later upload and plan. */
export function ReviewsTab({ period }: { period: Period }) {
  const search = useListSearch(['decided', 'profileId'], { sort: '-amount' });
  const source = useList('listReviews', { params: { id: period.id }, search, totals: true });
  const { decide, undo, done } = useDecide(period);
  const [open, setOpen] = useState<Review>();
  const closed = period.status === 'closed';

  /** Decides, and goes on to the entry after it. */
  const decideOpen = (review: Review, said: Said, note: string) => {
    const at = Array.from({ length: source.total }, (_, index) => source.rowAt(index)).findIndex(
      (row) => row && reviewKey(row) === reviewKey(review),
    );
    const next = source.rowAt(at + 1) ?? source.rowAt(at - 1);
    decide.mutate({ decisions: [{ review, ...said }], note }, { onSuccess: () => setOpen(next) });
  };
  const chosenReviews = async ({ resolve }: BulkContext): Promise<Review[]> => {
    const keys = new Set(await resolve());
    const chosen: Review[] = [];
    for await (const rows of source.all()) chosen.push(...rows.filter((row) => keys.has(reviewKey(row))));
    return chosen;
  };
  const decideChosen = async (context: BulkContext, choose: (chosen: readonly Review[]) => readonly Decision[]) => {
    const chosen = await chosenReviews(context);
    const decisions = choose(chosen);
    if (decisions.length < chosen.length)
      toast.warning(
        `${formatCount(chosen.length - decisions.length)} dòng có nhiều dòng Bravo cùng khớp, hoặc trùng dòng Bravo với dòng khác: mở từng dòng để chọn.`,
      );
    if (decisions.length > 0) decide.mutate({ decisions }, { onSuccess: context.clear });
  };
  return (
    <>
      <ListGrid
        search={search}
        id="amis-reviews"
        label="Dòng sổ AMIS chờ quyết định"
        columns={columns}
        rowKey={reviewKey}
        source={source}
        onOpen={setOpen}
        file="so-amis-cho-quyet-dinh"
        {...(!closed && {
          bulk: (context: BulkContext) =>
            search.filters.decided === 'true' ? (
              <Button
                size="sm"
                busy={undo.isPending}
                onClick={() =>
                  void chosenReviews(context).then((chosen) => undo.mutate(chosen, { onSuccess: context.clear }))
                }
              >
                Bỏ quyết định
              </Button>
            ) : (
              <>
                {decide.isPending && done > 0 ? (
                  <span role="status">Đã quyết định {formatCount(done)} dòng…</span>
                ) : null}
                <Button size="sm" busy={decide.isPending} onClick={() => void decideChosen(context, onlyLines)}>
                  Nhận dòng Bravo duy nhất
                </Button>
                <Button
                  size="sm"
                  busy={decide.isPending}
                  onClick={() =>
                    void decideChosen(context, (chosen) => chosen.map((review) => ({ review, line: null })))
                  }
                >
                  Không phải dòng nào
                </Button>
              </>
            ),
        })}
        filters={
          <>
            <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm chứng từ, khách, hàng" />
            <FilterSelect
              label="Quyết định"
              allLabel="Đang chờ"
              value={search.filters.decided === 'true' ? 'true' : ''}
              onChange={(value) => search.setFilter('decided', value)}
              options={[{ value: 'true', label: 'Đã quyết định' }]}
            />
            <ListFilter several search={search} name="profileId" label="Hồ sơ" options={profileOptions(period)} />
          </>
        }
        empty={
          <EmptyState
            title="Không có dòng nào chờ quyết định."
            hint="Khi sổ bán hàng AMIS có dòng có thể là bán hàng của kỳ mà máy không chắc, dòng đó chờ ở đây sau khi sinh hóa đơn."
          />
        }
      />
      {open ? (
        <ReviewDrawer
          key={reviewKey(open)}
          review={open}
          closed={closed}
          busy={decide.isPending || undo.isPending}
          onClose={() => setOpen(undefined)}
          onDecide={(said, note) => decideOpen(open, said, note)}
          onUndo={() => undo.mutate([open], { onSuccess: () => setOpen(undefined) })}
        />
      ) : null}
    </>
  );
}

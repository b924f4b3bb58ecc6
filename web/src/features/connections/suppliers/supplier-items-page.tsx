import { CheckCheck, CircleCheckBig, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { errorMessage } from '../../../api/errors.ts';
import { useCall } from '../../../api/query.ts';
import { useRunAction } from '../../../api/run-action.tsx';
import { isFinished } from '../../../api/runs.ts';
import { Page } from '../../../page/page.tsx';
import { paths } from '../../../paths.ts';
import { useListSearch } from '../../../search.ts';
import { useProfileId } from '../../../shared/profile-id.ts';
import { ListFilter } from '../../../shared/records/record-state.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { SearchField } from '../../../ui/fields/text-field.tsx';
import { formatCount, formatMoney } from '../../../ui/format/number.ts';
import { AppLink } from '../../../ui/link.tsx';
import { RunProgress } from '../../../ui/run-progress.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { TheirText } from '../../../ui/their-text.tsx';
import { AcceptSureDialog } from './accept-sure-dialog.tsx';
import { ItemDesk } from './item-desk.tsx';
import { idOf, type SupplierItem } from './supplier-item.ts';
import { useDecisions } from './use-decisions.ts';

const STATES = [
  { value: 'unconnected', label: 'Chưa nối' },
  { value: 'connected', label: 'Đã nối' },
  { value: 'not_stock', label: 'Không phải hàng tồn kho' },
];
const SHOWN = 200;

/** Goods under the names of their suppliers, and which AMIS product each is: the most money first, one after the other by keyboard. */
export function SupplierItemsPage() {
  const profileId = useProfileId();
  const search = useListSearch(['state'], { filters: { state: 'unconnected' } });
  const state = search.filters.state;
  const items = useCall(
    'listSupplierItems',
    { query: { profileId, state, ...(search.q && { q: search.q }), limit: SHOWN, totals: true } },
    { keepPrevious: true },
  );
  const [at, setAt] = useState(0);
  const [acceptingAll, setAcceptingAll] = useState(false);
  const decisions = useDecisions(profileId);
  const suggest = useRunAction(() => call('suggestSupplierItems', { body: { profileId } }), {
    invalidates: ['listSupplierItems'],
  });
  const list = items.data?.items ?? [];
  // A decided item leaves the list: the next one takes its place.
  const shown = Math.min(at, Math.max(0, list.length - 1));
  const item = list[shown];
  const unconnected = state === 'unconnected';
  const suggestButton = (
    <Button icon={<Sparkles aria-hidden />} busy={suggest.busy} onClick={() => void suggest.start()}>
      Tìm gợi ý
    </Button>
  );
  return (
    <Page
      title="Hàng nhà cung cấp"
      kind="list"
      description={
        <span role="status" className="tabular">
          {items.data ? summary(items.data) : ''}
        </span>
      }
      actions={
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<CheckCheck aria-hidden />}
            title="Shift+A"
            disabled={!unconnected || !item}
            onClick={() => setAcceptingAll(true)}
          >
            Nối hàng loạt
          </Button>
          {suggestButton}
        </div>
      }
    >
      <div className="flex flex-wrap items-center gap-2 px-3 py-2 sm:px-4">
        <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm tên, mã, nhà cung cấp" />
        <ListFilter search={search} name="state" label="Tình trạng" options={STATES} />
      </div>
      {suggest.run && !isFinished(suggest.run.status) ? (
        <div className="max-w-2xl px-3 pb-2 sm:px-4">
          <RunProgress run={suggest.run} name="Tìm gợi ý" />
        </div>
      ) : null}
      {items.isError && !items.data ? (
        <ErrorState message={errorMessage(items.error)} onRetry={() => void items.refetch()} />
      ) : !items.data ? (
        <SkeletonLines lines={8} />
      ) : item ? (
        <div className="flex min-h-0 grow border-t border-line">
          <aside
            aria-label="Danh sách mặt hàng"
            className="hidden w-72 shrink-0 overflow-y-auto border-r border-line lg:block"
          >
            <ItemList items={list} shown={shown} onShow={setAt} />
          </aside>
          <ItemDesk
            key={idOf(item)}
            item={item}
            profileId={profileId}
            decisions={decisions}
            paused={acceptingAll}
            onMove={(by) => setAt(Math.min(list.length - 1, Math.max(0, shown + by)))}
            onAcceptAll={() => setAcceptingAll(unconnected)}
          />
        </div>
      ) : (
        <EmptyState
          icon={<CircleCheckBig aria-hidden />}
          title={unconnected && search.q === '' ? 'Không còn mặt hàng nào chờ nối.' : 'Không có mặt hàng nào khớp.'}
          hint="Mặt hàng ở đây lấy từ hóa đơn mua vào ở Kho hóa đơn. Nối một lần thì dùng cho mọi hóa đơn sau của nhà cung cấp ấy."
          action={
            <AppLink to={paths.expectedLots(profileId)} className={buttonClass()}>
              Xem hàng đang về
            </AppLink>
          }
        />
      )}
      {acceptingAll ? (
        <AcceptSureDialog
          onAccept={(minScore) => decisions.acceptAll.mutate(minScore)}
          onClose={() => setAcceptingAll(false)}
        />
      ) : null}
    </Page>
  );
}

function summary({
  total,
  totals,
  items,
}: {
  total: number;
  totals?: Record<string, number | string>;
  items: readonly unknown[];
}) {
  const more = total > items.length ? `, đang xem ${formatCount(items.length)} mặt hàng nhiều tiền nhất` : '';
  return `${formatCount(total)} mặt hàng, ${formatMoney(Number(totals?.value ?? 0))}${more}`;
}

function ItemList({
  items,
  shown,
  onShow,
}: {
  items: readonly SupplierItem[];
  shown: number;
  onShow: (at: number) => void;
}) {
  return (
    <ol className="m-0 list-none p-0">
      {items.map((item, index) => (
        <li
          key={idOf(item)}
          className={cn('border-b border-line', index === shown ? 'bg-tint text-tint-ink' : 'hover:bg-hover')}
        >
          <button
            type="button"
            aria-current={index === shown ? 'true' : undefined}
            onClick={() => onShow(index)}
            className="flex w-full flex-col gap-0.5 px-3 py-1.5 text-left"
          >
            <span className="w-full truncate text-grid">
              <TheirText>{item.name}</TheirText>
            </span>
            <span className={cn('tabular flex w-full gap-2 text-small', index === shown ? '' : 'text-ink-2')}>
              <span className="min-w-0 truncate">
                <TheirText>{item.supplierName}</TheirText>
              </span>
              <span className="ml-auto shrink-0">{formatMoney(item.value)}</span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

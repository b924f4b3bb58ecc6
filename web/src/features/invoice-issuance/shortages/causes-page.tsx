import { useCall } from '../../../api/query.ts';
import { paths } from '../../../paths.ts';
import { useListSearch } from '../../../search.ts';
import { type Period, profileOptions } from '../../../shared/period.tsx';
import { PeriodPage } from '../../../shared/period-page.tsx';
import { ListFilter } from '../../../shared/records/record-state.tsx';
import { useFreshChecks } from '../../../shared/use-fresh-checks.ts';
import { Chip } from '../../../ui/chip.tsx';
import { SearchField } from '../../../ui/fields/text-field.tsx';
import { formatCount, formatQuantity } from '../../../ui/format/number.ts';
import { formatDay } from '../../../ui/format/time.ts';
import { TextLink } from '../../../ui/link.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '../../../ui/states.tsx';
import { CAUSES, type Cause, foundIn, KINDS, type Lack } from './causes.ts';
import { NeedsButton } from './shortage-groups.tsx';

const MOST_SHOWN = 200;

/** The reasons for which goods lack: each product that was sold without stock or is negative in AMIS, with what the books show. */
export function CausesPage() {
  return (
    <PeriodPage title="Vì sao thiếu" emptyHint="Mở một kỳ, nạp sổ bán hàng và tồn kho, rồi sinh hóa đơn.">
      {(period) => <Causes key={period.id} period={period} />}
    </PeriodPage>
  );
}

function Causes({ period }: { period: Period }) {
  useFreshChecks(period.id);
  const search = useListSearch(['kind', 'cause', 'profileId']);
  const causes = useCall('getStockCauses', { params: { id: period.id } });
  if (!causes.data)
    return causes.isError ? (
      <ErrorState message={causes.error.message} onRetry={() => void causes.refetch()} />
    ) : (
      <SkeletonLines lines={8} />
    );
  const found = foundIn(causes.data.lacks, { q: search.q, ...search.filters });
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="flex flex-wrap items-center gap-2 px-3 py-2 sm:px-4">
        <SearchField value={search.q} onChange={search.setQ} placeholder="Tìm mã, tên hàng" />
        <ListFilter search={search} name="kind" label="Thiếu hay âm" options={KINDS} />
        <ListFilter search={search} name="cause" label="Lý do" options={CAUSES} />
        <ListFilter search={search} name="profileId" label="Hồ sơ" options={profileOptions(period)} />
        <NeedsButton period={period} />
        <span role="status" className="tabular text-grid text-ink-2">
          {formatCount(found.length)} mã hàng
          {found.length > MOST_SHOWN ? `, đang xem ${formatCount(MOST_SHOWN)}; tải Excel để xem hết` : ''}
        </span>
      </div>
      {found.length === 0 ? (
        <EmptyState
          title={causes.data.lacks.length === 0 ? 'Kỳ này không thiếu hàng nào.' : 'Không có mã hàng nào khớp.'}
        />
      ) : (
        <ol
          aria-label="Mã hàng thiếu"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable by keyboard
          tabIndex={0}
          className="m-0 min-h-0 grow list-none overflow-y-auto border-t border-line p-0 focus-visible:-outline-offset-2"
        >
          {found.slice(0, MOST_SHOWN).map((lack) => (
            <Item key={`${lack.kind} ${lack.profileCode} ${lack.product} ${lack.warehouse}`} lack={lack} />
          ))}
        </ol>
      )}
    </div>
  );
}

function Item({ lack }: { lack: Lack }) {
  const amount = `${formatQuantity(lack.quantity)} ${lack.unit}`.trim();
  return (
    <li className="border-b border-line px-3 py-2 sm:px-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <TextLink
          to={paths.products(lack.profileId, { q: lack.product })}
        >{`${lack.profileCode} · ${lack.product}`}</TextLink>
        <span className="min-w-0">{lack.name}</span>
        <span className="tabular text-grid text-ink-2">
          {lack.kind === 'negative'
            ? `kho ${lack.warehouse} âm ${amount}`
            : `thiếu ${amount}, bán từ ${formatDay(lack.day)}`}
        </span>
      </div>
      <ul className="m-0 mt-1 flex list-none flex-col gap-1 p-0 text-grid">
        {lack.causes.map((cause) => (
          <li key={cause.text} className="flex flex-wrap items-baseline gap-x-2">
            <Chip tone={cause.code === 'NOTHING_FOUND' ? 'grey' : 'amber'}>{cause.name}</Chip>
            <span className="min-w-0 wrap-anywhere">{cause.text}</span>
            <Follow lack={lack} cause={cause} />
          </li>
        ))}
      </ul>
    </li>
  );
}

/** The place where a cause is looked at and mended. */
function Follow({ lack, cause }: { lack: Lack; cause: Cause }) {
  const [document = ''] = cause.documents;
  switch (cause.code) {
    case 'NOT_BOOKED':
      return <TextLink to={paths.taxInvoice(document)}>Xem hóa đơn</TextLink>;
    case 'WRONG_FACTOR':
      return <TextLink to={paths.productConnections(lack.profileId, { q: lack.product })}>Xem hệ số</TextLink>;
    default:
      return null;
  }
}

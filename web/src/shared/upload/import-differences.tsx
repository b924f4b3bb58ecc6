import type { ImportDifference, ImportReport } from '@khop/contract/runs.ts';
import { FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { download } from '../../api/files.ts';
import { useAction, useCall } from '../../api/query.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/fields/text-field.tsx';
import { formatCount, formatDecimal } from '../../ui/format/number.ts';
import { formatDay } from '../../ui/format/time.ts';
import { TextLink } from '../../ui/link.tsx';
import { ErrorState, SkeletonLines } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';

type Kind = ImportDifference['kind'];
type Told = ImportReport & Required<Pick<ImportReport, 'runId' | 'differences'>>;

const SHOWN_ROWS = 100;
/** The most that one page of the list has; the workbook has more. */
const MOST_ROWS = 500;

const NAMES: Readonly<Record<Kind, string>> = {
  changed: 'Thay đổi',
  removed: 'Bị bỏ',
  created: 'Mới',
  missing: 'Không có trong tệp',
};

const NOTES: Readonly<Partial<Record<Kind, string>>> = {
  removed: 'Có ở lần nạp trước, tệp này không còn.',
  missing: 'Đang có ở Khớp mà tệp không nhắc tới (hoặc dòng của nó bị từ chối): vẫn được giữ nguyên.',
};

/** The changes of a file, record by record and cell by cell: before it is taken in, and after. */
export function ImportDifferencesView({ report, onLeave }: { report: ImportReport; onLeave?: () => void }) {
  const { runId, differences } = report;
  if (runId === undefined || differences === undefined) return null;
  return <Differences report={{ ...report, runId, differences }} onLeave={onLeave} />;
}

type Leaving = { onLeave: (() => void) | undefined };

function Differences({ report, onLeave }: { report: Told } & Leaving) {
  const { changed, removed, missing } = report.differences;
  const counts: Readonly<Record<Kind, number>> = { changed, removed, created: report.created, missing };
  const kinds = (['changed', 'removed', 'created', 'missing'] as const).filter((kind) => counts[kind] > 0);
  const [chosen, setChosen] = useState<string>();
  const workbook = useAction(() => download('getRunDifferencesWorkbook', { params: { id: report.runId } }));
  const [first] = kinds;
  if (first === undefined) return null;
  return (
    <section aria-label="Tệp đổi những gì" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="m-0 grow text-grid font-semibold">
          {report.dryRun ? 'Tệp sẽ đổi những gì' : 'Tệp đã đổi những gì'}
        </h3>
        <Button
          size="sm"
          icon={<FileSpreadsheet aria-hidden />}
          busy={workbook.isPending}
          onClick={() => workbook.mutate()}
        >
          Tải bảng thay đổi
        </Button>
      </div>
      <div className="rounded-md border border-line">
        <Tabs
          label="Loại thay đổi"
          value={chosen ?? first}
          onChange={setChosen}
          items={kinds.map((kind) => ({
            value: kind,
            label: NAMES[kind],
            count: formatCount(counts[kind]),
            panel: <KindPanel key={kind} kind={kind} report={report} count={counts[kind]} onLeave={onLeave} />,
          }))}
        />
      </div>
    </section>
  );
}

function KindPanel({ kind, report, count, onLeave }: { kind: Kind; report: Told; count: number } & Leaving) {
  const [q, setQ] = useState('');
  const [limit, setLimit] = useState(SHOWN_ROWS);
  const list = useCall(
    'listRunDifferences',
    { params: { id: report.runId }, query: { kind, limit, ...(q && { q }) } },
    { keepPrevious: true },
  );
  const rows = list.data?.items ?? [];
  const columns = report.differences.columns.map(({ label, rows: many }) => `${label} ${formatCount(many)}`);
  return (
    <div className="flex flex-col gap-2 p-3">
      {NOTES[kind] ? <p className="m-0 text-small text-ink-2">{NOTES[kind]}</p> : null}
      {kind === 'missing' && report.layout === 'bravo-sales' ? (
        // Only these records are sales: of a document that Bravo has cancelled an invoice would be made.
        <p className="m-0 text-small">
          <TextLink to={paths.salesLines({ notInFileOf: report.runId })} onClick={onLeave}>
            Xem và bỏ các dòng ấy ở «Dòng bán hàng»
          </TextLink>
        </p>
      ) : null}
      {kind === 'changed' && columns.length > 0 ? (
        <p className="m-0 text-small text-ink-2">Số bản ghi đổi ở từng cột: {columns.join(' · ')}</p>
      ) : null}
      {count > 10 ? <SearchField value={q} onChange={setQ} label="Tìm bản ghi" placeholder="Tìm mã, tên…" /> : null}
      {list.isError && !list.data ? (
        <ErrorState message={list.error.message} onRetry={() => void list.refetch()} />
      ) : list.data ? (
        <Rows kind={kind} rows={rows} />
      ) : (
        <SkeletonLines lines={3} />
      )}
      {list.data && rows.length < list.data.total && limit < MOST_ROWS ? (
        <div>
          <Button size="sm" busy={list.isFetching} onClick={() => setLimit(MOST_ROWS)}>
            Xem thêm
          </Button>
        </div>
      ) : null}
      {list.data && q === '' && rows.length < count ? (
        <p className="m-0 text-small text-ink-3">
          Hiện {formatCount(rows.length)} trong {formatCount(count)} bản ghi
          {list.data.total < count
            ? `; bảng tải về có ${formatCount(list.data.total)} bản ghi đầu.`
            : '; bảng tải về có đủ.'}
        </p>
      ) : null}
    </div>
  );
}

const cell = 'border-t border-line px-2 py-1 text-left align-top';
const head = 'bg-head px-2 py-1 text-left text-small font-medium text-ink-2';

function Rows({ kind, rows }: { kind: Kind; rows: readonly ImportDifference[] }) {
  if (rows.length === 0) return <p className="m-0 text-grid text-ink-3">Không có bản ghi nào như vậy.</p>;
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable by keyboard
      tabIndex={0}
      aria-label={NAMES[kind]}
      className="max-h-72 overflow-auto rounded-md border border-line"
    >
      <table className="w-full border-collapse text-grid">
        <thead className="sticky top-0">
          <tr>
            <th className={head}>Mã</th>
            <th className={`${head} max-sm:hidden`}>Tên</th>
            {kind === 'changed' ? <th className={head}>Ô thay đổi</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a document may have two lines of one product
            <tr key={`${row.code}-${row.title}-${index}`}>
              <td className={`${cell} break-words sm:whitespace-nowrap`}>
                {row.code}
                {/* On a phone the cells need the room. */}
                <span className="block text-ink-2 sm:hidden">{row.title}</span>
              </td>
              <td className={`${cell} min-w-40 break-words max-sm:hidden`}>{row.title}</td>
              {kind === 'changed' ? (
                <td className={`${cell} min-w-44`}>
                  <Cells cells={row.cells} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const shown = (kind: ImportDifference['cells'][number]['kind'], value: string): string => {
  if (value === '') return '(trống)';
  if (kind === 'number') return formatDecimal(value);
  return kind === 'day' ? formatDay(value) : value;
};

function Cells({ cells }: Pick<ImportDifference, 'cells'>) {
  return (
    <ul className="m-0 list-none p-0">
      {cells.map(({ label, kind, before, after }) => (
        <li key={label} className="break-words">
          <span className="text-ink-2">{label}:</span> <del className="tabular text-ink-3">{shown(kind, before)}</del> →{' '}
          <ins className="tabular font-medium no-underline">{shown(kind, after)}</ins>
        </li>
      ))}
    </ul>
  );
}

import type { ImportReport } from '@khop/contract/runs.ts';
import { FileDown } from 'lucide-react';
import { download } from '../../api/files.ts';
import { useAction } from '../../api/query.ts';
import { Button } from '../../ui/button.tsx';
import { Stat } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { formatCount, formatDecimal } from '../../ui/format/number.ts';
import { formatDay } from '../../ui/format/time.ts';
import { figureCell, ScrolledTable, tableCell } from '../../ui/scrolled-table.tsx';
import { Banner } from '../../ui/states.tsx';
import { ImportDifferencesView } from './import-differences.tsx';
import { UndoImport } from './undo-import.tsx';

const SHOWN_ROWS = 100;

/**
 * The outcome of an uploaded file: figures, control totals, warnings, rejected rows and the error workbook. A file that
 * was taken in before is read once more with `onAgain`, where the file is still at hand; `onLeave` is called when a link leads away.
 */
export function ImportReportView({
  report,
  onAgain,
  onLeave,
}: {
  report: ImportReport;
  onAgain?: (() => void) | undefined;
  onLeave?: () => void;
}) {
  const errors = useAction(() => download('getImportErrors', { params: { id: report.importId! } }));
  const range = [report.fromDate, report.toDate].map(formatDay).filter(Boolean).join(' – ');
  return (
    <div className="flex flex-col gap-4">
      {report.dryRun ? <Banner>Chỉ kiểm tra: chưa có dữ liệu nào được ghi.</Banner> : null}
      {report.sameFile ? (
        <Banner action={onAgain ? <Button onClick={onAgain}>Đọc lại tệp này</Button> : null}>
          Tệp này đã được tải lên trước đây, nên không có gì thay đổi.
          {onAgain ? ' Lần trước đọc sai thì đọc lại tệp: dữ liệu theo lần đọc mới.' : null}
        </Banner>
      ) : null}
      <p className="m-0 text-grid break-words text-ink-2">
        {[report.fileName, report.sheet && `trang tính «${report.sheet}»`, range].filter(Boolean).join(' · ')}
      </p>
      {report.mappedBy ? (
        <Banner>
          {report.mappedBy.id === null
            ? 'Tệp được đọc theo các cột đã chọn bằng tay.'
            : `Tệp được đọc theo cách đọc đã ghi nhớ «${report.mappedBy.name}».`}
        </Banner>
      ) : null}
      <div className="grid grid-cols-3 gap-3 sm:grid-cols-5">
        <Stat label="Dòng đã đọc" value={formatCount(report.read)} />
        <Stat label="Mới" value={formatCount(report.created)} tone={report.created > 0 ? 'green' : undefined} />
        <Stat label="Thay đổi" value={formatCount(report.changed)} />
        <Stat label="Giữ nguyên" value={formatCount(report.unchanged)} />
        <Stat label="Bị từ chối" value={formatCount(report.rejected)} tone={report.rejected > 0 ? 'red' : undefined} />
      </div>
      <ControlTotals report={report} />
      <RejectedRows report={report} />
      {report.rejected > 0 && report.importId ? (
        <div>
          <Button icon={<FileDown aria-hidden />} busy={errors.isPending} onClick={() => errors.mutate()}>
            Tải tệp lỗi
          </Button>
          <p className="m-0 mt-1 text-small text-ink-3">Tệp gốc kèm cột «Lỗi»: sửa ngay trên đó rồi tải lên lại.</p>
        </div>
      ) : null}
      <Warnings report={report} />
      {report.sameFile ? null : <ImportDifferencesView report={report} {...(onLeave && { onLeave })} />}
      {report.importId && !report.sameFile ? <UndoImport importId={report.importId} /> : null}
    </div>
  );
}

/** Few warnings are read at once; many stay behind their number. */
const OPEN_WARNINGS = 3;
const SHOWN_WARNINGS = 200;

function Warnings({ report: { warnings } }: { report: ImportReport }) {
  if (warnings.length === 0) return null;
  return (
    <Banner tone="warning">
      <details open={warnings.length <= OPEN_WARNINGS}>
        <summary className="cursor-pointer font-medium">
          {formatCount(warnings.length)} cảnh báo, các dòng này vẫn được nhận
        </summary>
        <ul className="m-0 mt-1 max-h-48 list-none overflow-y-auto p-0">
          {warnings.slice(0, SHOWN_WARNINGS).map((warning) => (
            <li key={`${warning.code}-${warning.row ?? ''}-${warning.message}`}>{warning.message}</li>
          ))}
          {warnings.length > SHOWN_WARNINGS ? (
            <li>… và {formatCount(warnings.length - SHOWN_WARNINGS)} cảnh báo khác</li>
          ) : null}
        </ul>
      </details>
    </Banner>
  );
}

const head = 'bg-head px-2 py-1 text-left text-small font-medium text-ink-2';

function ControlTotals({ report }: { report: ImportReport }) {
  if (report.controlTotals.length === 0) return null;
  return (
    <section>
      <h3 className="m-0 mb-1 text-grid font-semibold">Số kiểm soát</h3>
      <div className="overflow-x-auto rounded-md border border-line">
        <table className="w-full border-collapse text-grid">
          <thead>
            <tr>
              <th className={head}>Chỉ tiêu</th>
              <th className={`${head} text-right`}>Dòng tổng của tệp</th>
              <th className={`${head} text-right`}>Đã đọc</th>
              <th className={head}>Kết quả</th>
            </tr>
          </thead>
          <tbody>
            {report.controlTotals.map((total) => (
              <tr key={total.field}>
                <td className={tableCell}>{total.label}</td>
                <td className={`${tableCell} tabular text-right whitespace-nowrap`}>{formatDecimal(total.file)}</td>
                <td className={`${tableCell} tabular text-right whitespace-nowrap`}>{formatDecimal(total.read)}</td>
                <td className={tableCell}>
                  <Chip tone={total.agrees ? 'green' : 'amber'} icon>
                    {total.agrees ? 'Khớp' : 'Lệch'}
                  </Chip>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function RejectedRows({ report }: { report: ImportReport }) {
  const rows = report.rejectedRows.slice(0, SHOWN_ROWS);
  if (rows.length === 0) return null;
  return (
    <section>
      <ScrolledTable
        title="Dòng bị từ chối"
        heads={[{ name: 'Dòng', isFigure: true }, 'Cột', 'Giá trị', 'Lý do']}
        height="max-h-64"
      >
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two cells of one row may be refused alike
          <tr key={`${row.row}-${row.column}-${index}`}>
            <td className={figureCell}>{formatCount(row.row)}</td>
            <td className={tableCell}>{row.column || '–'}</td>
            <td className={`${tableCell} max-w-48 break-words`}>{row.value || '–'}</td>
            <td className={tableCell}>{row.message}</td>
          </tr>
        ))}
      </ScrolledTable>
      {report.rejected > rows.length ? (
        <p className="m-0 mt-1 text-small text-ink-3">Hiện {formatCount(rows.length)} ô đầu; tệp lỗi có đủ.</p>
      ) : null}
    </section>
  );
}

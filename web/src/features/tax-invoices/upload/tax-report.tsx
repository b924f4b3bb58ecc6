import type { TaxUploadReport } from '@khop/contract/tax-invoices/resources.ts';
import { Stat } from '../../../ui/card.tsx';
import { formatCount } from '../../../ui/format/number.ts';
import { ScrolledTable, tableCell } from '../../../ui/scrolled-table.tsx';
import { Banner } from '../../../ui/states.tsx';
import { TheirText } from '../../../ui/their-text.tsx';
import { ListOutcomes } from './list-outcomes.tsx';
import { ignoredSentence, isUnchanged, sidesSentence } from './report-words.ts';

/** The outcome of an upload: what came in, what was there before, and every file that was refused with its reason. */
export function TaxReport({ report }: { report: TaxUploadReport }) {
  const { files, created, known, versions, refused } = report;
  const ignored = ignoredSentence(report);
  const lists = report.lists ?? [];
  if (files + refused === 0 && ignored === undefined && lists.length > 0) return <ListOutcomes lists={lists} />;
  return (
    <div className="flex flex-col gap-4">
      {isUnchanged(report) ? <Banner>Mọi hóa đơn trong tệp đã có ở kho, nên không có gì thay đổi.</Banner> : null}
      <p className="m-0 text-grid text-ink-2">
        <TheirText>{report.fileName}</TheirText>
      </p>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        <Stat label="Tệp XML đã xem" value={formatCount(files)} />
        <Stat label="Hóa đơn mới" value={formatCount(created)} tone={created > 0 ? 'green' : undefined} />
        <Stat label="Đã có" value={formatCount(known)} />
        <Stat label="Bản khác" value={formatCount(versions)} tone={versions > 0 ? 'amber' : undefined} />
        <Stat label="Bị từ chối" value={formatCount(refused)} tone={refused > 0 ? 'red' : undefined} />
      </div>
      <ul className="m-0 list-none space-y-1 p-0 text-grid empty:hidden">
        {created + versions > 0 ? <li>{sidesSentence(report)}</li> : null}
        {versions > 0 ? (
          <li>
            {formatCount(versions)} hóa đơn đã có ở kho dưới một tệp khác nội dung: Khớp giữ cả hai bản, bản có chữ ký
            toàn vẹn được dùng.
          </li>
        ) : null}
        {ignored ? <li>{ignored}</li> : null}
      </ul>
      <RefusedFiles report={report} />
      <ListOutcomes lists={lists} />
    </div>
  );
}

function RefusedFiles({ report: { refused, refusedFiles } }: { report: TaxUploadReport }) {
  if (refusedFiles.length === 0) return null;
  return (
    <section>
      <ScrolledTable title="Tệp bị từ chối" heads={['Tệp', 'Lý do']}>
        {refusedFiles.map(({ name, code, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two invoices of one file may be refused alike
          <tr key={`${name}-${code}-${index}`}>
            <td className={`${tableCell} w-2/5 min-w-32`}>
              <TheirText>{name}</TheirText>
            </td>
            <td className={`${tableCell} min-w-48`}>
              <TheirText>{message}</TheirText>
            </td>
          </tr>
        ))}
      </ScrolledTable>
      {refused > refusedFiles.length ? (
        <p className="m-0 mt-1 text-small text-ink-3">
          Hiện {formatCount(refusedFiles.length)} tệp đầu trong {formatCount(refused)} tệp bị từ chối.
        </p>
      ) : null}
    </section>
  );
}

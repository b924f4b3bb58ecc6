import type { TaxListReport } from '@khop/contract/tax-invoices/resources.ts';
import { formatCount } from '../../../ui/format/number.ts';
import { formatDay } from '../../../ui/format/time.ts';
import { Banner } from '../../../ui/states.tsx';
import { TheirText } from '../../../ui/their-text.tsx';
import { CHANNEL, SIDE } from '../words.ts';
import { listSentence } from './report-words.ts';

/** The lists that came in: whose, for which days, what they changed, and each row that was refused with its reason. */
export function ListOutcomes({ lists }: { lists: readonly TaxListReport[] }) {
  return lists.map((list, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: one list may be sent twice under two names
    <ListOutcome key={`${list.listId}-${index}`} list={list} />
  ));
}

function ListOutcome({ list }: { list: TaxListReport }) {
  return (
    <section aria-label={`Danh sách ${list.fileName}`} className="flex flex-col gap-2 text-grid">
      <h3 className="m-0 text-grid font-semibold">
        Danh sách {SIDE[list.side].toLowerCase()} của {list.profileCode}, {formatDay(list.fromDate)} –{' '}
        {formatDay(list.toDate)}
      </h3>
      <p className="m-0 text-ink-2">
        <TheirText>{list.fileName}</TheirText> · {list.channels.map((one) => CHANNEL[one]).join(', ')}
      </p>
      <p className="m-0">{listSentence(list)}</p>
      {list.rejected > 0 ? <RejectedRows list={list} /> : null}
    </section>
  );
}

function RejectedRows({ list: { rejected, rejectedRows } }: { list: TaxListReport }) {
  return (
    <>
      <Banner tone="warning">
        {formatCount(rejected)} dòng bị từ chối, nên danh sách chưa đủ: mỗi dòng ấy có thể là một hóa đơn. Hãy tải lại
        danh sách nguyên bản từ cổng thuế, hay sửa các dòng dưới đây rồi nạp lại.
      </Banner>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area must be reachable by keyboard
        tabIndex={0}
        aria-label="Dòng bị từ chối"
        className="m-0 max-h-56 list-none space-y-1 overflow-y-auto rounded-md border border-line px-3 py-2"
      >
        {rejectedRows.map(({ row, message }) => (
          <li key={row}>
            <TheirText>{message}</TheirText>
          </li>
        ))}
        {rejected > rejectedRows.length ? <li>… và {formatCount(rejected - rejectedRows.length)} dòng nữa</li> : null}
      </ul>
    </>
  );
}

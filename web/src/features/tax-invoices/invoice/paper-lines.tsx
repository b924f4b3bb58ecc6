import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { formatCount, formatDecimal, formatQuantity } from '../../../ui/format/number.ts';
import { plainText } from '../../../ui/format/plain-text.ts';
import { TheirText } from '../../../ui/their-text.tsx';
import { usePrinting } from '../../../ui/use-printing.ts';
import { LINE_KIND } from '../words.ts';
import type { TaxInvoice } from './tax-invoice.ts';

type Line = TaxInvoice['lines'][number];

/** The lines drawn at first: most invoices have fewer, the longest 10,000. */
const SHOWN_LINES = 200;

const head = 'px-2 py-1 font-medium whitespace-nowrap text-ink-2';
const cell = 'px-2 py-1 align-top';
const figure = `${cell} tabular text-right whitespace-nowrap`;

/** The lines of an invoice, in its order. */
export function PaperLines({ lines }: { lines: readonly Line[] }) {
  const [isWhole, setWhole] = useState(false);
  // Paper cannot be pressed for the rest.
  const isPrinting = usePrinting();
  const shown = isWhole || isPrinting ? lines : lines.slice(0, SHOWN_LINES);
  const hasDiscount = lines.some(({ discount }) => discount !== null && Number(discount) !== 0);
  if (lines.length === 0) return <p className="m-0 text-grid text-ink-2">Hóa đơn không có dòng hàng nào.</p>;
  return (
    <div>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached by keyboard
        tabIndex={0}
        aria-label="Hàng hóa, dịch vụ"
        className="overflow-x-auto rounded-md border border-line print:overflow-visible"
      >
        <table className="w-full border-collapse text-grid">
          <thead>
            <tr className="bg-head text-left text-small">
              <th className={head}>STT</th>
              <th className={head}>Tên hàng hóa, dịch vụ</th>
              <th className={head}>ĐVT</th>
              <th className={`${head} text-right`}>Số lượng</th>
              <th className={`${head} text-right`}>Đơn giá</th>
              {hasDiscount ? <th className={`${head} text-right`}>Chiết khấu</th> : null}
              <th className={`${head} text-right`}>Thành tiền</th>
              <th className={`${head} text-right`}>Thuế suất</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((line) => (
              <LineRow key={line.at} line={line} hasDiscount={hasDiscount} />
            ))}
          </tbody>
        </table>
      </section>
      {shown.length < lines.length ? (
        <div className="mt-2 flex flex-wrap items-center gap-2 text-small text-ink-3">
          <span>
            Hiện {formatCount(shown.length)} trong {formatCount(lines.length)} dòng.
          </span>
          <Button size="sm" onClick={() => setWhole(true)}>
            Hiện tất cả {formatCount(lines.length)} dòng
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function LineRow({ line, hasDiscount }: { line: Line; hasDiscount: boolean }) {
  const kind = LINE_KIND[line.kind];
  return (
    <tr className="break-inside-avoid border-t border-line">
      <td className={`${cell} tabular text-ink-2`}>{line.at}</td>
      <td className={`${cell} min-w-56`}>
        <TheirText>{line.name}</TheirText>
        {kind ? (
          <span className="ml-1.5 inline-flex align-text-bottom">
            <Chip tone={line.kind === 'unknown' ? 'amber' : 'grey'}>{kind}</Chip>
          </span>
        ) : null}
        {line.code ? (
          <span className="block text-small text-ink-3">
            Mã <TheirText>{line.code}</TheirText>
          </span>
        ) : null}
      </td>
      <td className={cell}>
        <TheirText>{line.unit}</TheirText>
      </td>
      <td className={figure}>{formatQuantity(line.quantity)}</td>
      <td className={figure}>{formatDecimal(line.unitPrice)}</td>
      {hasDiscount ? <td className={figure}>{formatDecimal(line.discount)}</td> : null}
      <td className={figure}>{formatDecimal(line.amount)}</td>
      <td className={figure}>{plainText(line.rate)}</td>
    </tr>
  );
}

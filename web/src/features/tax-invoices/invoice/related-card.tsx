import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { plainText } from '../../../ui/format/plain-text.ts';
import { formatDay } from '../../../ui/format/time.ts';
import { TextLink } from '../../../ui/link.tsx';
import { TheirText } from '../../../ui/their-text.tsx';
import { symbolOf } from '../words.ts';
import { relatedWords } from './related-words.ts';
import type { TaxInvoice } from './tax-invoice.ts';

type Related = TaxInvoice['related'][number];

/** True for a relation of which the thread of the fate does not say all: it has a note, a list on paper, or names no kind. */
const saysMore = ({ relation, note, list, number }: Related): boolean =>
  relation === 'unknown' || note !== '' || list !== '' || number === '';

/** The invoices that this one names or is named by, with what its fate does not say of them; a link where the other one is here. */
export function RelatedCard({ invoice }: { invoice: Pick<TaxInvoice, 'related' | 'fate'> }) {
  const related = invoice.fate === null ? invoice.related : invoice.related.filter(saysMore);
  if (related.length === 0) return null;
  return (
    <Card title="Hóa đơn liên quan">
      <ul className="m-0 list-none space-y-2 p-0 text-grid">
        {related.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an invoice may name another one twice
          <li key={`${one.id ?? ''}-${index}`}>
            <span className="text-ink-2">{relatedWords(one)} </span>
            <Name related={one} />
            {one.date ? `, ngày ${formatDay(one.date)}` : null}
            {one.id === null && one.list === '' ? <span className="text-ink-3"> (kho chưa có hóa đơn này)</span> : null}
            {one.note ? (
              <span className="block text-ink-2">
                Ghi chú: <TheirText>{one.note}</TheirText>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Name({ related: { id, form, symbol, number, list } }: { related: Related }) {
  if (list !== '')
    return (
      <>
        các hóa đơn ở bảng kê số <TheirText>{list}</TheirText> (bảng kê là giấy riêng, không có trong tệp)
      </>
    );
  const name =
    [symbolOf({ form, symbol }).trim(), number && `số ${plainText(number)}`].filter(Boolean).join(' ') ||
    'hóa đơn không ghi số';
  return id === null ? (
    <TheirText>{name}</TheirText>
  ) : (
    <TextLink to={paths.taxInvoice(id)} className="underline">
      {name}
    </TextLink>
  );
}

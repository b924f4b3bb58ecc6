import { normaliseTaxCode } from '../tax-code.ts';
import { childrenOf, textOf, type XmlElement } from './element.ts';
import type { Findings } from './findings.ts';
import { invoiceKeyOf, seriesOf } from './identity.ts';
import type { RelatedInvoice, RelationKind } from './tax-invoice.ts';
import { readTaxDay } from './values/dates.ts';

/** TCHDon; 3 and 4 are written since 07/2026 for many invoices at once. */
const RELATIONS: Readonly<Record<string, RelationKind>> = {
  '1': 'replaces',
  '2': 'adjusts',
  '3': 'replaces',
  '4': 'adjusts',
};

/** All TTHDLQuan of TTChung, also where a builder made a list of them. */
export function readRelated(
  common: XmlElement | undefined,
  sellerTaxCode: string,
  findings: Findings,
): RelatedInvoice[] {
  return childrenOf(common, 'TTHDLQuan')
    .flatMap((one) => {
      const inner = one.children.filter(({ name }) => name === 'TTHDLQuan' || name === 'HDLQuan');
      return inner.length > 0 ? inner : [one];
    })
    .filter(({ children }) => children.some(saysSomething))
    .map((one) => readOne(one, sellerTaxCode, findings));
}

/** Some builders write an empty TTHDLQuan into every invoice, with 0 for the kind: no other invoice is meant. */
const saysSomething = ({ name, text }: XmlElement): boolean =>
  text.trim() !== '' && !((name === 'TCHDon' || name === 'LHDCLQuan') && /^0+$/.test(text.trim()));

function readOne(one: XmlElement, sellerTaxCode: string, findings: Findings): RelatedInvoice {
  const text = (name: string): string | null => textOf(one, name);
  const day = (name: string) => {
    const written = text(name);
    return written === null ? null : (readTaxDay(written)?.day ?? null);
  };
  const [form, symbol, number] = [text('KHMSHDCLQuan'), text('KHHDCLQuan'), text('SHDCLQuan')];
  const relation = RELATIONS[text('TCHDon')?.replace(/^0+(?=\d)/, '') ?? ''] ?? 'unknown';
  const listNumber = text('SBKCLQuan');
  const series = seriesOf(form, symbol);
  const plainNumber = /^0*([1-9]\d{0,19})$/.exec(number ?? '')?.[1];
  if (relation === 'unknown' || ((series === undefined || plainNumber === undefined) && listNumber === null))
    findings.add('RELATED_UNCLEAR', relatedSentence(relation, [form, symbol, number]));
  const ofSeller = text('MSTCLQuan');
  const identity =
    series !== undefined && plainNumber !== undefined
      ? {
          sellerTaxCode: ofSeller === null ? sellerTaxCode : normaliseTaxCode(ofSeller),
          ...series,
          number: plainNumber,
        }
      : undefined;
  return {
    relation,
    invoiceKind: text('LHDCLQuan'),
    form: identity?.form ?? form,
    symbol: identity?.symbol ?? symbol,
    number: identity?.number ?? number,
    date: day('NLHDCLQuan'),
    key: identity ? invoiceKeyOf(identity) : null,
    list: listNumber === null ? null : { number: listNumber, date: day('NBKCLQuan') },
    note: text('GChu'),
  };
}

const relatedSentence = (relation: RelationKind, names: readonly (string | null)[]): string =>
  relation === 'unknown'
    ? 'Hóa đơn nhắc đến hóa đơn khác mà không ghi là thay thế hay điều chỉnh. Hãy hỏi người bán.'
    : `Hóa đơn bị thay thế hoặc điều chỉnh ghi không đủ mẫu số, ký hiệu, số («${names.map((name) => name ?? '–').join(' · ')}»). Hãy tìm hóa đơn ấy và nối bằng tay.`;

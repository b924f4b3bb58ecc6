import { documentKeys, type SalesLine } from '../../bravo/sales-line.ts';
import type { Eligibility } from '../ledger/eligibility.ts';
import type { OpenLedger } from '../ledger/open-lines.ts';
import type { Drawing } from '../stock/draw.ts';
import type { IssuancePlan } from '../types.ts';
import type { UnplacedGoods } from './services.ts';

/** Goods without an invoice of this plan, of the documents that have discounts: these share their fate. */
export function unplacedGoods(
  unserved: Drawing['unserved'],
  { eligible, refused }: Eligibility,
  already: IssuancePlan['alreadyInvoiced'],
  open: OpenLedger,
): UnplacedGoods[] {
  const why = 'chiết khấu đi theo hàng của chứng từ, mà hàng chưa xuất được';
  const discounts = eligible.filter((one) => one.open.line.kind === 'discount');
  const documents = new Set(discounts.map(({ document }) => document));
  // Most lines are of none of these documents, and need no key.
  const numbers = new Set(discounts.map(({ open: { line } }) => line.docNo));
  const isGoods = ({ kind, docNo }: SalesLine): boolean => kind === 'goods' && numbers.has(docNo);
  const goods: UnplacedGoods[] = [];
  const documentOf = documentKeys();
  for (const { eligible: own, amount, reason } of unserved) {
    const {
      document,
      open: { line },
    } = own;
    if (documents.has(document)) goods.push({ document, ...saleOf(line), amount, reason, why });
  }
  for (const {
    open: { line, amount },
    reason,
  } of refused) {
    if (!isGoods(line)) continue;
    const document = documentOf(line);
    if (documents.has(document)) goods.push({ document, ...saleOf(line), amount, reason, why });
  }
  for (const part of already) {
    const line = open.lineOf(part.line)!;
    if (!isGoods(line)) continue;
    const document = documentOf(line);
    if (!documents.has(document)) continue;
    goods.push({
      document,
      ...saleOf(line),
      amount: part.amount,
      reason: 'NEEDS_REVIEW',
      why: `hàng đã xuất hóa đơn ngoài Khớp (chứng từ «${part.voucherNumber}»), chưa rõ đã ghi chiết khấu này chưa`,
    });
  }
  return goods;
}

const saleOf = ({ docDate: day, partnerCode: partner, vatRate: rate }: SalesLine) => ({ day, partner, rate });

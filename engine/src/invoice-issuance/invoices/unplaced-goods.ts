import { documentKeyOf } from '../../bravo/sales-line.ts';
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
  const goods: UnplacedGoods[] = [];
  const add = (one: UnplacedGoods) => documents.has(one.document) && goods.push(one);
  for (const { eligible: own, amount, reason } of unserved) {
    add({ document: own.document, rate: own.open.line.vatRate, amount, reason, why });
  }
  for (const one of refused) {
    if (one.open.line.kind !== 'goods') continue;
    const { line, amount } = one.open;
    add({ document: documentKeyOf(line), rate: line.vatRate, amount, reason: one.reason, why });
  }
  for (const part of already) {
    const line = open.lineOf(part.line)!;
    if (line.kind !== 'goods') continue;
    add({
      document: documentKeyOf(line),
      rate: line.vatRate,
      amount: part.amount,
      reason: 'NEEDS_REVIEW',
      why: `hàng đã xuất hóa đơn ngoài Khớp (chứng từ «${part.voucherNumber}»), chưa rõ đã ghi chiết khấu này chưa`,
    });
  }
  return goods;
}

import type { PlacedPart } from '../ledger/placed-part.ts';
import type { InvoiceRules } from '../rules/invoice-rules.ts';
import { lawfulDayOf } from '../rules/lawful-day.ts';
import { isReducible, reductionOn, reductionTermOf } from '../rules/vat.ts';
import type { Warning } from '../types.ts';

/**
 * Products on the plan's invoices that AMIS has stopped (their stock is still real), goods without a unit, which an
 * invoice must state (decree 123/2020, article 10), and flags of the reduction of VAT that leave a question (law.md, V3).
 * Each product once.
 */
export function productWarnings(parts: readonly PlacedPart[], rules: InvoiceRules): Warning[] {
  const warnings = new Map<string, Warning>();
  for (const part of parts) {
    const { product, profile, open } = part;
    const { kind } = open.line;
    const warn = (code: string, message: string) => {
      const key = `${code}\u0000${profile}\u0000${product.code}`;
      if (!warnings.has(key))
        warnings.set(key, { code, message, profile, about: [{ kind: 'product', id: product.code, profile }] });
    };
    if (product.isActive === false)
      warn(
        'PRODUCT_INACTIVE',
        `Mã «${product.code}» của «${profile}» đã ngừng dùng ở AMIS nhưng còn được nối và xuất.`,
      );
    if (product.unit.trim() === '' && (kind === 'goods' || kind === 'free'))
      warn(
        'PRODUCT_WITHOUT_UNIT',
        `Mã «${product.code}» của «${profile}» không có đơn vị tính ở AMIS nên hóa đơn thiếu ĐVT.`,
      );
    if (isTakenAtStandard(part, rules))
      warn(
        'VAT_REDUCTION_UNKNOWN',
        `Mã «${product.code}» của «${profile}» chưa xác định có được giảm thuế, sổ không ghi thuế suất: hóa đơn lấy ${product.vatRate} %.`,
      );
    if (product.vatReduction === 'reduced' && !isReducible(product, rules))
      warn(
        'VAT_REDUCTION_UNFIT',
        `Mã «${product.code}» của «${profile}» ghi «Có giảm thuế» nhưng có thuế suất ${product.vatRate}, mức không được giảm.`,
      );
  }
  return [...warnings.values()];
}

/** True for goods without a stated rate where it could be the reduced one: never 8 % by itself, so a person is asked. */
function isTakenAtStandard({ product, open: { line }, vatRate }: PlacedPart, rules: InvoiceRules): boolean {
  if (line.vatRate !== undefined || vatRate !== undefined || product.vatRate === undefined) return false;
  const { supplyDay } = lawfulDayOf(line, rules);
  return (
    reductionTermOf(product, supplyDay) === 'unknown' && reductionOn(supplyDay, rules)?.standardRate === product.vatRate
  );
}

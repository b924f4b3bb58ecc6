import type { PlacedPart } from '../ledger/placed-part.ts';
import type { Warning } from '../types.ts';

/**
 * Products on the plan's invoices that AMIS has stopped (their stock is still real), or goods without a unit, which an
 * invoice must state (decree 123/2020, article 10). Each product once.
 */
export function productWarnings(parts: readonly PlacedPart[]): Warning[] {
  const warnings = new Map<string, Warning>();
  for (const { product, profile, open } of parts) {
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
  }
  return [...warnings.values()];
}

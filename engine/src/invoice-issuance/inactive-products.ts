import type { PlacedPart } from './placed-part.ts';
import type { Warning } from './types.ts';

/** Products that AMIS marks as no longer in use and that invoices of the plan carry, each once: its stock is still real. */
export function inactiveProductWarnings(parts: readonly PlacedPart[]): Warning[] {
  const warnings = new Map<string, Warning>();
  for (const { product, profile } of parts) {
    const key = `${profile}\u0000${product.code}`;
    if (product.isActive !== false || warnings.has(key)) continue;
    const message = `Mã «${product.code}» của «${profile}» đã ngừng sử dụng ở AMIS nhưng còn được nối và xuất.`;
    warnings.set(key, { code: 'PRODUCT_INACTIVE', message, profile });
  }
  return [...warnings.values()];
}

import { formatFactor } from '@khop/engine/quantity.ts';
import { sellerOf } from './deal.ts';
import { type TaxWorld, tellingsOf } from './plan.ts';

/** An item of a supplier's invoices, and the product that it really is. */
export type SupplierItem = {
  readonly profileCode: string;
  readonly supplierTaxCode: string;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly amisCode: string;
  /** AMIS units per unit of the supplier: "12" or "1/24". */
  readonly factor: string;
};

/** Every item of every supplier, once for each profile that buys it. A unit that is no unit of the goods has no factor and is left out. */
export function* supplierItems(world: TaxWorld): Generator<SupplierItem> {
  for (const [profile, { code: profileCode }] of world.company.period.profiles.entries()) {
    const seen = new Set<string>();
    for (const { invoices } of tellingsOf(world, profile, 'purchase'))
      for (const { facts } of invoices.flatMap(({ files }) => files)) {
        const supplierTaxCode = sellerOf(facts).taxCode;
        for (const { code, name, unit, product, ownUnit, factor } of facts.lines) {
          const key = `${supplierTaxCode}|${code}|${unit}`;
          if (seen.has(key) || ownUnit !== product.unit) continue;
          seen.add(key);
          yield {
            profileCode,
            supplierTaxCode,
            code,
            name,
            unit,
            amisCode: product.code,
            factor: formatFactor(factor),
          };
        }
      }
  }
}

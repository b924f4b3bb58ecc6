import { formatFactor } from '@khop/engine/quantity.ts';
import type { AmisPartner, AmisProduct, SampleProfile } from '../model.ts';
import { randomOf } from '../random.ts';

export type ProductPair = {
  readonly profileCode: string;
  readonly amisCode: string;
  readonly bravoCode: string;
  readonly factor: string;
};
export type PartnerPair = { readonly profileCode: string; readonly amisCode: string; readonly bravoCode: string };

/** The share of true pairs, in thousandths, that are not connected yet: work for the suggestions. */
export const unconnectedPerMille = 80;

/** The pairs of AMIS product and Bravo item: all of the truth. A promotional twin is the same goods. */
export function trueProductPairs(
  profiles: readonly SampleProfile[],
  products: readonly (readonly AmisProduct[])[],
): ProductPair[] {
  return products.flatMap((list, profile) =>
    list
      .filter(({ good }) => good.inBravo)
      .map(({ code, good, factor }) => ({
        profileCode: profiles[profile]!.code,
        amisCode: code,
        bravoCode: good.bravoCode,
        factor: formatFactor(factor),
      })),
  );
}

/** The pairs of AMIS customer and Bravo partner, second entries ("… - NEW") included. */
export function truePartnerPairs(
  profiles: readonly SampleProfile[],
  customers: readonly (readonly AmisPartner[])[],
): PartnerPair[] {
  return customers.flatMap((list, profile) =>
    list.flatMap(({ code, partner }) =>
      partner ? [{ profileCode: profiles[profile]!.code, amisCode: code, bravoCode: partner.bravoCode }] : [],
    ),
  );
}

/** The connected part of the truth: a share is left out at random. */
export function connectedPart<T>(seed: number, label: string, pairs: readonly T[]): T[] {
  const random = randomOf(seed, `connections-${label}`);
  return pairs.filter(() => !random.chance(unconnectedPerMille));
}

import type { Trade } from '@khop/engine/three-sides/types.ts';
import type { Company } from '../company.ts';
import type { AmisProduct } from '../model.ts';
import { randomOf } from '../random.ts';
import { inventTaxCode } from '../words/tax-codes.ts';
import type { Deal } from './deal.ts';
import { dealMaker, supplierWrites, TRADES, vouchersOf } from './deals.ts';
import { PLANTINGS } from './plants.ts';
import { ownHand } from './seller-hand.ts';
import { agreed, type Ground, type Told } from './telling.ts';

/** A difference is planted in every second deal of a small company, in one of twenty of a large one. */
const LEAST_APART = 2;
const MOST_APART = 20;
/** Of each kind so many, where there are deals enough. */
const OF_EACH = 6;

type Chosen = { readonly planting: (typeof PLANTINGS)[number]; readonly ground: Ground };

/** The deals in which something is planted; all others agree on every side. */
export type TaxWorld = {
  readonly company: Company;
  readonly chosen: ReadonlyMap<string, Chosen>;
};

const placeOf = (profile: number, trade: Trade, voucher: string): string => `${profile}|${trade}|${voucher}`;

/** Chooses by one walk over the vouchers, in turn, so that every kind occurs; no invoice bears two. */
export function makeTaxWorld(company: Company): TaxWorld {
  const random = randomOf(company.options.seed, 'tax-world');
  const chosen = new Map<string, Chosen>();
  for (const trade of TRADES) {
    const waiting = PLANTINGS.filter(({ trades }) => trades.includes(trade));
    const apart = apartOf(company, trade, waiting.length);
    let seen = 0;
    for (const deal of dealsOf(company, trade)) {
      seen += 1;
      if (seen % apart !== 0) continue;
      const ground = groundOf(company, deal, chosen.size, inventTaxCode(random));
      const at = waiting.findIndex(({ fits }) => fits === undefined || fits(deal, ground));
      const [planting] = at < 0 ? [] : waiting.splice(at, 1);
      if (planting === undefined) continue;
      waiting.push(planting);
      chosen.set(placeOf(deal.profile, trade, deal.voucher.number), { planting, ground });
    }
  }
  return { company, chosen };
}

/**
 * The deals that may bear a difference: purchases of suppliers whose tax code the profile knows, since nothing else would say whose a
 * number is, and sales of what Bravo delivered.
 */
function* dealsOf(company: Company, trade: Trade): Generator<Deal> {
  for (const profile of company.period.profiles.keys()) {
    const dealOf = dealMaker(company, profile);
    for (const voucher of vouchersOf(company, profile, trade)) {
      const deal = dealOf(voucher);
      if (deal !== undefined && (trade === 'sale' ? deal.document !== undefined : deal.listedTaxCode !== null))
        yield deal;
    }
  }
}

function apartOf(company: Company, trade: Trade, kinds: number): number {
  let count = 0;
  for (const _ of dealsOf(company, trade)) count += 1;
  return Math.max(LEAST_APART, Math.min(MOST_APART, Math.floor(count / (kinds * OF_EACH))));
}

function groundOf(company: Company, { profile, lines, voucher }: Deal, at: number, foreignTaxCode: string): Ground {
  const { product, ownQuantity } = lines[0]!;
  const told = new Set(lines.map((line) => line.product.good.index));
  const isOther = (one: AmisProduct): boolean =>
    one.kind === 'Hàng hóa' && one.unit === product.unit && !told.has(one.good.index) && !one.promotional;
  const other = company.products[profile]!.find(isOther);
  const hand =
    other &&
    ('supplier' in voucher ? supplierWrites(company, voucher, other, ownQuantity) : ownHand(other, ownQuantity));
  return { at, foreignTaxCode, other: other && hand && { ...hand, product: other } };
}

/** One ledger's deals as every side tells them, in the order of its vouchers; made anew on every call, always the same. */
export function* tellingsOf({ company, chosen }: TaxWorld, profile: number, trade: Trade): Generator<Told> {
  const dealOf = dealMaker(company, profile);
  for (const voucher of vouchersOf(company, profile, trade)) {
    const deal = dealOf(voucher);
    const own = chosen.get(placeOf(profile, trade, voucher.number));
    if (deal === undefined) yield { deal, plant: undefined, invoices: [], vouchers: [voucher] };
    else yield own === undefined ? agreed(deal) : own.planting.tell(deal, own.ground);
  }
}

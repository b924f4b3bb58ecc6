import { type Day, daysBetween } from '@khop/engine/day.ts';
import { priceDiscount, priceGift, priceLine, priceReturn, priceService } from './catalogues/pricing.ts';
import type { AmisProduct, Branch, Good, LedgerDocument, LedgerLine, Partner } from './model.ts';
import { type Random, randomOf } from './random.ts';
import { sellingDays } from './selling-days.ts';

/** The data that the ledger is drawn from. */
export type Market = {
  readonly seed: number;
  readonly lines: number;
  /** Of a thousand sales so many were invoiced by hand before the period was opened. */
  readonly issuedPerMille: number;
  readonly evenDays: boolean;
  readonly fromDate: Day;
  readonly toDate: Day;
  readonly branches: readonly Branch[];
  readonly goods: readonly Good[];
  readonly partners: readonly Partner[];
  /** Per profile: good index → its ordinary (not promotional) product. */
  readonly carried: readonly ReadonlyMap<number, AmisProduct>[];
  /** Per profile: partner index → its customer code. */
  readonly customerCodes: readonly ReadonlyMap<number, string>[];
};

const postedStatus = '2';
export const cancelledStatus = '9';

/** The profile that is behind with its invoices, and the day of the month, from 0, since which it has made none. */
export const lateProfile = 2;
const lateSince = 14;

/** Lines that may come back: the last few hundred sold. */
const returnable = 400;

/**
 * The sales ledger in the order of its documents, exactly `lines` long. It is made anew on every call, the same each
 * time, so that a ledger of any length can be walked twice without being held.
 */
export function* walkLedger(market: Market): Generator<LedgerDocument> {
  const random = randomOf(market.seed, 'ledger');
  const dayAt = sellingDays(market);
  const shelves = shelvesOf(market);
  const sold: { document: LedgerDocument; line: LedgerLine }[] = [];
  const numbers = new Map<string, number>();
  let written = 0;
  for (let serial = 1; written < market.lines; serial++) {
    const draft = makeDraft(random, market, shelves, sold, dayAt(written));
    const lines = draft.lines.slice(0, market.lines - written);
    const series = `${draft.branch.code}${draft.docCode}`;
    const number = (numbers.get(series) ?? 0) + 1;
    numbers.set(series, number);
    const docNo = `${draft.docCode}${String(number).padStart(7, '0')}`;
    const issued = issuedOf(random, market, draft, dayAt(written));
    const document: LedgerDocument = { ...draft, lines, serial, docNo, docDate: dayAt(written), issued };
    written += lines.length;
    remember(random, sold, document);
    yield document;
  }
}

type Draft = Pick<LedgerDocument, 'branch' | 'docCode' | 'docStatus' | 'partner' | 'lines' | 'isSale'>;
type Shelves = {
  goods: Good[];
  services: Good[];
  discount: Good;
  buyers: Partner[];
  walkIn: Partner;
  internal: Partner[];
};

function shelvesOf(market: Market): Shelves {
  const random = randomOf(market.seed, 'best-sellers');
  const tradable = market.goods.filter((good) => good.inBravo);
  const buyers = market.partners.filter(({ kind }) => kind === 'company' || kind === 'shop' || kind === 'person');
  return {
    goods: random.shuffle(tradable.filter((good) => good.kind === 'goods')),
    services: tradable.filter((good) => good.kind === 'service'),
    discount: tradable.find((good) => good.kind === 'discount')!,
    buyers: random.shuffle(buyers),
    walkIn: market.partners.find(({ kind }) => kind === 'walk_in')!,
    internal: market.partners.filter(({ kind }) => kind === 'internal'),
  };
}

function makeDraft(
  random: Random,
  market: Market,
  shelves: Shelves,
  sold: { document: LedgerDocument; line: LedgerLine }[],
  day: Day,
): Draft {
  const branch = market.branches[random.chance(18) ? 2 : random.chance(360) ? 1 : 0]!;
  const draw = random.int(1, 1000);
  if (draw <= 30 && sold.length > 0) return takeBack(random, sold);
  const partner = random.chance(220) ? shelves.walkIn : shelves.buyers[random.skewed(shelves.buyers.length)]!;
  const common = { branch, partner, docStatus: postedStatus, isSale: true };
  if (draw <= 34) {
    const line = priceLine(random, random.pick(shelves.goods), partner, day);
    return { ...common, docCode: 'TL', lines: [priceReturn(line, line.quantity, 'Hàng bán kỳ trước trả lại')] };
  }
  if (draw <= 55)
    return { ...common, docCode: 'DV', lines: [priceService(random, random.pick(shelves.services), day)] };
  const lines = basket(random, shelves, partner, day);
  if (draw <= 65) return { ...common, partner: random.pick(shelves.internal), docCode: 'HD', lines, isSale: false };
  if (draw <= 80) return { ...common, docCode: 'HD', docStatus: cancelledStatus, lines, isSale: false };
  return { ...common, docCode: random.chance(60) ? 'H2' : 'HD', lines };
}

/** One buyer's basket: different goods, now and then a gift, freight, or a discount on the whole. */
function basket(random: Random, shelves: Shelves, partner: Partner, day: Day): LedgerLine[] {
  const most = partner.kind === 'company' ? 11 : partner.kind === 'shop' ? 7 : 3;
  const chosen = new Set<Good>();
  for (let left = random.int(1, most); left > 0; left--)
    chosen.add(shelves.goods[random.skewed(shelves.goods.length)]!);
  const lines = [...chosen].map((good) => priceLine(random, good, partner, day));
  if (random.chance(90)) lines.push(priceGift(random, random.pick([...chosen]), day));
  if (random.chance(40)) lines.push(priceService(random, shelves.services[0]!, day));
  if (partner.kind === 'company' && random.chance(60)) lines.push(priceDiscount(random, shelves.discount, lines, day));
  return lines;
}

function takeBack(random: Random, sold: { document: LedgerDocument; line: LedgerLine }[]): Draft {
  const at = random.int(0, sold.length - 1);
  const { document, line } = sold[at]!;
  sold[at] = sold.at(-1)!;
  sold.pop();
  const units = line.good.divisible ? line.quantity : random.int(1, line.quantity / 1000) * 1000;
  const { branch, partner } = document;
  const lines = [priceReturn(line, units, `Trả lại hàng của ${document.docNo}`)];
  return { branch, partner, docCode: 'TL', docStatus: postedStatus, lines, isSale: true };
}

function remember(
  random: Random,
  sold: { document: LedgerDocument; line: LedgerLine }[],
  document: LedgerDocument,
): void {
  if (!document.isSale || document.issued || (document.docCode !== 'HD' && document.docCode !== 'H2')) return;
  for (const line of document.lines) {
    if (line.kind !== 'goods') continue;
    if (sold.length < returnable) sold.push({ document, line });
    else sold[random.int(0, returnable - 1)] = { document, line };
  }
}

/**
 * Some sales were invoiced in AMIS by hand before the period was opened. The first profiles are punctual and went on until the
 * last day; the third one stopped in the first half of the month.
 */
function issuedOf(random: Random, market: Market, draft: Draft, day: Day): LedgerDocument['issued'] {
  const eligible =
    draft.isSale && (draft.docCode === 'HD' || draft.docCode === 'H2') && draft.branch.issuers.length > 0;
  if (!random.chance(market.issuedPerMille) || !eligible) return undefined;
  const profile = random.pick(draft.branch.issuers);
  if (profile === lateProfile && daysBetween(market.fromDate, day) >= lateSince) return undefined;
  const carried = market.carried[profile]!;
  if (!market.customerCodes[profile]!.has(draft.partner.index)) return undefined;
  if (!draft.lines.some((line) => line.kind === 'goods' && carried.has(line.good.index))) return undefined;
  const draw = random.int(1, 100);
  return { profile, manner: draw <= 70 ? 'whole' : draw <= 85 ? 'part' : 'vague' };
}

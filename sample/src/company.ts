import { addDays, type Day } from '@khop/engine/day.ts';
import type { AmisBooks } from './amis-world/model.ts';
import { momentsOf, type ReportMoments } from './amis-world/moments.ts';
import { openBooks } from './amis-world/open-books.ts';
import { type BravoStockRow, makeBravoStock } from './bravo-stock.ts';
import { makeAmisProducts, makeBravoItems } from './catalogues/catalogues.ts';
import {
  connectedPart,
  type PartnerPair,
  type ProductPair,
  truePartnerPairs,
  trueProductPairs,
} from './catalogues/connections.ts';
import { goodsCountFor, makeGoods } from './catalogues/goods.ts';
import { makeAmisCustomers, makeAmisSuppliers, makePartners, partnerCountFor } from './catalogues/partners.ts';
import { measureDemand } from './demand.ts';
import { type Market, walkLedger } from './ledger.ts';
import type {
  AmisPartner,
  AmisProduct,
  BravoItem,
  Good,
  LedgerDocument,
  Partner,
  SampleOptions,
  SamplePeriod,
} from './model.ts';
import { daysOfMonth, makePeriod } from './period.ts';
import { makeBranches, makeProfiles } from './profiles.ts';
import { stockProfiles } from './stock.ts';

export const defaultOptions: SampleOptions = {
  ...{ seed: 7, lines: 2000, profiles: 3, month: '2026-09' },
  issuedPerMille: 180,
};

/** The books of all profiles over the period: they follow from the whole ledger. */
export type Books = {
  /** Per profile: its true AMIS at the end of the month. */
  readonly amis: readonly AmisBooks[];
  readonly bravoStock: readonly BravoStockRow[];
};

/** A believable group of companies over one month. Lists are small; the ledger is walked, never held. */
export type Company = {
  readonly options: SampleOptions;
  readonly period: SamplePeriod;
  readonly goods: readonly Good[];
  readonly bravoItems: readonly BravoItem[];
  readonly partners: readonly Partner[];
  /** Per profile. */
  readonly products: readonly (readonly AmisProduct[])[];
  readonly customers: readonly (readonly AmisPartner[])[];
  readonly suppliers: readonly (readonly AmisPartner[])[];
  readonly connections: { readonly products: readonly ProductPair[]; readonly partners: readonly PartnerPair[] };
  readonly truth: { readonly products: readonly ProductPair[]; readonly partners: readonly PartnerPair[] };
  /** The Bravo sales ledger, exactly `options.lines` lines; a new walk each time, always the same. */
  readonly ledger: () => Iterable<LedgerDocument>;
  /** Per profile: the moments of its reports. */
  readonly moments: readonly ReportMoments[];
  /** Computed at the first call, by one walk over the ledger. */
  readonly books: () => Books;
};

/** The moment of Bravo's last change to its masters before the period. */
const masterDay = (fromDate: Day): string => `${addDays(fromDate, -20)}T02:00:00.000Z`;

/** Makes the company of these options: same options, same company. Throws BAD_MONTH. */
export function generateCompany(given: Partial<SampleOptions> = {}): Company {
  const options = { ...defaultOptions, ...given };
  const { seed, lines, month, issuedPerMille, evenDays = false } = options;
  const { fromDate, toDate } = daysOfMonth(month);
  const profiles = makeProfiles(seed, options.profiles, month.slice(2, 4), addDays(fromDate, -1));
  const branches = makeBranches(options.profiles);
  const goods = makeGoods(seed, goodsCountFor(lines));
  const partners = makePartners(seed, partnerCountFor(lines), profiles);
  const products = makeAmisProducts(seed, goods, options.profiles);
  const customers = profiles.map((_, profile) => makeAmisCustomers(seed, profile, partners));
  const carried = products.map(
    (list) => new Map(list.filter(({ promotional }) => !promotional).map((product) => [product.good.index, product])),
  );
  const market: Market = {
    seed,
    lines,
    issuedPerMille,
    evenDays,
    fromDate,
    toDate,
    branches,
    goods,
    partners,
    carried,
    customerCodes: customers.map(codeByPartner),
  };
  const truth = { products: trueProductPairs(profiles, products), partners: truePartnerPairs(profiles, customers) };
  const moments = profiles.map((_, profile) => momentsOf(profile, toDate));
  let books: Books | undefined;
  return {
    options,
    period: makePeriod(month, profiles, branches, partners),
    goods,
    bravoItems: makeBravoItems(seed, goods, masterDay(fromDate)),
    partners,
    products,
    customers,
    suppliers: profiles.map((_, profile) => makeAmisSuppliers(seed, profile, partners)),
    connections: connectionsOf(seed, goods, customers, truth),
    truth,
    ledger: () => walkLedger(market),
    moments,
    books: () => {
      books ??= makeBooks(market, products, customers, moments);
      return books;
    },
  };
}

/** The existing connections: services and the discount always, a customer's second entry never. */
function connectionsOf(
  seed: number,
  goods: readonly Good[],
  customers: readonly (readonly AmisPartner[])[],
  truth: Company['truth'],
): Company['connections'] {
  const intangible = new Set(goods.filter(({ kind }) => kind !== 'goods').map(({ bravoCode }) => bravoCode));
  const second = new Set(customers.flat().flatMap(({ duplicate, code }) => (duplicate ? [code] : [])));
  const tangible = truth.products.filter(({ bravoCode }) => !intangible.has(bravoCode));
  return {
    products: [
      ...connectedPart(seed, 'products', tangible),
      ...truth.products.filter(({ bravoCode }) => intangible.has(bravoCode)),
    ],
    partners: connectedPart(
      seed,
      'partners',
      truth.partners.filter(({ amisCode }) => !second.has(amisCode)),
    ),
  };
}

function makeBooks(
  market: Market,
  products: Company['products'],
  customers: Company['customers'],
  moments: readonly ReportMoments[],
): Books {
  const { seed, fromDate, toDate } = market;
  const demand = measureDemand(market);
  const stocks = stockProfiles(seed, market.goods, products, demand, { fromDate, toDate });
  const amis = stocks.map((stock, profile) =>
    openBooks({
      seed,
      profile,
      products: products[profile]!,
      customers: customers[profile]!,
      customerCodes: market.customerCodes[profile]!,
      stock,
      issued: demand.issued[profile]!,
      toDate,
      moments: moments[profile]!,
    }),
  );
  return { amis, bravoStock: makeBravoStock(market, amis, demand) };
}

/** Partner index → the customer's first code in one profile. */
function codeByPartner(customers: readonly AmisPartner[]): Map<number, string> {
  const codes = new Map<number, string>();
  for (const { partner, duplicate, code } of customers) if (partner && !duplicate) codes.set(partner.index, code);
  return codes;
}

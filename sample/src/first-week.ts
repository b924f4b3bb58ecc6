import { addDays, type Day } from '@khop/engine/day.ts';
import { divideRounded, scaleVnd, sumVnd } from '@khop/engine/money.ts';
import { formatQuantity, ONE, type Quantity } from '@khop/engine/quantity.ts';
import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { warehouseNames } from './amis-world/model.ts';
import { priceLine, rateOf } from './catalogues/pricing.ts';
import type { Company } from './company.ts';
import type { AmisProduct, LedgerLine, Partner } from './model.ts';
import { type Random, randomOf } from './random.ts';
import { formatMilli } from './words/text.ts';

/**
 * A small week before the sample's month in which two entities made their invoices through Khớp: the first one signed
 * every invoice on the day of the sale, the third one days later, so that all of its invoices are at the wrong time.
 */
export type FirstWeek = {
  readonly name: string;
  readonly fromDate: Day;
  readonly toDate: Day;
  /** The day from which all of its invoices have their numbers. */
  readonly issuedBy: Day;
  /** The moments of its reports: the stock at the end of the week, the sales ledger once everything is issued. */
  readonly stockMadeAt: string;
  readonly salesLedgerMadeAt: string;
  readonly entities: readonly WeekEntity[];
  /** Sales that Bravo does not have: given by hand, as `POST /bravo-sales-ledgers` takes them. */
  readonly sales: readonly Readonly<Record<string, string | number | null>>[];
};

export type WeekEntity = {
  readonly code: string;
  readonly branch: string;
  readonly isPunctual: boolean;
  /** The day up to which its books are locked, as its profile says. */
  readonly lockedThrough: Day | null;
  /** Rows of the layout "amis-inventory": more than enough for the week. */
  readonly stock: readonly Row[];
};

const MONDAY = '2026-08-03';
const FRIDAY = '2026-08-07';
const DOCUMENTS = 3;
const LINES = 2;

/** The profile and the branch of each entity; the branches of the sample are of all or most profiles. */
const PUNCTUAL = { profile: 0, branch: 'CN01' };
const LATE = { profile: 2, branch: 'CN02' };

/** The week of a company; undefined for one that lacks the third profile. */
export function firstWeek(company: Company): FirstWeek | undefined {
  if (company.period.profiles.length <= LATE.profile) return undefined;
  const made = [PUNCTUAL, LATE].map((place) => entityOf(company, place.profile, place.branch));
  return {
    name: 'Tuần 03–07/08/2026',
    fromDate: MONDAY,
    toDate: FRIDAY,
    issuedBy: '2026-08-13',
    stockMadeAt: `${FRIDAY}T11:00:00.000Z`,
    salesLedgerMadeAt: '2026-08-13T01:30:00.000Z',
    entities: made.map(({ entity }) => entity),
    sales: made.flatMap(({ sales }) => sales),
  };
}

/**
 * The day on which AMIS issued the invoice of a sale: its own for the punctual entity; the late one signed what it sold
 * until Wednesday on the next Monday, and the rest on that Wednesday.
 */
export const issueDayOf = ({ isPunctual }: Pick<WeekEntity, 'isPunctual'>, sale: Day): Day =>
  isPunctual ? sale : sale <= addDays(MONDAY, 2) ? addDays(MONDAY, 7) : addDays(MONDAY, 9);

function entityOf(company: Company, profile: number, branch: string) {
  const { code, lockedThrough } = company.period.profiles[profile]!;
  const random = randomOf(company.options.seed, `first-week-${code}`);
  const goods = simpleProducts(company, profile).slice(0, 40);
  const buyers = fullBuyers(company, profile).slice(0, 20);
  const sold = new Map<AmisProduct, Quantity>();
  const sales: FirstWeek['sales'][number][] = [];
  let serial = 0;
  for (let day: Day = MONDAY; day <= FRIDAY; day = addDays(day, 1)) {
    for (let document = 0; document < DOCUMENTS; document++) {
      serial += 1;
      const partner = random.pick(buyers);
      const chosen = random.shuffle(goods).slice(0, LINES);
      for (const [index, product] of chosen.entries()) {
        const line = wholeLine(random, product, partner, day);
        const quantity = BigInt(line.quantity * line.rate) * 1000n;
        sold.set(product, (sold.get(product) ?? 0n) + quantity);
        sales.push(saleRow(line, { branch, serial, index, day, partner }));
      }
    }
  }
  const entity: WeekEntity = {
    code,
    branch,
    lockedThrough,
    isPunctual: profile === PUNCTUAL.profile,
    stock: [...sold].map(([product, quantity]) => stockRow(product, quantity * 3n)),
  };
  if (!entity.isPunctual) return { entity, sales };
  return { entity, sales: [...sales, turnoverDiscount(company, branch, sales)] };
}

/** Two percent off the week of the buyer who bought first, on Friday, in a document of its own as Bravo has it. */
function turnoverDiscount({ goods }: Company, branch: string, sales: FirstWeek['sales']): FirstWeek['sales'][number] {
  const { bravoCode: itemCode, name: itemName, unit } = goods.find(({ kind }) => kind === 'discount')!;
  const { partnerCode } = sales[0]!;
  const bought = sumVnd(
    sales.flatMap((row) => (row.partnerCode === partnerCode ? [Number(row.amount) - Number(row.discount)] : [])),
  );
  const amount = -scaleVnd(bought, 2n, 100n);
  const docNo = 'CK0800001';
  return {
    ...{ sourceKey: `${branch}-${docNo}-1`, branchCode: branch, docCode: 'CK', docNo, docDate: FRIDAY },
    ...{ docStatus: '2', partnerCode: partnerCode!, itemCode, itemName, unit, kind: 'discount' },
    ...{ quantity: '0', convertRate: '1', baseQuantity: '0', unitPrice: '0', amount, discount: 0 },
    ...{ vatRate: '8', vatAmount: scaleVnd(amount, 8n, 100n) },
  };
}

/** A line as the ledger of the month writes it, with the right rate. */
function wholeLine(random: Random, { good }: AmisProduct, partner: Partner, day: Day): LedgerLine {
  for (;;) {
    const line = priceLine(random, good, partner, day);
    if (line.vatRate === '8') return line;
  }
}

/** Connected goods of 8 % that both catalogues count in the same unit. */
function simpleProducts({ products, connections, period }: Company, profile: number): AmisProduct[] {
  const { code } = period.profiles[profile]!;
  const connected = new Set(
    connections.products.filter(({ profileCode }) => profileCode === code).map(({ amisCode }) => amisCode),
  );
  return products[profile]!.filter(
    (product) =>
      product.isActive &&
      product.unit !== '' &&
      connected.has(product.code) &&
      product.kind === 'Hàng hóa' &&
      !product.promotional &&
      !product.good.divisible &&
      rateOf(product.good.vat, MONDAY) === '8' &&
      product.vatReduction !== 'none' &&
      product.good.inBravo &&
      product.factor.numerator === product.factor.denominator,
  );
}

/** Companies that take invoices and that the profile knows in full. */
function fullBuyers({ customers, connections, period }: Company, profile: number): Partner[] {
  const { code } = period.profiles[profile]!;
  const connected = new Set(
    connections.partners.filter(({ profileCode }) => profileCode === code).map(({ amisCode }) => amisCode),
  );
  return customers[profile]!.flatMap(({ code: customer, taxCode, address, partner, duplicate }) =>
    partner?.kind === 'company' &&
    partner.requirement === 'required' &&
    !duplicate &&
    taxCode !== '' &&
    address !== '' &&
    connected.has(customer)
      ? [partner]
      : [],
  );
}

function saleRow(
  line: LedgerLine,
  at: {
    readonly branch: string;
    readonly serial: number;
    readonly index: number;
    readonly day: Day;
    readonly partner: Partner;
  },
): FirstWeek['sales'][number] {
  const { branch, serial, index, day, partner } = at;
  const docNo = `HD08${String(serial).padStart(5, '0')}`;
  return {
    ...{ sourceKey: `${branch}-${docNo}-${index + 1}`, branchCode: branch, docCode: 'HD', docNo, docDate: day },
    ...{ docStatus: '2', partnerCode: partner.bravoCode, itemCode: line.good.bravoCode, itemName: line.good.name },
    ...{ unit: line.unit, quantity: formatMilli(line.quantity), convertRate: String(line.rate) },
    ...{ baseQuantity: formatMilli(line.quantity * line.rate), unitPrice: String(line.unitPrice) },
    ...{ amount: line.amount, discount: line.discount, vatRate: line.vatRate, vatAmount: line.vatAmount },
  };
}

function stockRow(product: AmisProduct, quantity: Quantity): Row {
  const value = Number(divideRounded(quantity * BigInt(product.cost), ONE));
  const [held, none] = [formatQuantity(quantity), '0'];
  return {
    ...{ warehouseName: warehouseNames.KHO1!, warehouseCode: 'KHO1', group: product.group },
    ...{ productCode: product.code, productName: product.name, unit: product.unit },
    ...{ openingQuantity: held, openingValue: value, closingQuantity: held, closingValue: value },
    ...{ inQuantity: none, inValue: 0, outQuantity: none, outValue: 0 },
  };
}

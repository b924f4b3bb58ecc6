import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ONE, type Quantity } from '../../quantity.ts';
import type { AmisSalesEntry, InventoryRow, PurchaseLine } from '../books.ts';
import { HOLDING } from '../invoice-status.ts';
import { planInvoices } from '../plan.ts';
import { issuanceInput } from '../plan-fixture.ts';
import { stockKeyOf } from '../stock-keys.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '../types.ts';
import {
  balances,
  canTake,
  daysOf,
  type Movement,
  purchaseLedger,
  salesLedger,
  stockReport,
  type Taken,
  withHistory,
} from './amis-fixture.ts';
import { isAfterStockReport } from './moments.ts';
import { provenStock } from './proven-stock.ts';
import { stockFindings } from './stock-findings.ts';

const PERIOD = { fromDate: '2026-09-01', toDate: '2026-09-30' };
/** AMIS goes on after the period. */
const YEAR = { fromDate: '2026-09-01', toDate: '2026-10-02' };

type Step = Action & { readonly isNextDay?: boolean };
type Action =
  | { readonly do: 'purchase' | 'sale' | 'return'; readonly of: Goods }
  | { readonly do: 'transfer'; readonly of: Goods }
  | {
      readonly do:
        | 'stock'
        | 'ledger'
        | 'purchases'
        | 'stock, ledger'
        | 'ledger, stock'
        | 'state'
        | 'generate'
        | 'export';
    }
  | { readonly do: 'stock, sale, ledger' | 'ledger, sale, stock'; readonly of: Goods }
  | { readonly do: 'import' | 'pin'; readonly share: number; readonly isNumbered: boolean };

type Goods = {
  readonly warehouse: string;
  readonly product: string;
  readonly day: string;
  readonly quantity: number;
};

const goods: fc.Arbitrary<Goods> = fc.record({
  warehouse: fc.constantFrom('K1', 'K2'),
  product: fc.constantFrom('SP1', 'SP2'),
  day: fc.constantFrom('2026-09-02', '2026-09-08', '2026-09-15', '2026-09-29', '2026-10-01'),
  quantity: fc.integer({ min: 1, max: 12 }),
});

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ do: fc.constantFrom('purchase', 'sale', 'return', 'transfer'), of: goods }),
  fc.record({ do: fc.constantFrom('stock, sale, ledger', 'ledger, sale, stock'), of: goods }),
  fc.record({ do: fc.constantFrom('stock', 'ledger', 'purchases', 'stock, ledger', 'ledger, stock', 'state') }),
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('generate', 'generate', 'export') }) },
  fc.record({
    do: fc.constantFrom('import', 'import', 'pin'),
    share: fc.integer({ min: 1, max: 3 }),
    isNumbered: fc.boolean(),
  }),
) as fc.Arbitrary<Action>;
/** Anything may happen between two reports of one day. */
const step: fc.Arbitrary<Step> = fc
  .record({ action, isNextDay: fc.boolean() })
  .map((one) => ({ ...one.action, isNextDay: one.isNextDay }));

/** A month in both programs: AMIS's data, the part of it that was loaded, and the invoices that Khớp has made. */
class World {
  #minutes = 0;
  #movements: Movement[] = [];
  #stock: { readonly rows: readonly InventoryRow[]; readonly moment: string } | undefined;
  #ledger: { readonly entries: readonly AmisSalesEntry[]; readonly moment: string } | undefined;
  #bought: { readonly rows: readonly PurchaseLine[]; readonly moment: string } | undefined;
  #exports: string[] = [];
  #invoices: PlannedInvoice[] = [];
  #vouchers: Record<string, string> = {};
  #count = 0;
  readonly #lines;

  constructor(opening: readonly number[], lines: readonly { readonly day: string; readonly quantity: number }[]) {
    opening.forEach((quantity, index) => {
      const place = { warehouse: index % 2 ? 'K1' : 'K2', product: index < 2 ? 'SP1' : 'SP2' };
      this.#enter({ kind: 'opening', day: '2026-09-01', voucher: 'DK', ...place, change: BigInt(quantity) * ONE });
    });
    this.#lines = lines.map(({ day, quantity }, index) => ({
      id: `L${index}`,
      date: day,
      partner: `KH${index % 3}`,
      item: index % 2 ? 'VT1' : 'VT2',
      quantity: String(quantity),
      amount: quantity * 1000,
    }));
  }

  run(one: Step): void {
    this.#minutes += one.isNextDay ? 24 * 60 : 7;
    if (one.do === 'purchase' || one.do === 'sale' || one.do === 'return') this.#move(one.do, one.of);
    else if (one.do === 'transfer') this.#transfer(one.of);
    else if (one.do === 'purchases')
      this.#bought = { rows: purchaseLedger(this.#movements, this.#now), moment: this.#now };
    else if (one.do === 'state') this.#state();
    else if (one.do === 'generate') this.#generate();
    else if (one.do === 'export') this.#export();
    else if (one.do === 'import') this.#import(one.share, one.isNumbered);
    else if (one.do === 'pin') this.#invoices = this.#invoices.map((it, at) => (at % 3 < one.share ? pinned(it) : it));
    else this.#takeInTurn(one);
  }

  get #now(): string {
    return new Date(Date.parse('2026-10-01T02:00:00Z') + this.#minutes * 60_000).toISOString();
  }

  #enter(movement: Omit<Movement, 'at'>): void {
    this.#movements.push({ ...movement, at: this.#now });
  }

  #move(kind: 'purchase' | 'sale' | 'return', { warehouse, product, day, quantity }: Goods): void {
    const change = BigInt(quantity) * ONE * (kind === 'sale' ? -1n : 1n);
    if (kind === 'sale' && !canTake(this.#movements, [{ warehouse, product, day, quantity: -change }], YEAR)) return;
    const voucher = `${kind}-${++this.#count}`;
    this.#enter({ kind, day, voucher, warehouse, product, change, amount: 777, customer: 'TAY' });
  }

  #transfer({ warehouse, product, day, quantity }: Goods): void {
    const change = BigInt(quantity) * ONE;
    if (!canTake(this.#movements, [{ warehouse, product, day, quantity: change }], YEAR)) return;
    const base = { kind: 'transfer', day, voucher: `CK-${++this.#count}`, product } as const;
    this.#enter({ ...base, warehouse, change: -change });
    this.#enter({ ...base, warehouse: warehouse === 'K1' ? 'K2' : 'K1', change });
  }

  /** Reports minutes apart: with a sale keyed by hand in between, or with nothing. */
  #takeInTurn(one: { readonly do: string; readonly of?: Goods }): void {
    for (const turn of one.do.split(', ')) {
      this.#minutes += 5;
      if (turn === 'sale') this.#move('sale', one.of!);
      else this.#take(turn);
    }
  }

  #take(report: string): void {
    const moment = this.#now;
    if (report === 'stock') this.#stock = { rows: stockReport(this.#movements, moment, PERIOD), moment };
    else this.#ledger = { entries: withHistory(salesLedger(this.#movements, moment), moment, this.#ledger), moment };
  }

  /** A person who knows that nothing was entered between the reports says so: no entry may seem to refute it. */
  #state(): void {
    const [stock, ledger] = [this.#stock, this.#ledger];
    if (!stock || !ledger || stock.moment >= ledger.moment) return;
    if (this.#movements.some(({ at }) => at > stock.moment && at <= ledger.moment)) return;
    const moments = { stock: stock.moment, ledger: ledger.moment, exports: this.#exports };
    const ours = new Set(this.#invoices.map((one) => one.voucherNumber));
    for (const entry of ledger.entries)
      expect(isAfterStockReport(entry, moments, ours.has(entry.voucherNumber))).toBe(false);
    this.#stock = { ...stock, moment: ledger.moment };
  }

  #generate(): void {
    const input = this.#input();
    const plan = planInvoices(input);
    const before = new Set(input.kept.map((one) => one.key));
    const told = new Map(plan.settled.map((one) => [one.key, one]));
    this.#invoices = plan.invoices.map((one): PlannedInvoice => {
      const read = told.get(one.key);
      return read ? { ...one, status: read.status, invoiceNumber: read.invoiceNumber } : one;
    });
    for (const { key, voucherNumber } of this.#invoices) this.#vouchers[key] ??= voucherNumber;
    const fresh = plan.invoices.filter((one) => !before.has(one.key));
    this.#expectStock(fresh);
    this.#expectOnce(plan.alreadyInvoiced);
    this.#expectProven(input, plan);
  }

  /** The end check finds nothing against a plan as it was made, and no lot of DoiChieu.xlsx is negative. */
  #expectProven(input: IssuanceInput, plan: IssuancePlan): void {
    expect(stockFindings(input, plan).filter(({ severity }) => severity === 'block')).toEqual([]);
    for (const { lots, free } of provenStock(input, plan))
      for (const { id, quantity } of lots) {
        expect(free.get(id)).toBeGreaterThanOrEqual(0n);
        expect(free.get(id)).toBeLessThanOrEqual(quantity);
      }
  }

  #input() {
    const given = issuanceInput({
      profiles: [
        {
          code: 'A',
          products: [{ code: 'SP1' }, { code: 'SP2' }],
          links: [
            { product: 'SP1', item: 'VT1' },
            { product: 'SP2', item: 'VT2' },
          ],
        },
      ],
      lines: this.#lines,
      previousVouchers: this.#vouchers,
    });
    const [books] = given.profiles;
    return {
      ...given,
      kept: this.#invoices.filter((one) => one.pinned || one.status !== 'draft'),
      profiles: [
        {
          ...books!,
          inventory: this.#stock?.rows ?? [],
          purchases: this.#bought?.rows ?? [],
          salesLedger: this.#ledger?.entries ?? [],
          moments: {
            exports: this.#exports,
            ...(this.#stock && { stock: this.#stock.moment }),
            ...(this.#ledger && { ledger: this.#ledger.moment }),
          },
        },
      ],
    };
  }

  #export(): void {
    if (this.#invoices.every(({ status }) => status !== 'draft')) return;
    this.#invoices = this.#invoices.map((one) => (one.status === 'draft' ? { ...one, status: 'exported' } : one));
    this.#exports.push(this.#now);
  }

  /** A person imports part of the exported vouchers; AMIS refuses what it does not have. */
  #import(share: number, isNumbered: boolean): void {
    const inAmis = new Set(this.#movements.map((one) => one.voucher));
    this.#invoices.forEach((invoice, index) => {
      if (invoice.status === 'draft' || inAmis.has(invoice.voucherNumber) || index % 3 >= share) return;
      if (!canTake(this.#movements, takenBy(invoice), YEAR)) return;
      for (const { warehouse, product, quantity, amount } of invoice.items) {
        const number = isNumbered ? { invoiceNumber: String(++this.#count) } : {};
        const of = { day: invoice.documentDate, voucher: invoice.voucherNumber, warehouse, product, amount };
        this.#enter({ kind: 'sale', ...of, ...number, change: -quantity });
      }
    });
  }

  /** New goods on an invoice are there by everything that was ever loaded, on its day and on every later one. */
  #expectStock(fresh: readonly PlannedInvoice[]): void {
    const isKnown = ({ kind, at, day }: Movement): boolean =>
      (this.#stock !== undefined && at <= this.#stock.moment && day <= PERIOD.toDate) ||
      (kind === 'purchase' && this.#bought !== undefined && at <= this.#bought.moment) ||
      ((kind === 'sale' || kind === 'return') && this.#ledger !== undefined && at <= this.#ledger.moment);
    const movements = this.#movements.filter(isKnown);
    const told = new Set(movements.map((one) => one.voucher));
    const live = this.#invoices.filter((one) => HOLDING.has(one.status) && !told.has(one.voucherNumber));
    const left = balances(movements, live.flatMap(takenBy), YEAR);
    for (const one of fresh.flatMap(takenBy)) {
      const days = left.get(stockKeyOf(one.warehouse, one.product))!.slice(daysOf(YEAR).indexOf(one.day));
      expect(days.filter((quantity) => quantity < 0n)).toEqual([]);
    }
  }

  #expectOnce(already: readonly { readonly line: string; readonly baseQuantity: Quantity }[]): void {
    const sums = new Map<string, Quantity>();
    const add = (line: string, quantity: Quantity) => sums.set(line, (sums.get(line) ?? 0n) + quantity);
    for (const { line, baseQuantity } of already) add(line, baseQuantity);
    for (const { status, items } of this.#invoices)
      if (HOLDING.has(status))
        for (const { allocations } of items) for (const one of allocations) add(one.line, one.baseQuantity);
    for (const { id, quantity } of this.#lines) expect(sums.get(id) ?? 0n).toBeLessThanOrEqual(BigInt(quantity) * ONE);
  }
}

const pinned = (invoice: PlannedInvoice): PlannedInvoice =>
  invoice.status === 'draft' ? { ...invoice, pinned: true } : invoice;

const takenBy = (invoice: PlannedInvoice): Taken[] =>
  invoice.items.map(({ warehouse, product, quantity }) => ({
    warehouse,
    product,
    day: invoice.documentDate,
    quantity,
  }));

test('no order of reports, sales, transfers, returns and read-backs invoices more than AMIS has, or a line twice', () => {
  const lines = fc.array(
    fc.record({
      day: fc.constantFrom('2026-09-02', '2026-09-05', '2026-09-10', '2026-09-20', '2026-09-30'),
      quantity: fc.integer({ min: 1, max: 9 }),
    }),
    { minLength: 3, maxLength: 12 },
  );
  const opening = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(opening, lines, fc.array(step, { minLength: 6, maxLength: 40 }), (stock, sales, steps) => {
      const world = new World(stock, sales);
      for (const one of [{ do: 'ledger, stock' }, { do: 'generate' }, ...steps, { do: 'generate' }] as Step[])
        world.run(one);
    }),
    { numRuns: 250 },
  );
});

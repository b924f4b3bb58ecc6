import type { SalesLine } from '../../bravo/sales-line.ts';
import { formatVnd, type Vnd } from '../../money.ts';
import { by } from '../../order.ts';
import type { VatRate } from '../../vat-rate.ts';
import type { IssuanceInput, PlannedInvoice, Warning } from '../types.ts';
import {
  ELSEWHERE,
  type PlaceOf,
  VAT_REASON_NAMES,
  VAT_REASONS,
  type VatPart,
  type VatPlan,
  type VatReason,
  vatParts,
  vatPartsBeyondRounding,
} from './vat-parts.ts';

/** ledger = invoiced + alreadyInvoiced + unallocated + excluded + difference; `invoiced` is the VAT written on the invoices. */
export type VatFigures = {
  readonly ledger: Vnd;
  readonly invoiced: Vnd;
  readonly alreadyInvoiced: Vnd;
  readonly unallocated: Vnd;
  readonly excluded: Vnd;
  /** The ledger's VAT of the invoiced parts minus the invoices' own, stated with its reasons. */
  readonly difference: Vnd;
};

/**
 * The same for the lines of one rate of the ledger, '' where it is blank. Netted pairs may have two rates: over all it
 * is 0.
 */
export type RateVat = VatFigures & { readonly rate: VatRate | ''; readonly netted: Vnd };

/** The difference that one reason makes on the part of one invoice that has one rate. */
export type VatDifference = {
  /** Undefined: VAT of goods that were invoiced and are on no live invoice any more. */
  readonly invoice: string | undefined;
  readonly profile: string;
  readonly rate: VatRate;
  readonly ledgerRate: VatRate | undefined;
  readonly reason: VatReason;
  readonly amount: Vnd;
  readonly invoiceVat: Vnd;
  readonly ledgerVat: Vnd;
  readonly difference: Vnd;
};

export type VatStatement = {
  readonly total: VatFigures;
  readonly byRate: readonly RateVat[];
  readonly byReason: readonly { readonly reason: VatReason; readonly difference: Vnd; readonly invoices: number }[];
  /** Every difference, of rounding too, by profile, invoice and rate. */
  readonly differences: readonly VatDifference[];
  /** Invoices that differ by more than rounding, and by how much in all. */
  readonly beyondRounding: { readonly invoices: number; readonly difference: Vnd };
};

const NOTHING = { invoiced: 0, alreadyInvoiced: 0, unallocated: 0, excluded: 0, netted: 0, difference: 0 };

type Open = { -readonly [K in keyof RateVat]: RateVat[K] };

/** The tie-out of the ledger's VAT in all, per rate and per invoice, and the reasons why invoices differ from it. */
export function vatStatement(lines: readonly SalesLine[], plan: VatPlan): VatStatement {
  const rates = new Map<string, Open>();
  const rowOf = (rate: string): Open => {
    let own = rates.get(rate);
    if (!own) {
      own = { rate, ledger: 0, ...NOTHING };
      rates.set(rate, own);
    }
    return own;
  };
  const rateOfLine = new Map<string, Open>();
  for (const { id, vatRate = '', vatAmount } of lines) {
    const own = rowOf(vatRate);
    own.ledger += vatAmount;
    rateOfLine.set(id, own);
  }
  // Lines that the ledger has lost have no rate on it.
  const of = (line: string): Open => rateOfLine.get(line) ?? rowOf('');
  for (const one of plan.alreadyInvoiced) of(one.line).alreadyInvoiced += one.vatAmount;
  for (const one of plan.shortages) of(one.line).unallocated += one.vatAmount;
  for (const one of plan.excluded) of(one.line).excluded += one.vatAmount;
  for (const one of plan.netted) {
    of(one.saleLine).netted += one.vatAmount;
    of(one.returnLine).netted -= one.vatAmount;
  }
  const differences: Differences = new Map();
  for (const part of vatParts(lines, plan)) {
    const own = of(part.line);
    own.invoiced += part.invoiceVat;
    own.difference += part.difference;
    addDifference(differences, part);
  }
  const byRate = [...rates.values()].toSorted(by(({ rate }) => rate));
  const stated = [...differences.values()].filter((one) => one.difference !== 0 || one.reason !== 'rounding');
  return { total: totalOf(byRate), byRate, ...reasonsOf(stated), differences: stated.toSorted(by(orderOf)) };
}

type Differences = Map<string, { -readonly [K in keyof VatDifference]: VatDifference[K] }>;

function addDifference(
  differences: Differences,
  { invoice, profile, rate, ledgerRate, reason, amount, invoiceVat, ledgerVat, difference }: VatPart,
): void {
  const key = [profile, invoice ?? '', rate, ledgerRate ?? '', reason].join('\u0000');
  const known = differences.get(key);
  if (!known) {
    differences.set(key, { invoice, profile, rate, ledgerRate, reason, amount, invoiceVat, ledgerVat, difference });
    return;
  }
  known.amount += amount;
  known.invoiceVat += invoiceVat;
  known.ledgerVat += ledgerVat;
  known.difference += difference;
}

const orderOf = ({ profile, invoice = '', rate, reason }: VatDifference): string =>
  [profile, invoice, rate, reason].join('\u0000');

function totalOf(rates: readonly RateVat[]): VatFigures {
  const sum = (field: keyof VatFigures) => rates.reduce((all, rate) => all + rate[field], 0);
  return {
    ledger: sum('ledger'),
    invoiced: sum('invoiced'),
    alreadyInvoiced: sum('alreadyInvoiced'),
    unallocated: sum('unallocated'),
    excluded: sum('excluded'),
    difference: sum('difference'),
  };
}

function reasonsOf(differences: readonly VatDifference[]): Pick<VatStatement, 'byReason' | 'beyondRounding'> {
  const keyOf = ({ profile, invoice }: VatDifference) => `${profile}\u0000${invoice ?? ''}`;
  const invoicesOf = (own: readonly VatDifference[]) =>
    new Set(own.filter(({ invoice }) => invoice !== undefined).map(keyOf)).size;
  const sum = (own: readonly VatDifference[]) => own.reduce((all, one) => all + one.difference, 0);
  const groups = Map.groupBy(differences, ({ reason }) => reason);
  const beyond = differences.filter(({ reason }) => reason !== 'rounding');
  return {
    byReason: VAT_REASONS.flatMap((reason) => {
      const own = groups.get(reason);
      return own ? [{ reason, difference: sum(own), invoices: invoicesOf(own) }] : [];
    }),
    beyondRounding: { invoices: invoicesOf(beyond), difference: sum(beyond) },
  };
}

/** The differences beyond rounding of one invoice at some lines that it has as a whole, which come in the ledger's order. */
export function differencesOf(invoice: PlannedInvoice, lines: readonly SalesLine[]): InvoiceDifferences {
  const places = new Map(lines.map(({ id }, place) => [id, place]));
  const placeOf: PlaceOf = (line) => places.get(line) ?? ELSEWHERE;
  const plan = { invoices: [invoice], alreadyInvoiced: [], shortages: [], netted: [], excluded: [] };
  const differences: Differences = new Map();
  for (const part of vatPartsBeyondRounding(lines, plan, placeOf)) addDifference(differences, part);
  return { invoice, differences: [...differences.values()] };
}

/** The differences of one invoice beyond rounding. */
export type InvoiceDifferences = {
  readonly invoice: PlannedInvoice;
  readonly differences: readonly VatDifference[];
};

/**
 * One warning per invoice whose VAT differs from the ledger's by more than rounding; `known` are differences of invoices
 * whose lines are not among those of the plan.
 */
export function vatWarnings(
  { lines }: Pick<IssuanceInput, 'lines'>,
  plan: VatPlan,
  placeOf: PlaceOf,
  known: readonly InvoiceDifferences[],
): Warning[] {
  const differences: Differences = new Map();
  for (const part of vatPartsBeyondRounding(lines, plan, placeOf)) addDifference(differences, part);
  const beyond = [...differences.values(), ...known.flatMap((one) => one.differences)].toSorted(by(orderOf));
  const keys = new Set(beyond.map(({ invoice }) => invoice));
  const vouchers = new Map(
    [...plan.invoices.filter(({ key }) => keys.has(key)), ...known.map(({ invoice }) => invoice)].map((one) => [
      `${one.profile} ${one.key}`,
      one.voucherNumber,
    ]),
  );
  return [...Map.groupBy(beyond, ({ profile, invoice }) => `${profile} ${invoice}`)].map(([key, own]) => {
    const { profile, invoice } = own[0]!;
    const [difference, ours, theirs] = (['difference', 'invoiceVat', 'ledgerVat'] as const).map((field) =>
      own.reduce((sum, one) => sum + one[field], 0),
    );
    const why = [...new Set(own.map(({ reason }) => VAT_REASON_NAMES[reason]))].join('; ');
    return {
      code: 'VAT_DIFFERS_FROM_LEDGER',
      message: `Hóa đơn «${vouchers.get(key)}», ở những dòng có thuế chênh: thuế GTGT ${formatVnd(ours!)}, sổ ghi ${formatVnd(theirs!)}, chênh ${formatVnd(Math.abs(difference!))} đồng: ${lowerFirst(why)}.`,
      profile,
      invoice: invoice!,
    };
  });
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

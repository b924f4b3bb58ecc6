import { documentKeyOf, netAmountOf } from '../../bravo/sales-line.ts';
import type { Vnd } from '../../money.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice } from '../types.ts';
import type { Finding } from './finding.ts';
import type { RecordKind, RecordRef } from './record-ref.ts';

export type FindingRecord = {
  readonly kind: RecordKind;
  readonly id: string;
  readonly profile: string;
  readonly warehouse: string;
  readonly item: string;
  readonly line?: string;
  /**
   * The identifier by which people find the record: the document of a line, the voucher of an invoice or entry; else
   * its id.
   */
  readonly reference: string;
  readonly label: string;
  readonly detail: string;
  /** Null where the record has no money of its own. */
  readonly amount: Vnd | null;
};

const keyOf = ({ kind, id, profile = '', warehouse = '', item = '' }: RecordRef): string =>
  [kind, profile, id, warehouse, item].join('\u0000');

/** Each record once, with all that is said of it. Parts with an amount of their own stay separate. */
export function uniqueRefs(refs: readonly RecordRef[]): RecordRef[] {
  const known = new Map<string, RecordRef & { details: string[] }>();
  refs.forEach((ref, index) => {
    const key = ref.amount === undefined ? keyOf(ref) : `${index}`;
    const details = ref.detail ? [ref.detail] : [];
    const own = known.get(key);
    if (!own) known.set(key, { ...ref, details });
    else own.details.push(...details.filter((detail) => !own.details.includes(detail)));
  });
  return [...known.values()].map(({ details, ...ref }) =>
    details.length > 0 ? { ...ref, detail: details.join(' ') } : ref,
  );
}

/** The records that a finding names. One that names none speaks of its profile, or of the period as a whole. */
function refsOf({ about, lines, invoices, profile }: Finding, period: string): readonly RecordRef[] {
  if (about) return about;
  const own = profile === undefined ? {} : { profile };
  if (invoices) return invoices.map((id) => ({ kind: 'invoice', id, ...own }));
  if (lines) return lines.map((id) => ({ kind: 'line', id }));
  return profile === undefined ? [{ kind: 'period', id: period }] : [{ kind: 'profile', id: profile, profile }];
}

/** Reads findings' records with their names and money; the indexes behind it are made once, when first needed. */
export function recordFinder(input: IssuanceInput, plan?: IssuancePlan): (finding: Finding) => FindingRecord[] {
  const books = new Books(input, plan);
  return (finding) =>
    refsOf(finding, input.period.name).map((ref) => {
      const { kind, id, profile = '', warehouse = '', item = '', line } = ref;
      const { label, amount, reference = id } = books.look(ref);
      return {
        kind,
        id,
        profile,
        warehouse,
        item,
        ...(line !== undefined && { line }),
        reference,
        label,
        detail: ref.detail ?? '',
        amount: ref.amount === undefined ? amount : ref.amount,
      };
    });
}

/** The findings with the number of records that each names and their money in all; null where none has any. */
export function counted(findings: readonly Finding[], input: IssuanceInput, plan?: IssuancePlan): Finding[] {
  const find = recordFinder(input, plan);
  return findings.map((finding) => {
    const records = find(finding);
    const amounts = records.flatMap(({ amount }) => amount ?? []);
    const amount = amounts.length > 0 ? amounts.reduce((sum, one) => sum + one, 0) : null;
    return { ...finding, count: records.length, amount };
  });
}

/**
 * A key for each finding that stays while the same is found: its code, its profile, and its place among several of
 * both. All findings of a code go by the code alone.
 */
export function findingKeys(findings: readonly Finding[]): string[] {
  const baseOf = ({ code, profile }: Finding): string => (profile === undefined ? code : `${code}:${profile}`);
  const several = Map.groupBy(findings, baseOf);
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const base = baseOf(finding);
    if (several.get(base)!.length === 1) return base;
    const place = (seen.get(base) ?? 0) + 1;
    seen.set(base, place);
    return `${base}:${place}`;
  });
}

/** A finding in its short form: with the number of records and their money, without the records. */
export const withoutRecords = ({ about: _about, lines: _lines, invoices: _invoices, ...finding }: Finding): Finding =>
  finding;

type Seen = { readonly label: string; readonly amount: Vnd | null; readonly reference?: string };
const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};
const named = (code: string, name: string | undefined): string => (name ? `${code} — ${name}` : code);
const pair = (one: string, other: string): string => `${one}\u0000${other}`;

/** The indexes in which a record can be looked up. An invoice may be named without its profile: keys begin with it. */
class Books {
  readonly #input: IssuanceInput;
  readonly #invoices: () => ReadonlyMap<string, PlannedInvoice>;
  readonly #lines = once(() => new Map(this.#input.lines.map((line) => [line.id, line])));
  readonly #documents = once(() => sums(this.#input.lines.map((line) => [documentKeyOf(line), netAmountOf(line)])));
  readonly #partners = once(() => new Map(this.#input.bravoPartners.map(({ code, name }) => [code, name])));
  readonly #items = once(() => new Map(this.#input.lines.map(({ itemCode, itemName }) => [itemCode, itemName])));
  readonly #profiles = once(() => new Map(this.#input.profiles.map((books) => [books.terms.code, books])));
  readonly #products = once(
    () =>
      new Map(
        this.#input.profiles.flatMap(({ terms, products }) =>
          products.map(({ code, name }) => [pair(terms.code, code), name] as const),
        ),
      ),
  );
  readonly #entries = once(
    () =>
      new Map(
        this.#input.profiles.flatMap(({ terms, salesLedger }) =>
          salesLedger.map((entry) => [pair(terms.code, entry.id), entry] as const),
        ),
      ),
  );
  readonly #buyers: () => ReadonlyMap<string, Vnd>;
  readonly #customers: () => ReadonlyMap<string, Vnd>;
  readonly #customerNames: () => ReadonlyMap<string, string>;
  readonly #sold: () => ReadonlyMap<string, Vnd>;

  constructor(input: IssuanceInput, plan: IssuancePlan | undefined) {
    this.#input = input;
    const all = [...input.kept, ...(plan?.invoices ?? [])];
    const invoices = plan?.invoices ?? [];
    this.#invoices = once(() => new Map(all.map((one) => [one.key, one])));
    this.#buyers = once(() => sums(invoices.map((one) => [pair(one.profile, one.buyer.bravoPartnerCode), one.amount])));
    this.#customers = once(() => sums(invoices.map((one) => [pair(one.profile, one.buyer.customerCode), one.amount])));
    this.#customerNames = once(
      () => new Map(invoices.map(({ profile, buyer }) => [pair(profile, buyer.customerCode), buyer.name])),
    );
    this.#sold = once(() =>
      sums(invoices.flatMap(({ profile, items }) => items.map((item) => [pair(profile, item.product), item.amount]))),
    );
  }

  look(ref: RecordRef): Seen {
    const { kind, id, profile = '', warehouse = '', item = '' } = ref;
    const own = pair(profile, id);
    switch (kind) {
      case 'line': {
        const line = this.#lines().get(id);
        if (!line) return { label: `${id} (không còn trên sổ)`, amount: null };
        const reference = documentKeyOf(line);
        const label = `${reference} · ${named(line.itemCode, line.itemName)}`;
        return { label, amount: netAmountOf(line), reference };
      }
      case 'document':
        return { label: id, amount: this.#documents().get(id) ?? null };
      case 'invoice': {
        const invoice = this.#invoices().get(id);
        return invoice
          ? {
              ...{ label: `${invoice.voucherNumber} · ${invoice.buyer.name}`, amount: invoice.amount },
              reference: invoice.voucherNumber,
            }
          : { label: id, amount: null };
      }
      case 'partner':
        return { label: named(id, this.#partners().get(id)), amount: this.#buyers().get(own) ?? null };
      case 'item':
        return { label: named(id, this.#items().get(id)), amount: null };
      case 'product':
        return { label: named(id, this.#products().get(own)), amount: this.#sold().get(own) ?? null };
      case 'stock':
        return { label: `${named(id, this.#products().get(own))} · kho ${warehouse}`, amount: null };
      case 'connection':
        return {
          label: `${named(id, this.#products().get(own))} ↔ ${named(item, this.#items().get(item))}`,
          amount: null,
        };
      case 'entry': {
        const entry = this.#entries().get(own);
        if (!entry) return { label: id, amount: null };
        const label = `${entry.voucherNumber} · ${named(entry.product, entry.customerName)}`;
        return { label, amount: entry.amount, reference: entry.voucherNumber };
      }
      case 'new_customer':
        return { label: named(id, this.#customerNames().get(own)), amount: this.#customers().get(own) ?? null };
      case 'profile':
        return { label: named(id, this.#profiles().get(id)?.terms.name), amount: null };
      case 'rule':
      case 'period':
        return { label: id, amount: null };
    }
  }
}

function sums(entries: Iterable<readonly [string, Vnd]>): Map<string, Vnd> {
  const totals = new Map<string, Vnd>();
  for (const [key, amount] of entries) totals.set(key, (totals.get(key) ?? 0) + amount);
  return totals;
}

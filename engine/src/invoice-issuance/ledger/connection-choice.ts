import type { SalesLine } from '../../bravo/sales-line.ts';
import type { Day } from '../../day.ts';
import type { Factor } from '../../quantity.ts';
import { foldText } from '../../text/fold.ts';
import type { VatRate } from '../../vat-rate.ts';
import type { AmisProduct, ProfileBooks } from '../books.ts';
import { ruleOn, type VatRules } from '../rules/invoice-rules.ts';
import { decideVat, reductionOn, reductionTermOf } from '../rules/vat.ts';
import type { IssuanceInput, ShortageReason } from '../types.ts';

/** A product of a profile that an item is connected to. */
export type ConnectedProduct = {
  readonly profile: string;
  readonly product: AmisProduct;
  readonly factor: Factor | undefined;
  readonly priority: number;
};

export type UsableConnections = readonly (ConnectedProduct & { readonly factor: Factor })[];

/** True for a product that draws no stock. */
export const isService = (product: AmisProduct): boolean => foldText(product.kind) === 'dich vu';

/**
 * Connections per Bravo item, in the period's order of profiles. A connection to a product that the profile does not
 * have is void.
 */
export function connectionsByItem(profiles: readonly ProfileBooks[]): Map<string, ConnectedProduct[]> {
  const connections = new Map<string, ConnectedProduct[]>();
  for (const books of profiles) {
    const products = new Map(books.products.map((product) => [product.code, product]));
    for (const connection of books.productConnections) {
      const product = products.get(connection.product);
      if (!product) continue;
      const one = { profile: books.terms.code, product, factor: connection.factor, priority: connection.priority };
      const known = connections.get(connection.item);
      if (known) known.push(one);
      else connections.set(connection.item, [one]);
    }
  }
  return connections;
}

type Choice =
  | { readonly profiles: readonly string[]; readonly item: string; readonly connections: UsableConnections }
  | { readonly reason: ShortageReason; readonly why: string };

/** The products that a line may be invoiced as. Cached: lines of one item, rate, period of law and list of profiles share the answer. */
export function connectionChooser(
  input: IssuanceInput,
): (line: SalesLine, supplyDay: Day, profiles: readonly string[]) => Choice {
  const all = connectionsByItem(input.profiles);
  const listed = new Set(input.bravoItems.map(({ code }) => code));
  const rules = input.invoiceRules;
  const lawful = new Map<
    string,
    { good: UsableConnections; bad: Map<string, string>; isWhole: boolean; key: string }
  >();
  const lawOf = lawFinder(rules);
  const termsOf = termsFinder(all);
  const lawfulConnections = (line: SalesLine, day: Day) => {
    const law = lawOf(day) + termsOf(line.itemCode, day);
    const isService = line.kind === 'service';
    const key = `${line.itemCode}\u0000${line.vatRate ?? ''}\u0000${law}\u0000${isService ? 's' : 'g'}`;
    let known = lawful.get(key);
    if (!known) {
      known = { ...splitByLaw(all.get(line.itemCode) ?? [], line.vatRate, day, isService, rules), key };
      lawful.set(key, known);
    }
    return known;
  };
  const hintOf = (item: string): string => {
    const elsewhere = [...new Set((all.get(item) ?? []).map((connection) => `«${connection.profile}»`))];
    if (elsewhere.length > 0) return `, chỉ nối ở ${elsewhere.join(', ')} là nơi không được xuất cho chi nhánh này`;
    // Without any list of Bravo's (connections alone are enough to plan) nothing is known of what it lacks.
    return listed.size === 0 || listed.has(item) ? '' : ', và không có trong danh mục vật tư Bravo nên chưa nối được';
  };
  const choose = (line: SalesLine, supplyDay: Day, profiles: readonly string[]): Choice => {
    const connected = (all.get(line.itemCode) ?? []).filter((connection) => profiles.includes(connection.profile));
    if (connected.length === 0) {
      return {
        reason: 'ITEM_NOT_CONNECTED',
        why: `mặt hàng «${line.itemCode}» chưa nối với mã nào của ${quoted(profiles)}${hintOf(line.itemCode)}`,
      };
    }
    if (connected.every((connection) => !connection.factor)) {
      const codes = connected.map((connection) => `«${connection.product.code}»`).join(', ');
      return {
        reason: 'FACTOR_MISSING',
        why: `mặt hàng «${line.itemCode}» nối với ${codes} nhưng chưa có hệ số quy đổi`,
      };
    }
    const { good, bad, isWhole, key } = lawfulConnections(line, supplyDay);
    const able = profiles.filter((profile) => good.some((connection) => connection.profile === profile));
    if (able.length > 0) return { profiles: able, item: isWhole ? line.itemCode : key, connections: good };
    const whys = [
      ...new Set(connected.map((connection) => bad.get(`${connection.profile}\u0000${connection.product.code}`) ?? '')),
    ].filter(Boolean);
    const unknownOnly = whys.every((why) => why === UNKNOWN);
    return unknownOnly
      ? { reason: 'VAT_RATE_UNKNOWN', why: `sổ và mã hàng AMIS của «${line.itemCode}» đều không ghi thuế suất` }
      : { reason: 'NEEDS_REVIEW', why: whys.filter((why) => why !== UNKNOWN).join('; ') };
  };
  const known = new Map<string, Known[]>();
  return (line, supplyDay, profiles) => {
    const { itemCode, vatRate } = line;
    let ofItem = known.get(itemCode);
    if (!ofItem) {
      ofItem = [];
      known.set(itemCode, ofItem);
    }
    const law = lawOf(supplyDay);
    const terms = termsOf(itemCode, supplyDay);
    const isService = line.kind === 'service';
    // An item has a few choices at most: a text for each line would take longer than to look at them.
    for (const one of ofItem)
      if (
        one.vatRate === vatRate &&
        one.isService === isService &&
        one.law === law &&
        one.terms === terms &&
        isSame(one.profiles, profiles)
      )
        return one.choice;
    const choice = choose(line, supplyDay, profiles);
    ofItem.push({ vatRate, isService, law, terms, profiles, choice });
    return choice;
  };
}

/** A choice, with everything that it was made by beside the item. */
type Known = {
  readonly vatRate: VatRate | undefined;
  readonly isService: boolean;
  readonly law: string;
  readonly terms: string;
  readonly profiles: readonly string[];
  readonly choice: Choice;
};

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || (a.length === b.length && a.every((one, at) => one === b[at]));

/** The rules of VAT that hold on a day, by their first days. */
function lawFinder(rules: VatRules): (day: Day) => string {
  const known = new Map<Day, string>();
  return (day) => {
    const law = known.get(day) ?? `${ruleOn(rules.vatRates, day)?.fromDate}/${reductionOn(day, rules)?.fromDate ?? ''}`;
    known.set(day, law);
    return law;
  };
}

/** The flags of an item's products on a day, as far as one of them speaks of some days only. */
function termsFinder(
  connections: ReadonlyMap<string, readonly ConnectedProduct[]>,
): (item: string, day: Day) => string {
  const dated = new Map<string, readonly AmisProduct[]>();
  for (const [item, own] of connections) {
    const products = own.map(({ product }) => product);
    if (products.some(({ vatReductionFrom, vatReductionTo }) => vatReductionFrom || vatReductionTo))
      dated.set(item, products);
  }
  return (item, day) =>
    dated
      .get(item)
      ?.map((product) => `/${reductionTermOf(product, day)}`)
      .join('') ?? '';
}

const UNKNOWN = 'unknown';
const quoted = (codes: readonly string[]): string => codes.map((code) => `«${code}»`).join(', ');

function splitByLaw(
  connections: readonly ConnectedProduct[],
  rate: VatRate | undefined,
  day: string,
  needsService: boolean,
  rules: VatRules,
): { good: UsableConnections; bad: Map<string, string>; isWhole: boolean } {
  const good: UsableConnections[number][] = [];
  const bad = new Map<string, string>();
  for (const connection of connections) {
    if (!connection.factor) continue;
    const mark = (why: string) => bad.set(`${connection.profile}\u0000${connection.product.code}`, why);
    if (needsService && !isService(connection.product)) {
      mark(
        `dòng dịch vụ nhưng mã «${connection.product.code}» là hàng tồn kho (${connection.product.kind || 'chưa rõ tính chất'})`,
      );
      continue;
    }
    const vat = decideVat(rate, connection.product, day, rules);
    if (vat.kind === 'rate') good.push({ ...connection, factor: connection.factor });
    else mark(vat.kind === 'unknown' ? UNKNOWN : vat.why);
  }
  return { good, bad, isWhole: bad.size === 0 };
}

import { documentKeyOf, type SalesLine } from '../../bravo/sales-line.ts';
import { type Day, formatDay } from '../../day.ts';
import type { Factor } from '../../quantity.ts';
import { foldText } from '../../text/fold.ts';
import type { VatRate } from '../../vat-rate.ts';
import { basisFinder } from '../bases/in-force.ts';
import type { AmisProduct, ProfileBooks } from '../books.ts';
import { dateFinder, isLocked } from '../rules/dates.ts';
import { ruleOn, type VatRules } from '../rules/invoice-rules.ts';
import { type BuyerToName, NAMED_TOGETHER_FROM, type Naming, namingOf } from '../rules/naming.ts';
import { suspensionOn, suspensionWords } from '../rules/suspensions.ts';
import { decideVat, reductionOn } from '../rules/vat.ts';
import type { BravoBuyer, IssuanceInput, ShortageReason } from '../types.ts';
import { dayGate } from './day-gate.ts';
import { isSettled, type OpenLine } from './open-lines.ts';

/** A product of a profile that an item is connected to. */
export type ConnectedProduct = {
  readonly profile: string;
  readonly product: AmisProduct;
  readonly factor: Factor | undefined;
  readonly priority: number;
};

/** A line that may be invoiced, with the profiles that may do it and the products they may use. */
export type Eligible = {
  readonly open: OpenLine;
  readonly document: string;
  readonly partner: BravoBuyer;
  /** Profiles in the period's order. */
  readonly profiles: readonly string[];
  /** The item, or a variant of it when the line's VAT rate rules out some of its products. */
  readonly item: string;
  /** Of every profile, shared by all lines of the item; `profiles` says which may be used. Empty for discounts. */
  readonly connections: readonly (ConnectedProduct & { readonly factor: Factor })[];
};

/** The buyer of the invoices of a profile to a partner who asks for one. */
type BuyerOf = (profile: string, partner: BravoBuyer) => BuyerToName;

export type Refusal = { readonly open: OpenLine; readonly reason: ShortageReason; readonly why: string };

export type Eligibility = { readonly eligible: readonly Eligible[]; readonly refused: readonly Refusal[] };

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

/**
 * Decides for every line that is still open whether it may be invoiced at all, by which profiles and as which products.
 * Obstacles are named in a fixed order: doubt about the line, then the branch's issuers, their bases, their
 * suspensions, the buyer, the lock, what the law wants of the buyer, the connection, its factor, the VAT rate.
 */
export function decideEligibility(
  input: IssuanceInput,
  open: ReadonlyMap<string, OpenLine>,
  held: ReadonlyMap<string, string>,
  buyerOf: BuyerOf,
): Eligibility {
  const eligible: Eligible[] = [];
  const refused: Refusal[] = [];
  const partners = new Map(input.bravoPartners.map((partner) => [partner.code, partner]));
  const issuersOf = issuerFinder(input);
  const usableConnections = connectionChooser(input);
  const dateOf = dateFinder(input);
  const nameable = nameableIn(dateOf, buyerOf);
  const onDay = dayGate(input);
  for (const one of open.values()) {
    const { line } = one;
    // A line of blanks has nothing left to place either, but no person has settled it.
    if (isSettled(one) && !(line.unstated && held.has(line.id))) continue;
    const refuse = (reason: ShortageReason, why: string) => refused.push({ open: one, reason, why });
    const doubt = held.get(line.id) ?? doubtAbout(one);
    if (doubt) {
      refuse('NEEDS_REVIEW', doubt);
      continue;
    }
    const declared = issuersOf(line);
    if ('reason' in declared) {
      refuse(declared.reason, declared.why);
      continue;
    }
    const partner = partners.get(line.partnerCode);
    if (!partner || partner.requirement === 'unset') {
      const known = partner ? 'chưa xác định lấy hay không lấy hóa đơn' : 'không có trong danh mục khách Bravo';
      refuse('INVOICE_REQUIREMENT_UNSET', `khách «${line.partnerCode}» ${known}`);
      continue;
    }
    const today = onDay(line, partner, declared);
    if ('why' in today) {
      refuse('LATER_DAY', today.why);
      continue;
    }
    const unlocked = today.able.filter(({ terms }) => !isLocked(dateOf(terms, line.docDate).date, line.docDate, terms));
    if (unlocked.length === 0) {
      refuse(
        'PROFILE_LOCKED',
        declared
          .map(({ terms }) => `«${terms.code}» khóa sổ đến ${formatDay(terms.lockedThrough ?? line.docDate)}`)
          .join(', '),
      );
      continue;
    }
    const { profiles, why } = nameable(partner, line.docDate, unlocked);
    if (profiles.length === 0) {
      refuse('BUYER_INCOMPLETE', why);
      continue;
    }
    const document = documentKeyOf(line);
    if (line.kind === 'discount') {
      eligible.push({ open: one, document, partner, profiles, item: line.itemCode, connections: [] });
      continue;
    }
    const chosen = usableConnections(one, profiles);
    if ('reason' in chosen) refuse(chosen.reason, chosen.why);
    else
      eligible.push({
        open: one,
        document,
        partner,
        profiles: chosen.profiles,
        item: chosen.item,
        connections: chosen.connections,
      });
  }
  return { eligible, refused };
}

/**
 * The profiles in whose invoices the buyer may be named as the law wants it, or in none and why. Cached: the sales of a
 * buyer of one side of the law's first day share the answer.
 */
function nameableIn(dateOf: ReturnType<typeof dateFinder>, buyerOf: BuyerOf) {
  const known = new Map<string, Naming>();
  const namingIn = ({ terms }: ProfileBooks, partner: BravoBuyer, saleDay: Day): Naming => {
    const { date } = dateOf(terms, saleDay);
    const key = `${terms.code}\u0000${partner.code}\u0000${date < NAMED_TOGETHER_FROM ? '' : 'n'}`;
    const naming = known.get(key) ?? namingOf(buyerOf(terms.code, partner), date);
    known.set(key, naming);
    return naming;
  };
  return (partner: BravoBuyer, saleDay: Day, unlocked: readonly ProfileBooks[]) => {
    const profiles: string[] = [];
    const whys: string[] = [];
    for (const books of unlocked) {
      const naming: Naming = partner.requirement === 'required' ? namingIn(books, partner, saleDay) : { as: 'named' };
      if (naming.as === 'blocked') whys.push(`«${books.terms.code}»: ${naming.why}`);
      else profiles.push(books.terms.code);
    }
    return {
      profiles,
      why: `khách «${partner.code}» cần hóa đơn nhưng không đủ nội dung bắt buộc (${whys.join('; ')})`,
    };
  };
}

/** Figures that no invoice can carry. */
function doubtAbout({ line, baseQuantity, amount }: OpenLine): string | undefined {
  if (line.kind === 'discount') return undefined;
  if (amount < 0) return 'số tiền âm nhưng số lượng không âm';
  if (baseQuantity < 0n) return 'số lượng âm nhưng không phải hàng trả lại';
  if (baseQuantity === 0n && line.kind !== 'service') return 'có tiền nhưng số lượng bằng 0';
  return undefined;
}

/** The entities that may invoice a line: declared for its branch, with a basis in force on its day, not suspended today. */
function issuerFinder(input: IssuanceInput): (line: SalesLine) => readonly ProfileBooks[] | Omit<Refusal, 'open'> {
  const { issueDay } = input.period;
  const basisOf = basisFinder(input.period);
  const declared = new Map(
    Object.entries(input.period.issuers).map(([branch, codes]) => [
      branch,
      input.profiles.filter((books) => codes.includes(books.terms.code)),
    ]),
  );
  const answer = (branchCode: string, docDate: string): readonly ProfileBooks[] | Omit<Refusal, 'open'> => {
    const all = declared.get(branchCode) ?? [];
    if (all.length === 0)
      return { reason: 'ISSUER_NOT_DECLARED', why: `chi nhánh «${branchCode}» chưa khai báo hồ sơ xuất hóa đơn` };
    const able = all.filter(({ terms }) => 'basis' in basisOf(branchCode, terms, docDate));
    const going = able.filter(({ terms }) => !suspensionOn(issueDay, terms));
    if (going.length > 0) return going;
    if (able.length > 0) return { reason: 'ISSUER_STOPPED', why: stoppedWords(able, issueDay) };
    const whys = all
      .map(({ terms }) => basisOf(branchCode, terms, docDate))
      .flatMap((one) => ('why' in one ? one.why : []));
    return { reason: 'NO_BASIS', why: whys.join('; ') };
  };
  const known = new Map<string, ReturnType<typeof answer>>();
  return ({ branchCode, docDate }) => {
    const key = `${docDate} ${branchCode}`;
    const found = known.get(key) ?? answer(branchCode, docDate);
    known.set(key, found);
    return found;
  };
}

const stoppedWords = (stopped: readonly ProfileBooks[], issueDay: Day): string =>
  stopped
    .flatMap(({ terms }) => {
      const suspension = suspensionOn(issueDay, terms);
      return suspension ? `«${terms.code}» ${suspensionWords(suspension)}` : [];
    })
    .join('; ');

type Choice =
  | { readonly profiles: readonly string[]; readonly item: string; readonly connections: Eligible['connections'] }
  | { readonly reason: ShortageReason; readonly why: string };

/** The products that a line may be invoiced as. Cached: lines of one item, rate and period of law share the answer. */
function connectionChooser(input: IssuanceInput): (open: OpenLine, profiles: readonly string[]) => Choice {
  const all = connectionsByItem(input.profiles);
  const rules = input.invoiceRules;
  const lawful = new Map<
    string,
    { good: Eligible['connections']; bad: Map<string, string>; isWhole: boolean; key: string }
  >();
  const lawfulConnections = ({ line }: OpenLine) => {
    const law = `${ruleOn(rules.vatRates, line.docDate)?.fromDate}/${reductionOn(line.docDate, rules)?.fromDate ?? ''}`;
    const isService = line.kind === 'service';
    const key = `${line.itemCode}\u0000${line.vatRate ?? ''}\u0000${law}\u0000${isService ? 's' : 'g'}`;
    let known = lawful.get(key);
    if (!known) {
      known = { ...splitByLaw(all.get(line.itemCode) ?? [], line.vatRate, line.docDate, isService, rules), key };
      lawful.set(key, known);
    }
    return known;
  };
  return (open, profiles) => {
    const { line } = open;
    const connected = (all.get(line.itemCode) ?? []).filter((connection) => profiles.includes(connection.profile));
    if (connected.length === 0) {
      const elsewhere = [...new Set((all.get(line.itemCode) ?? []).map((connection) => `«${connection.profile}»`))];
      const hint =
        elsewhere.length > 0 ? `, chỉ nối ở ${elsewhere.join(', ')} là nơi không được xuất cho chi nhánh này` : '';
      return {
        reason: 'ITEM_NOT_CONNECTED',
        why: `mặt hàng «${line.itemCode}» chưa nối với mã nào của ${quoted(profiles)}${hint}`,
      };
    }
    if (connected.every((connection) => !connection.factor)) {
      const codes = connected.map((connection) => `«${connection.product.code}»`).join(', ');
      return {
        reason: 'FACTOR_MISSING',
        why: `mặt hàng «${line.itemCode}» nối với ${codes} nhưng chưa có hệ số quy đổi`,
      };
    }
    const { good, bad, isWhole, key } = lawfulConnections(open);
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
}

const UNKNOWN = 'unknown';
const quoted = (codes: readonly string[]): string => codes.map((code) => `«${code}»`).join(', ');

function splitByLaw(
  connections: readonly ConnectedProduct[],
  rate: VatRate | undefined,
  day: string,
  needsService: boolean,
  rules: VatRules,
): { good: Eligible['connections']; bad: Map<string, string>; isWhole: boolean } {
  const good: Eligible['connections'][number][] = [];
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

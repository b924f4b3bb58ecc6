import { documentKeys, type SalesLine } from '../../bravo/sales-line.ts';
import { type Day, formatDay } from '../../day.ts';
import { passing } from '../../order.ts';
import { basisFinder } from '../bases/in-force.ts';
import type { ProfileBooks } from '../books.ts';
import { dateFinder, isLocked } from '../rules/dates.ts';
import { isOwn, type LawfulDay, lawfulDayOf } from '../rules/lawful-day.ts';
import { type BuyerToName, NAMED_TOGETHER_FROM, type Naming, namingOf } from '../rules/naming.ts';
import { suspensionOn, suspensionWords } from '../rules/suspensions.ts';
import type { BravoBuyer, IssuanceInput, ShortageReason } from '../types.ts';
import { connectionChooser, type UsableConnections } from './connection-choice.ts';
import { dayGate } from './day-gate.ts';
import { isSettled, type OpenLine } from './open-lines.ts';

/** A line that may be invoiced, with the profiles that may do it and the products they may use. */
export type Eligible = {
  readonly open: OpenLine;
  readonly document: string;
  readonly partner: BravoBuyer;
  /** The lawful day of its invoice. */
  readonly sale: LawfulDay;
  /** Profiles in the period's order. */
  readonly profiles: readonly string[];
  /** The item, or a variant of it when the line's VAT rate rules out some of its products. */
  readonly item: string;
  /** Of every profile, shared by all lines of the item; `profiles` says which may be used. Empty for discounts. */
  readonly connections: UsableConnections;
};

/** The buyer of the invoices of a profile to a partner who asks for one. */
type BuyerOf = (profile: string, partner: BravoBuyer) => BuyerToName;

export type Refusal = { readonly open: OpenLine; readonly reason: ShortageReason; readonly why: string };

export type Eligibility = { readonly eligible: readonly Eligible[]; readonly refused: readonly Refusal[] };

/** The lawful day of a line where it is another than the day of its document. */
export const ownDayOf = ({ sale, open: { line } }: Eligible): { readonly ownDay?: LawfulDay } =>
  isOwn(line, sale) ? { ownDay: sale } : {};

/**
 * Decides for every line that is still open whether it may be invoiced at all, by which profiles and as which products.
 * Obstacles are named in a fixed order: doubt about the line, then the branch's issuers, their bases, their
 * suspensions, the buyer, the lock, what the law wants of the buyer, the connection, its factor, the VAT rate.
 */
export function decideEligibility(
  input: IssuanceInput,
  open: readonly OpenLine[],
  held: ReadonlyMap<string, string>,
  buyerOf: BuyerOf,
): Eligibility {
  const eligible: Eligible[] = [];
  const refused: Refusal[] = [];
  const sellersOf = sellerFinder(input, buyerOf);
  const usableConnections = connectionChooser(input);
  const documentOf = documentKeys();
  for (const one of open) {
    const { line } = one;
    // A line of blanks has nothing left to place either, but no person has settled it.
    if (isSettled(one) && !(line.unstated && held.has(line.id))) continue;
    const sale = lawfulDayOf(line, input.invoiceRules);
    const doubt = held.get(line.id) ?? doubtAbout(one) ?? sale.waits;
    if (doubt) {
      refused.push({ open: one, reason: 'NEEDS_REVIEW', why: doubt });
      continue;
    }
    const sellers = sellersOf(line, sale);
    if ('reason' in sellers) {
      refused.push({ open: one, reason: sellers.reason, why: sellers.why });
      continue;
    }
    const { partner, profiles } = sellers;
    const document = documentOf(line);
    if (line.kind === 'discount') {
      eligible.push({ open: one, document, partner, sale, profiles, item: line.itemCode, connections: [] });
      continue;
    }
    const chosen = usableConnections(line, sale.supplyDay, profiles);
    if ('reason' in chosen) refused.push({ open: one, reason: chosen.reason, why: chosen.why });
    else {
      const { item, connections } = chosen;
      eligible.push({ open: one, document, partner, sale, profiles: chosen.profiles, item, connections });
    }
  }
  return { eligible, refused };
}

type Refused = Omit<Refusal, 'open'>;
type Sellers = { readonly partner: BravoBuyer; readonly profiles: readonly string[] } | Refused;

/** The profiles that may invoice a sale, whatever its goods are. The lines of a document follow one another and share the answer. */
function sellerFinder(input: IssuanceInput, buyerOf: BuyerOf): (line: SalesLine, sale: LawfulDay) => Sellers {
  const find = sellersOfSale(input, buyerOf);
  let last: { readonly line: SalesLine; readonly sellers: Sellers } | undefined;
  return (line, sale) => {
    // The day of a gift may be another than that of its sale, and so may that of a line with facts of its own.
    // A discount needs no basis of its own.
    if (line.kind === 'free' || line.kind === 'discount' || line.dayFacts) return find(line, sale);
    const isSame =
      last?.line.partnerCode === line.partnerCode &&
      last.line.docDate === line.docDate &&
      last.line.branchCode === line.branchCode;
    if (!last || !isSame) last = { line, sellers: find(line, sale) };
    return last.sellers;
  };
}

function sellersOfSale(input: IssuanceInput, buyerOf: BuyerOf): (line: SalesLine, sale: LawfulDay) => Sellers {
  const partners = new Map(input.bravoPartners.map((partner) => [partner.code, partner]));
  const issuersOf = issuerFinder(input);
  const dateOf = dateFinder(input);
  const nameable = nameableIn(dateOf, buyerOf);
  const onDay = dayGate(input);
  return (line, sale) => {
    const declared = issuersOf(line);
    if ('reason' in declared) return declared;
    const partner = partners.get(line.partnerCode);
    if (!partner || partner.requirement === 'unset') {
      const known = partner ? 'chưa xác định lấy hay không lấy hóa đơn' : 'không có trong danh mục khách Bravo';
      return { reason: 'INVOICE_REQUIREMENT_UNSET', why: `khách «${line.partnerCode}» ${known}` };
    }
    const today = onDay(line, partner, declared);
    if ('why' in today) return { reason: 'LATER_DAY', why: today.why };
    const isOpen = ({ terms }: ProfileBooks): boolean => !isLocked(dateOf(terms, sale).date, line.docDate, terms);
    const unlocked = passing(today.able, isOpen);
    if (unlocked.length === 0) {
      const locks = declared.map(
        ({ terms }) => `«${terms.code}» khóa sổ đến ${formatDay(terms.lockedThrough ?? line.docDate)}`,
      );
      return { reason: 'PROFILE_LOCKED', why: locks.join(', ') };
    }
    const { profiles, why } = nameable(partner, sale, unlocked);
    if (why === undefined) return { partner, profiles };
    const told = `khách «${partner.code}» cần hóa đơn nhưng không đủ nội dung bắt buộc (${why})`;
    return { reason: 'BUYER_INCOMPLETE', why: told };
  };
}

/** The profiles that may name a buyer; `why` there is none. */
type Nameable = { readonly profiles: readonly string[]; readonly why?: string };

/**
 * The profiles in whose invoices the buyer may be named as the law wants it, or in none and why. Cached: the sales of a
 * buyer of one side of the law's first day share the answer.
 */
function nameableIn(dateOf: ReturnType<typeof dateFinder>, buyerOf: BuyerOf) {
  const known = {
    before: new Map<BravoBuyer, Map<string, Naming>>(),
    since: new Map<BravoBuyer, Map<string, Naming>>(),
  };
  const namingIn = ({ terms }: ProfileBooks, partner: BravoBuyer, sale: LawfulDay): Naming => {
    const { date } = dateOf(terms, sale);
    const ofBuyers = date < NAMED_TOGETHER_FROM ? known.before : known.since;
    const own = ofBuyers.get(partner) ?? new Map<string, Naming>();
    ofBuyers.set(partner, own);
    const naming = own.get(terms.code) ?? namingOf(buyerOf(terms.code, partner), date);
    own.set(terms.code, naming);
    return naming;
  };
  const codesOf = codeLists();
  return (partner: BravoBuyer, sale: LawfulDay, unlocked: readonly ProfileBooks[]): Nameable => {
    if (partner.requirement !== 'required') return { profiles: codesOf(unlocked) };
    const isNamed = (books: ProfileBooks): boolean => namingIn(books, partner, sale).as !== 'blocked';
    const profiles = codesOf(passing(unlocked, isNamed));
    if (profiles.length > 0) return { profiles };
    const whys = unlocked.flatMap((books) => {
      const naming = namingIn(books, partner, sale);
      return naming.as === 'blocked' ? `«${books.terms.code}»: ${naming.why}` : [];
    });
    return { profiles, why: whys.join('; ') };
  };
}

/** The codes of profiles: one list for each list of profiles, which the sales of a branch share. */
function codeLists(): (list: readonly ProfileBooks[]) => readonly string[] {
  const known = new WeakMap<readonly ProfileBooks[], readonly string[]>();
  return (list) => {
    const codes = known.get(list) ?? list.map(({ terms }) => terms.code);
    known.set(list, codes);
    return codes;
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

/**
 * The entities that may invoice a line: declared for its branch, with a basis in force on its day, not suspended today. A
 * discount goes with goods that had their basis: one that comes after its end still needs its adjusting invoice (0043, point 6).
 */
function issuerFinder(input: IssuanceInput): (line: SalesLine) => readonly ProfileBooks[] | Refused {
  const { issueDay } = input.period;
  const basisOf = basisFinder(input.period);
  const declared = new Map(
    Object.entries(input.period.issuers).map(([branch, codes]) => [
      branch,
      input.profiles.filter((books) => codes.includes(books.terms.code)),
    ]),
  );
  const answer = ({ branchCode, docDate, kind }: SalesLine): readonly ProfileBooks[] | Refused => {
    const all = declared.get(branchCode) ?? [];
    if (all.length === 0)
      return { reason: 'ISSUER_NOT_DECLARED', why: `chi nhánh «${branchCode}» chưa khai báo hồ sơ xuất hóa đơn` };
    const based = all.filter(({ terms }) => 'basis' in basisOf(branchCode, terms, docDate));
    const able = based.length === 0 && kind === 'discount' ? all : based;
    const going = able.filter(({ terms }) => !suspensionOn(issueDay, terms));
    if (going.length > 0) return going;
    if (able.length > 0) return { reason: 'ISSUER_STOPPED', why: stoppedWords(able, issueDay) };
    const whys = all
      .map(({ terms }) => basisOf(branchCode, terms, docDate))
      .flatMap((one) => ('why' in one ? one.why : []));
    return { reason: 'NO_BASIS', why: whys.join('; ') };
  };
  const known = new Map<string, ReturnType<typeof answer>>();
  return (line) => {
    const key = `${line.docDate} ${line.kind === 'discount' ? line.kind : ''} ${line.branchCode}`;
    const found = known.get(key) ?? answer(line);
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

import { documentKeyOf } from '../../bravo/sales-line.ts';
import { formatDay } from '../../day.ts';
import type { Factor } from '../../quantity.ts';
import { foldText } from '../../text/fold.ts';
import type { VatRate } from '../../vat-rate.ts';
import type { AmisProduct, ProfileBooks } from '../books.ts';
import { isLocked } from '../rules/dates.ts';
import { ruleOn, type VatRules } from '../rules/invoice-rules.ts';
import { decideVat, reductionOn } from '../rules/vat.ts';
import type { BravoBuyer, IssuanceInput, ShortageReason } from '../types.ts';
import { isSettled, type OpenLine } from './open-lines.ts';

/** A product of a profile that an item is connected to. */
export type ProductLink = {
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
  readonly links: readonly (ProductLink & { readonly factor: Factor })[];
};

export type Refusal = { readonly open: OpenLine; readonly reason: ShortageReason; readonly why: string };

export type Screening = { readonly eligible: readonly Eligible[]; readonly refused: readonly Refusal[] };

/** True for a product that draws no stock. */
export const isService = (product: AmisProduct): boolean => foldText(product.kind) === 'dich vu';

/**
 * Connections per Bravo item, in the period's order of profiles. A connection to a product that the profile does not
 * have is void.
 */
export function linksByItem(profiles: readonly ProfileBooks[]): Map<string, ProductLink[]> {
  const links = new Map<string, ProductLink[]>();
  for (const books of profiles) {
    const products = new Map(books.products.map((product) => [product.code, product]));
    for (const link of books.productLinks) {
      const product = products.get(link.product);
      if (!product) continue;
      const one = { profile: books.terms.code, product, factor: link.factor, priority: link.priority };
      const known = links.get(link.item);
      if (known) known.push(one);
      else links.set(link.item, [one]);
    }
  }
  return links;
}

/**
 * Decides for every line that is still open whether it may be invoiced at all, by which profiles and as which products.
 * Obstacles are named in a fixed order: doubt about the line, then the branch's issuers, the buyer, the lock, the
 * connection, its factor, the VAT rate.
 */
export function screenLines(
  input: IssuanceInput,
  open: ReadonlyMap<string, OpenLine>,
  held: ReadonlyMap<string, string>,
): Screening {
  const eligible: Eligible[] = [];
  const refused: Refusal[] = [];
  const partners = new Map(input.bravoPartners.map((partner) => [partner.code, partner]));
  const issuers = issuersByBranch(input);
  const usableLinks = linkChooser(input);
  const { plannedInvoiceDate } = input.period;
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
    const declared = issuers.get(line.branchCode) ?? [];
    if (declared.length === 0) {
      refuse('ISSUER_NOT_DECLARED', `chi nhánh «${line.branchCode}» chưa khai báo hồ sơ xuất hóa đơn`);
      continue;
    }
    const partner = partners.get(line.partnerCode);
    if (!partner || partner.requirement === 'unset') {
      const known = partner ? 'chưa xác định lấy hay không lấy hóa đơn' : 'không có trong danh mục khách Bravo';
      refuse('INVOICE_REQUIREMENT_UNSET', `khách «${line.partnerCode}» ${known}`);
      continue;
    }
    const unlocked = declared.filter((books) => !isLocked(plannedInvoiceDate, line.docDate, books.terms));
    if (unlocked.length === 0) {
      refuse(
        'PROFILE_LOCKED',
        declared
          .map(({ terms }) => `«${terms.code}» khóa sổ đến ${formatDay(terms.lockedThrough ?? line.docDate)}`)
          .join(', '),
      );
      continue;
    }
    const profiles = unlocked.map((books) => books.terms.code);
    const document = documentKeyOf(line);
    if (line.kind === 'discount') {
      eligible.push({ open: one, document, partner, profiles, item: line.itemCode, links: [] });
      continue;
    }
    const chosen = usableLinks(one, profiles);
    if ('reason' in chosen) refuse(chosen.reason, chosen.why);
    else
      eligible.push({
        open: one,
        document,
        partner,
        profiles: chosen.profiles,
        item: chosen.item,
        links: chosen.links,
      });
  }
  return { eligible, refused };
}

/** Figures that no invoice can carry. */
function doubtAbout({ line, baseQuantity, amount }: OpenLine): string | undefined {
  if (line.kind === 'discount') return undefined;
  if (amount < 0) return 'số tiền âm nhưng số lượng không âm';
  if (baseQuantity < 0n) return 'số lượng âm nhưng không phải hàng trả lại';
  if (baseQuantity === 0n && line.kind !== 'service') return 'có tiền nhưng số lượng bằng 0';
  return undefined;
}

function issuersByBranch(input: IssuanceInput): Map<string, ProfileBooks[]> {
  const map = new Map<string, ProfileBooks[]>();
  for (const [branch, codes] of Object.entries(input.period.issuers)) {
    map.set(
      branch,
      input.profiles.filter((books) => codes.includes(books.terms.code)),
    );
  }
  return map;
}

type Choice =
  | { readonly profiles: readonly string[]; readonly item: string; readonly links: Eligible['links'] }
  | { readonly reason: ShortageReason; readonly why: string };

/** The products that a line may be invoiced as. Cached: lines of one item, rate and period of law share the answer. */
function linkChooser(input: IssuanceInput): (open: OpenLine, profiles: readonly string[]) => Choice {
  const all = linksByItem(input.profiles);
  const rules = input.invoiceRules;
  const lawful = new Map<
    string,
    { good: Eligible['links']; bad: Map<string, string>; isWhole: boolean; key: string }
  >();
  const lawfulLinks = ({ line }: OpenLine) => {
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
    const connected = (all.get(line.itemCode) ?? []).filter((link) => profiles.includes(link.profile));
    if (connected.length === 0) {
      const elsewhere = [...new Set((all.get(line.itemCode) ?? []).map((link) => `«${link.profile}»`))];
      const hint =
        elsewhere.length > 0 ? `, chỉ nối ở ${elsewhere.join(', ')} là nơi không được xuất cho chi nhánh này` : '';
      return {
        reason: 'ITEM_NOT_CONNECTED',
        why: `mặt hàng «${line.itemCode}» chưa nối với mã nào của ${quoted(profiles)}${hint}`,
      };
    }
    if (connected.every((link) => !link.factor)) {
      const codes = connected.map((link) => `«${link.product.code}»`).join(', ');
      return {
        reason: 'FACTOR_MISSING',
        why: `mặt hàng «${line.itemCode}» nối với ${codes} nhưng chưa có hệ số quy đổi`,
      };
    }
    const { good, bad, isWhole, key } = lawfulLinks(open);
    const able = profiles.filter((profile) => good.some((link) => link.profile === profile));
    if (able.length > 0) return { profiles: able, item: isWhole ? line.itemCode : key, links: good };
    const whys = [
      ...new Set(connected.map((link) => bad.get(`${link.profile}\u0000${link.product.code}`) ?? '')),
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
  links: readonly ProductLink[],
  rate: VatRate | undefined,
  day: string,
  needsService: boolean,
  rules: VatRules,
): { good: Eligible['links']; bad: Map<string, string>; isWhole: boolean } {
  const good: Eligible['links'][number][] = [];
  const bad = new Map<string, string>();
  for (const link of links) {
    if (!link.factor) continue;
    const mark = (why: string) => bad.set(`${link.profile}\u0000${link.product.code}`, why);
    if (needsService && !isService(link.product)) {
      mark(
        `dòng dịch vụ nhưng mã «${link.product.code}» là hàng tồn kho (${link.product.kind || 'chưa rõ tính chất'})`,
      );
      continue;
    }
    const vat = decideVat(rate, link.product, day, rules);
    if (vat.kind === 'rate') good.push({ ...link, factor: link.factor });
    else mark(vat.kind === 'unknown' ? UNKNOWN : vat.why);
  }
  return { good, bad, isWhole: bad.size === 0 };
}

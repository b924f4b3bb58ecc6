import type { SalesLine } from '../../bravo/sales-line.ts';
import { formatDay } from '../../day.ts';
import { exclusionFinder } from '../ledger/exclude.ts';
import { OpenLedger } from '../ledger/open-lines.ts';
import type { AlreadyInvoiced, IssuanceInput, PlannedInvoice, Warning } from '../types.ts';
import type { OtherBuyer } from './changed-since/changed-buyers.ts';
import { hasOtherDay } from './changed-since/changed-days.ts';
import type { KeptSales } from './kept-invoices.ts';
import { askingOf, candidateFinder, indexLines } from './pairs/candidates.ts';
import { isInForce, type Reconciliation } from './reconcile.ts';

/**
 * Pinned drafts that no longer agree with what is known: they carry more than the ledger has (`overdrawn` lines) or another
 * price, a line that it lost, an excluded one, one of another buyer or day, or one that an AMIS entry may be, wholly or beyond what they leave of it. They
 * stay, because a person made them, but must not leave for the first time like that (KEPT_DRAFT_OUTDATED). For what has left
 * already, another price is told (KEPT_INVOICE_AMOUNT_DIFFERS), excluded lines are (`excludedSince`) and so are another buyer, day or item (`changedSince`); the rest shows up in the tie-out.
 */
export function outdatedDrafts(
  input: IssuanceInput,
  kept: readonly PlannedInvoice[],
  { overdrawn, repriced, otherOf }: Pick<KeptSales, 'overdrawn' | 'repriced'> & { readonly otherOf: OtherBuyer },
  { alreadyInvoiced, exceeded }: Pick<Reconciliation, 'alreadyInvoiced' | 'exceeded'>,
  ownVouchers: ReadonlyMap<string, ReadonlySet<string>>,
): Warning[] {
  const drafts = kept.filter((invoice) => invoice.status === 'draft');
  if (drafts.length === 0 && repriced.size === 0) return [];
  const left = kept.filter((invoice) => invoice.status !== 'draft').flatMap((one) => repricedWarning(one, repriced));
  if (drafts.length === 0) return left;
  const lines = new Map(input.lines.map((line) => [line.id, line]));
  const isExcluded = exclusionFinder(input);
  const voucherOf = amisVouchers(input, drafts, lines, alreadyInvoiced, ownVouchers);
  const outdated = drafts.flatMap((invoice): Warning[] => {
    const whys = new Set<string>();
    for (const { line: id } of invoice.items.flatMap((item) => item.allocations)) {
      const line = lines.get(id);
      if (!line) whys.add('dòng bán không còn trên sổ Bravo');
      if (line && isExcluded(line)) whys.add('dòng bán đã được loại ra');
      const other = line && otherOf(invoice, line);
      if (other !== undefined) whys.add(`Bravo nay ghi dòng bán «${id}» cho khách khác: ${other.words}`);
      if (line && hasOtherDay(invoice, line))
        whys.add(
          `Bravo nay ghi dòng bán «${id}» ngày ${formatDay(line.docDate)}, không phải ngày ${formatDay(invoice.documentDate)}`,
        );
      if (overdrawn.has(id)) whys.add('nhiều hơn sổ Bravo hiện nay');
      const price = repriced.get(id);
      if (price !== undefined) whys.add(`dòng bán «${id}» ${price}`);
      const excess = exceeded.get(id);
      if (excess !== undefined) whys.add(excess);
      const voucher = voucherOf.get(id);
      if (voucher !== undefined) whys.add(`AMIS có thể đã xuất hàng này ở chứng từ «${voucher}»`);
    }
    if (whys.size === 0) return [];
    return [
      {
        code: 'KEPT_DRAFT_OUTDATED',
        message: `Hóa đơn nháp đã ghim «${invoice.voucherNumber}» không còn đúng: ${[...whys].join('; ')}.`,
        profile: invoice.profile,
        invoice: invoice.key,
      },
    ];
  });
  return [...left, ...outdated];
}

/** An invoice that has left carries another price than the ledger has today. */
function repricedWarning({ voucherNumber, profile, key, items }: PlannedInvoice, repriced: KeptSales['repriced']) {
  const lines = new Set(items.flatMap((item) => item.allocations.map(({ line }) => line)));
  return [...lines].flatMap((line): Warning[] => {
    const price = repriced.get(line);
    if (price === undefined) return [];
    const message = `Hóa đơn «${voucherNumber}»: dòng bán «${line}» ${price}.`;
    return [{ code: 'KEPT_INVOICE_AMOUNT_DIFFERS', message, profile, line, invoice: key }];
  });
}

/**
 * Line of a draft → the AMIS voucher that may have invoiced it: by its ledger figures, for the ledger's or the chosen
 * buyer.
 */
function amisVouchers(
  input: IssuanceInput,
  drafts: readonly PlannedInvoice[],
  lines: ReadonlyMap<string, SalesLine>,
  alreadyInvoiced: readonly AlreadyInvoiced[],
  ownVouchers: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, string> {
  const held = new Set(drafts.flatMap((one) => one.items.flatMap((item) => item.allocations.map(({ line }) => line))));
  const open = new OpenLedger([...held].flatMap((id) => lines.get(id) ?? [])).unsettled();
  const key = (profile: string, entry: string) => `${profile}\u0000${entry}`;
  const accounted = new Set(alreadyInvoiced.map(({ profile, entry }) => key(profile, entry)));
  const decisions = Map.groupBy(input.reconciliations, (one) => key(one.profile, one.entry));
  const found = new Map<string, string>();
  const asking = input.profiles.map((books) => {
    const own = ownVouchers.get(books.terms.code);
    const entries = books.salesLedger.filter(
      (entry) =>
        entry.quantity !== 0n && !own?.has(entry.voucherNumber) && !accounted.has(key(books.terms.code, entry.id)),
    );
    return askingOf({ ...books, partnerConnections: withChosenBuyers(books, drafts) }, entries, input);
  });
  const index = indexLines(asking, open);
  for (const [place, { terms }] of input.profiles.entries()) {
    const finder = candidateFinder(input, asking[place]!, index);
    for (const entry of asking[place]!.entries) {
      const decided = decisions.get(key(terms.code, entry.id));
      const isDecided = decided && isInForce(decided, (line) => lines.has(line));
      const candidates = (isDecided ? decided : finder(entry)).map(({ line }) => line);
      for (const line of candidates) if (line !== null && held.has(line)) found.set(line, entry.voucherNumber);
    }
  }
  return found;
}

const withChosenBuyers = (
  { terms, partnerConnections }: IssuanceInput['profiles'][number],
  drafts: readonly PlannedInvoice[],
) => [
  ...partnerConnections,
  ...drafts
    .filter(({ profile, buyer }) => profile === terms.code && buyer.source === 'chosen' && buyer.customerCode !== '')
    .map(({ buyer }) => ({ customer: buyer.customerCode, partner: buyer.bravoPartnerCode, isDefault: false })),
];

import type { SalesLine } from '../bravo/sales-line.ts';
import { candidateFinder, indexLines } from './candidates.ts';
import { exclusionFinder } from './exclude.ts';
import { openLedger } from './open-lines.ts';
import type { AlreadyInvoiced, IssuanceInput, PlannedInvoice, Warning } from './types.ts';

/**
 * Pinned drafts that no longer agree with what is known: they carry more than the ledger has (`overdrawn` lines), a line that
 * it lost, an excluded one, or one that an AMIS entry not accounted for elsewhere may be. They stay, because a person made
 * them, but must not leave for the first time like that (KEPT_DRAFT_OUTDATED). What has left already is not judged here.
 */
export function outdatedDrafts(
  input: IssuanceInput,
  kept: readonly PlannedInvoice[],
  overdrawn: ReadonlySet<string>,
  alreadyInvoiced: readonly AlreadyInvoiced[],
): Warning[] {
  const drafts = kept.filter((invoice) => invoice.status === 'draft');
  if (drafts.length === 0) return [];
  const lines = new Map(input.lines.map((line) => [line.id, line]));
  const isExcluded = exclusionFinder(input);
  const voucherOf = amisVouchers(input, drafts, lines, alreadyInvoiced);
  return drafts.flatMap((invoice): Warning[] => {
    const whys = new Set<string>();
    for (const { line: id } of invoice.items.flatMap((item) => item.allocations)) {
      const line = lines.get(id);
      if (!line) whys.add('dòng bán không còn trên sổ Bravo');
      if (line && isExcluded(line)) whys.add('dòng bán đã được loại ra');
      if (overdrawn.has(id)) whys.add('nhiều hơn sổ Bravo hiện nay');
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
}

/** Line of a draft → the AMIS voucher that may have invoiced it: by its ledger figures, for the ledger's or the chosen buyer. */
function amisVouchers(
  input: IssuanceInput,
  drafts: readonly PlannedInvoice[],
  lines: ReadonlyMap<string, SalesLine>,
  alreadyInvoiced: readonly AlreadyInvoiced[],
): Map<string, string> {
  const held = new Set(drafts.flatMap((one) => one.items.flatMap((item) => item.allocations.map(({ line }) => line))));
  const open = openLedger([...held].flatMap((id) => lines.get(id) ?? []));
  const key = (profile: string, entry: string) => `${profile}\u0000${entry}`;
  const accounted = new Set(alreadyInvoiced.map(({ profile, entry }) => key(profile, entry)));
  const decisions = new Map(input.reconciliations.map((one) => [key(one.profile, one.entry), one.line]));
  const found = new Map<string, string>();
  const profiles = input.profiles.map((books) => ({ ...books, partnerLinks: withChosenBuyers(books, drafts) }));
  const index = indexLines(profiles, open);
  for (const books of profiles) {
    const own = new Set(
      input.kept.filter((one) => one.profile === books.terms.code).map(({ voucherNumber }) => voucherNumber),
    );
    const finder = candidateFinder(input, books, index, open);
    for (const entry of books.salesLedger) {
      const id = key(books.terms.code, entry.id);
      if (entry.quantity === 0n || own.has(entry.voucherNumber) || accounted.has(id)) continue;
      const decided = decisions.get(id);
      const candidates = decided === undefined ? finder(entry).map((pair) => pair.line) : [decided];
      for (const line of candidates) if (line !== null && held.has(line)) found.set(line, entry.voucherNumber);
    }
  }
  return found;
}

const withChosenBuyers = (
  { terms, partnerLinks }: IssuanceInput['profiles'][number],
  drafts: readonly PlannedInvoice[],
) => [
  ...partnerLinks,
  ...drafts
    .filter(({ profile, buyer }) => profile === terms.code && buyer.source === 'chosen' && buyer.customerCode !== '')
    .map(({ buyer }) => ({ customer: buyer.customerCode, partner: buyer.bravoPartnerCode, isDefault: false })),
];

import { type Day, formatDay, yearOf } from '../../day.ts';
import type { ProfileTerms } from '../books.ts';
import { consolidationFinder } from '../rules/consolidation.ts';
import { dateFinder, symbolYear } from '../rules/dates.ts';
import { lawfulDayOf } from '../rules/lawful-day.ts';
import type { BravoBuyer, IssuanceInput } from '../types.ts';
import type { Eligibility, Eligible, Refusal } from './eligibility.ts';

type Dated = Pick<Eligible, 'open' | 'sale' | 'profiles'> & { readonly partner: BravoBuyer | undefined };
type Waiting = { readonly terms: ProfileTerms; readonly date: Day };

/**
 * The first number of a year closes the year before (law.md, section 12): while a profile has sales that still keep a day of its
 * symbol's year, its sales that can only be dated later wait (`NEXT_YEAR`), and nothing stops the others. A sale after the last
 * day of this hand-over keeps its day too. Without such sales nothing waits: the check before the export then asks for
 * the symbol of the new year.
 */
export function waitForNewYear(input: IssuanceInput, { eligible, refused }: Eligibility): Eligibility {
  const ending = endingYears(input);
  if (ending.size === 0) return { eligible, refused };
  const dateOf = dateFinder(input);
  const together = consolidationFinder(input);
  // Gifts that are on one invoice have its day, the last of their month or quarter.
  const datesIn = ({ open: { line }, partner, sale, profiles }: Dated): Waiting[] =>
    profiles.flatMap((code) => {
      const terms = ending.get(code);
      return terms ? [{ terms, date: dateOf(terms, together(code, line, partner)?.to ?? sale).date }] : [];
    });
  const isLater = ({ terms, date }: Waiting): boolean => yearOf(date) > symbolYear(terms.invoiceSymbol)!;
  // A discount has no invoice of its own.
  const inTime = (one: Dated): string[] =>
    one.open.line.kind === 'discount' ? [] : datesIn(one).flatMap((dated) => (isLater(dated) ? [] : dated.terms.code));
  const coming = laterInHandOver(input, refused);
  const open = new Set([...pinnedIn(ending, input), ...[...eligible, ...coming].flatMap(inTime)]);

  const going: Eligible[] = [];
  const waiting: Refusal[] = [];
  for (const one of eligible) {
    const later = datesIn(one).filter((dated) => isLater(dated) && open.has(dated.terms.code));
    const codes = new Set(later.map(({ terms }) => terms.code));
    const profiles = codes.size === 0 ? one.profiles : one.profiles.filter((code) => !codes.has(code));
    if (profiles.length > 0) going.push({ ...one, profiles });
    else waiting.push({ open: one.open, reason: 'NEXT_YEAR', why: later.map(wordsOf).join('; ') });
  }
  return { eligible: going, refused: [...refused, ...waiting] };
}

/** Sales whose turn is after this hand-over, with the profiles that are declared for them. */
function laterInHandOver(
  { period, bravoPartners, invoiceRules }: IssuanceInput,
  refused: Eligibility['refused'],
): Dated[] {
  const later = refused.filter(({ reason }) => reason === 'LATER_DAY');
  const partners = new Map(later.length > 0 ? bravoPartners.map((one) => [one.code, one]) : []);
  return later.map(({ open }) => ({
    open,
    partner: partners.get(open.line.partnerCode),
    sale: lawfulDayOf(open.line, invoiceRules),
    profiles: period.issuers[open.line.branchCode] ?? [],
  }));
}

/** The profiles whose symbol is of a year before that of the day of issuing. */
function endingYears({ profiles, period: { issueDay } }: IssuanceInput): Map<string, ProfileTerms> {
  return new Map(
    profiles.flatMap(({ terms }) => {
      const year = symbolYear(terms.invoiceSymbol);
      return year !== undefined && year < yearOf(issueDay) ? [[terms.code, terms] as const] : [];
    }),
  );
}

/** The profiles that have a pinned draft of their symbol's year. */
const pinnedIn = (ending: ReadonlyMap<string, ProfileTerms>, { kept }: IssuanceInput): string[] =>
  kept
    .filter(
      ({ status, profile, date }) =>
        status === 'draft' && yearOf(date) === symbolYear(ending.get(profile)?.invoiceSymbol ?? ''),
    )
    .map(({ profile }) => profile);

const wordsOf = ({ terms: { code, invoiceSymbol }, date }: Waiting): string =>
  `«${code}» còn bán giữ được ngày của năm ${symbolYear(invoiceSymbol)} trong ký hiệu «${invoiceSymbol}», hóa đơn này sẽ mang ngày ${formatDay(date)}`;

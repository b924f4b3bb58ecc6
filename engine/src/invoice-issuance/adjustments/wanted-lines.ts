import type { SalesLine } from '../../bravo/sales-line.ts';
import type { AmisSalesEntry } from '../books.ts';
import type { LedgerIndex } from '../ledger/ledger-index.ts';
import type { AlreadyInvoiced, IssuanceInput } from '../types.ts';

/** Some lines of the ledger by source key: a month has a million, of which an adjusting list concerns a few. */
export type LinesById = ReadonlyMap<string, SalesLine>;

/** The lines of some partners that are wanted, in the ledger's order. */
export function wantedLines(
  ledger: LedgerIndex,
  partners: Iterable<string>,
  isWanted: (line: SalesLine) => boolean,
): LinesById {
  const found = new Map<string, SalesLine>();
  for (const place of ledger.placesOf(partners)) {
    const line = ledger.lines[place]!;
    if (isWanted(line)) found.set(line.id, line);
  }
  return found;
}

/** Buyers of branches: two codes each, looked up one after the other, so that no line needs a text of its own. */
export class Buyers {
  readonly partners: ReadonlySet<string>;
  readonly #partnersOf = new Map<string, Set<string>>();

  constructor(lines: readonly SalesLine[]) {
    this.partners = new Set(lines.map(({ partnerCode }) => partnerCode));
    for (const { branchCode, partnerCode } of lines) {
      const partners = this.#partnersOf.get(branchCode);
      if (partners) partners.add(partnerCode);
      else this.#partnersOf.set(branchCode, new Set([partnerCode]));
    }
  }

  has({ branchCode, partnerCode }: SalesLine): boolean {
    return this.#partnersOf.get(branchCode)?.has(partnerCode) === true;
  }
}

/** The entries of the AMIS ledgers that these parts were invoiced by, by profile and id. */
export function entriesOf(
  { profiles }: Pick<IssuanceInput, 'profiles'>,
  parts: readonly AlreadyInvoiced[],
): ReadonlyMap<string, ReadonlyMap<string, AmisSalesEntry>> {
  const found = new Map<string, Map<string, AmisSalesEntry>>();
  for (const [profile, own] of Map.groupBy(parts, (part) => part.profile)) {
    const wanted = new Set(own.map(({ entry }) => entry));
    const ledger = profiles.find(({ terms }) => terms.code === profile)?.salesLedger ?? [];
    found.set(profile, new Map(ledger.flatMap((entry) => (wanted.has(entry.id) ? [[entry.id, entry]] : []))));
  }
  return found;
}

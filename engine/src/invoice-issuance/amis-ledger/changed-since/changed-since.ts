import type { SalesLine } from '../../../bravo/sales-line.ts';
import type { LedgerIndex } from '../../ledger/ledger-index.ts';
import type { IssuanceInput, IssuancePlan, PlannedInvoice, Warning } from '../../types.ts';
import type { HeldOf } from '../kept-invoices.ts';
import type { ReadBack } from '../read-back.ts';
import { replacements } from '../replaced.ts';
import { changedBranch } from './changed-branches.ts';
import { changedBuyer, type OtherBuyer } from './changed-buyers.ts';
import { changedDay } from './changed-days.ts';
import { changedGoods, otherItems } from './changed-goods.ts';
import { enteredAnew } from './entered-anew.ts';
import { excludedSince } from './excluded-since.ts';
import { tellOfLeft } from './left-invoices.ts';
import { remediesIn } from './remedies.ts';

type Seen = {
  readonly ledger: LedgerIndex;
  /** The kept invoices that are seen one by one. */
  readonly kept: readonly PlannedInvoice[];
  readonly drafts: readonly PlannedInvoice[];
  readonly excluded: IssuancePlan['excluded'];
  readonly heldOf: HeldOf;
  readonly otherOf: OtherBuyer;
  /** Returns that wait for an adjusting invoice. */
  readonly residues: readonly { readonly open: { readonly line: SalesLine } }[];
};

/** Tells of invoices that have left and are wrong by what Bravo says since, as far as AMIS has not mended them. `all`: all kept ones. */
export function changedSince(
  input: IssuanceInput,
  { ledger, kept, drafts, excluded, heldOf, otherOf, residues }: Seen,
  all: readonly PlannedInvoice[],
  { settled, replaced }: Pick<ReadBack, 'settled' | 'replaced'>,
): Warning[] {
  const { profiles, lines, period } = input;
  const remedies = remediesIn({ profiles, lines, kept: all, settled, returns: residues.map(({ open }) => open.line) });
  return [
    ...excludedSince(kept, excluded, heldOf, remedies),
    ...tellOfLeft({ ledger, kept, excluded }, [
      changedBuyer(otherOf, remedies),
      changedBranch(period.issuers, remedies),
      changedDay,
      changedGoods(otherItems(profiles), remedies),
    ]),
    ...enteredAnew(input, { ledger, kept: [...kept, ...replacements(replaced, all)], drafts }, remedies),
  ];
}

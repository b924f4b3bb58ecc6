import { documentKeyOf, netAmountOf } from '../../bravo/sales-line.ts';
import type { Day } from '../../day.ts';
import { otherItems } from '../amis-ledger/changed-since/changed-goods.ts';
import type { ReadBack } from '../amis-ledger/read-back.ts';
import { HOLDING } from '../invoice-status.ts';
import { openingQuantity } from '../ledger/open-lines.ts';
import { isReturn } from '../ledger/returns.ts';
import type { IssuanceInput } from '../types.ts';
import type { HandedOver } from './handed-over.ts';
import { allocationsOf, type LeftInvoice } from './left-invoices.ts';

type Input = Pick<IssuanceInput, 'lines' | 'reconciliations' | 'exclusions' | 'period' | 'profiles'>;

/**
 * The invoices that no plan of this input can see as sums: those of profiles that are not in the period any more, those that hold a line
 * which another kept invoice carries too, for a pinned draft is dated anew by the facts of its lines, those with a part of a line that the
 * ledger has changed since or lost, and all of them beside other periods, for it counts there which invoice holds the goods that two
 * periods need.
 */
export function notAsSums(
  { profiles, otherPeriods, lines, kept }: Pick<IssuanceInput, 'profiles' | 'otherPeriods' | 'lines' | 'kept'>,
  handedOver: HandedOver,
): LeftInvoice[] {
  if (otherPeriods && otherPeriods.reserved.length + otherPeriods.later.length > 0)
    return handedOver.all(handedOver.profiles);
  const known = new Set(profiles.map(({ terms }) => terms.code));
  const lost = handedOver.all([...handedOver.profiles].filter((profile) => !known.has(profile)));
  const carried = [...allocationsOf(kept)].flatMap(({ line }) => handedOver.held.holdersOf(line));
  return [...lost, ...carried, ...handedOver.held.holdersOfChanged(lines)];
}

/**
 * The invoices among those handed over that a plan has to see one by one, with their lines: those that AMIS has cancelled or replaced,
 * the sales that a return gives back from, the goods of a document with an open service, the lines that a person has decided on or
 * that are to be left out, and those of another customer, day, branch or item than their invoice. Invoices that share lines are seen together.
 */
export function concernedBy(input: Input, handedOver: HandedOver, back: Pick<ReadBack, 'settled'>): Set<LeftInvoice> {
  const concerned = new Set<LeftInvoice>();
  const add = (one: LeftInvoice | undefined) => one && concerned.add(one);
  for (const { key, status } of back.settled) if (!HOLDING.has(status)) add(handedOver.withKey(key));
  const reopened = [...concerned].flatMap(({ lines }) => lines);

  const addHolders = (line: string) => handedOver.held.holdersOf(line).forEach(add);
  for (const { line } of [...input.reconciliations, ...input.exclusions]) if (line !== null) addHolders(line);
  const { cancelledDocStatuses, internalPartnerCodes } = input.period.rules;
  for (const status of cancelledDocStatuses) for (const one of handedOver.inState(status)) add(one);
  for (const partner of internalPartnerCodes) for (const one of handedOver.ofPartner(partner)) add(one);

  for (const one of handedOver.changedSince) add(one);
  for (const one of handedOver.named.ofOther(otherItems(input.profiles))) add(one);

  // A return gives back from sales until its own day.
  const givenBack = new Map<string, Map<string, Day>>();
  for (const line of concat(input.lines, reopened)) {
    if (line.kind === 'service') for (const one of handedOver.ofDocument(documentKeyOf(line))) add(one);
    if (isReturn({ line, baseQuantity: openingQuantity(line), amount: netAmountOf(line) })) {
      const items = givenBack.get(line.partnerCode) ?? new Map<string, Day>();
      givenBack.set(line.partnerCode, items);
      if ((items.get(line.itemCode) ?? '') < line.docDate) items.set(line.itemCode, line.docDate);
    }
  }
  for (const [partner, items] of givenBack) for (const one of handedOver.sold(partner, items)) add(one);
  return handedOver.held.withSharers(concerned);
}

function* concat<T>(...lists: readonly (readonly T[])[]): Generator<T> {
  for (const list of lists) yield* list;
}

import type { ItemOf } from '../../../api/operations.ts';
import { paths } from '../../../paths.ts';
import { inPeriod } from '../../../shared/in-period.ts';
import { periodQuery } from '../../../shared/period.tsx';
import { arrivingAt } from '../../../ui/arrival.ts';
import { remedyAddress } from '../actions/remedy-address.ts';

type FoundRecord = ItemOf<'listFindingRecords'>;

/** The place in which a record of a finding is mended: a profile may lack reports or settings of the period, a product a good factor. */
export function addressIn(
  code: string | undefined,
  period: Parameters<typeof remedyAddress>[1],
  record: FoundRecord,
): string | undefined {
  const { kind, id, targetId, profileId } = record;
  if (code === 'FACTOR_IMPLAUSIBLE' && profileId) return arrivingAt(paths.productConnections(profileId, { q: id }));
  const mended = code && kind === 'profile' ? remedyAddress({ code, profileId: targetId }, period) : undefined;
  const address = mended ?? addressOfRecord(record);
  return address && inPeriod(address, period.id);
}

/** The place in which a record is opened: its own page or drawer, else the list that contains it, narrowed to it. */
export function addressOfRecord({ kind, id, targetId, profileId, item, reference }: FoundRecord): string | undefined {
  switch (kind) {
    case 'invoice':
      return targetId ? paths.invoice(targetId) : undefined;
    case 'line':
      return targetId ? arrivingAt(paths.bravoSale(targetId), id) : undefined;
    case 'document':
      return targetId ? paths.bravoSale(targetId) : undefined;
    case 'partner':
      return paths.bravoPartners({ id });
    case 'item':
      return paths.bravoItems({ id });
    case 'product':
    case 'stock':
      return profileId
        ? targetId
          ? paths.products(profileId, { id: targetId })
          : arrivingAt(paths.products(profileId, { q: id }))
        : undefined;
    case 'connection':
      return profileId
        ? arrivingAt(paths.productConnections(profileId, { q: item, factorMissing: 'true' }))
        : undefined;
    case 'entry':
      return arrivingAt(paths.reconciliation({ tab: 'entries', q: reference }));
    case 'new_customer':
      return arrivingAt(paths.invoices({ buyerSource: 'new_customer', q: id }));
    case 'profile':
      return targetId ? paths.amisProfiles({ edit: targetId }) : paths.amisProfiles();
    case 'rule':
      return arrivingAt(paths.rules());
    case 'period':
      // Another open period has days to hand over before this one; the period itself is planned again at its first page.
      return targetId ? paths.days(periodQuery(targetId)) : paths.home();
  }
}

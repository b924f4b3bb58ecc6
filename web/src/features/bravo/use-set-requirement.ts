import type { InvoiceRequirement } from '@khop/contract/bravo.ts';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/query.ts';
import { formatCount } from '../../ui/format/number.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { REQUIREMENTS } from './strings.ts';

type Change = {
  codes: readonly string[];
  requirement: InvoiceRequirement;
  /** A person says that partners with a tax code take no invoice all the same. */
  isConfirmed?: boolean;
  /** The earlier requirement of each partner, where it is known: then the change can be undone. */
  before?: ReadonlyMap<string, InvoiceRequirement>;
};

/** As many partners as one request takes. */
const PER_REQUEST = 10_000;

/** Sets the invoice requirement of chosen partners; tells how many changed and offers to undo it. */
export function useSetRequirement() {
  const action = useAction(
    async ({ codes, requirement, isConfirmed = false }: Change) => {
      const sum = { updated: 0, unchanged: 0 };
      for (let from = 0; from < codes.length; from += PER_REQUEST) {
        const partnerCodes = codes.slice(from, from + PER_REQUEST);
        const answer = await call('updateSelectedInvoiceRequirement', {
          body: { partnerCodes, invoiceRequirement: requirement, ...(isConfirmed && { isConfirmed }) },
        });
        sum.updated += answer.updated;
        sum.unchanged += answer.unchanged;
      }
      return sum;
    },
    {
      invalidates: ['listBravoPartners', 'getBravoPartner', 'listRecordHistory'],
      onSuccess: ({ updated }, { requirement, isConfirmed, before }) => {
        const done = isConfirmed
          ? 'Đã xác nhận không lấy hóa đơn.'
          : updated === 0
            ? `Các đối tượng đã là «${REQUIREMENTS[requirement]}» từ trước.`
            : `Đã đặt «${REQUIREMENTS[requirement]}» cho ${formatCount(updated)} đối tượng.`;
        if (updated > 0 && before) toast.undo(done, () => void undo(before, requirement));
        else toast.success(done);
      },
    },
  );
  const undo = async (before: ReadonlyMap<string, InvoiceRequirement>, now: InvoiceRequirement) => {
    for (const requirement of ['required', 'not_required', 'unset'] as const) {
      const codes = [...before].flatMap(([code, was]) => (was === requirement && was !== now ? [code] : []));
      if (codes.length > 0) await action.mutateAsync({ codes, requirement });
    }
  };
  return action;
}

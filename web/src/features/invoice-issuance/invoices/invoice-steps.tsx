import { ChevronLeft, ChevronRight, Printer } from 'lucide-react';
import { useEffect } from 'react';
import { paths } from '../../../paths.ts';
import { useNeighbours } from '../../../shared/invoices/invoice-order.ts';
import { formatCount } from '../../../ui/format/number.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useGo } from '../../../ui/link.tsx';
import { hasOwnKeys } from '../../../ui/own-keys.ts';
import type { Invoice } from './invoice.ts';

/** To the invoice before (K) and after (J) in the list that it was opened from, and onto paper. */
export function InvoiceSteps({ invoice }: { invoice: Invoice }) {
  const go = useGo();
  const found = useNeighbours(invoice);
  const previous = found?.previous?.id;
  const next = found?.next?.id;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
      if (hasOwnKeys(event)) return;
      if (document.querySelector('[role="dialog"]:not([data-type])')) return;
      const to = event.key === 'j' ? next : event.key === 'k' ? previous : undefined;
      // In place: "back" leads to the list, not through every invoice that was looked at.
      if (to !== undefined) go(paths.invoice(to), { replace: true });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [go, next, previous]);
  return (
    <span className="flex items-center gap-1">
      {found ? (
        <span className="tabular px-1 text-grid text-ink-2">
          {formatCount(found.position)} / {formatCount(found.total)}
        </span>
      ) : null}
      <IconButton
        label="Hóa đơn trước"
        keys="K"
        icon={<ChevronLeft aria-hidden />}
        disabled={previous === undefined}
        onClick={() => previous && go(paths.invoice(previous), { replace: true })}
      />
      <IconButton
        label="Hóa đơn sau"
        keys="J"
        icon={<ChevronRight aria-hidden />}
        disabled={next === undefined}
        onClick={() => next && go(paths.invoice(next), { replace: true })}
      />
      <IconButton label="In hóa đơn" keys="Ctrl+P" icon={<Printer aria-hidden />} onClick={() => window.print()} />
    </span>
  );
}

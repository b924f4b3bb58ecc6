import { paths } from '../../../paths.ts';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { plainText } from '../../../ui/format/plain-text.ts';
import { formatInstant } from '../../../ui/format/time.ts';
import { TextLink } from '../../../ui/link.tsx';
import { VERDICT } from '../words.ts';
import type { TaxInvoice } from './tax-invoice.ts';

/** The other files with the same invoice: none is thrown away, one is used. */
export function VersionsCard({ invoice: { id, versions } }: { invoice: TaxInvoice }) {
  const others = versions.filter((version) => version.id !== id);
  if (others.length === 0) return null;
  return (
    <Card title="Bản khác của hóa đơn này" className="print:hidden">
      <ul className="m-0 list-none space-y-2 p-0 text-grid">
        {others.map((version) => (
          <li key={version.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <TextLink to={paths.taxInvoice(version.id)} className="min-w-0 wrap-anywhere underline">
              {plainText(version.fileName)}
            </TextLink>
            <Chip tone={VERDICT[version.verdict].tone}>Chữ ký: {VERDICT[version.verdict].label}</Chip>
            {version.isCurrent ? <Chip tone="green">Bản đang dùng</Chip> : null}
            <span className="text-ink-3">nạp lúc {formatInstant(version.createdAt)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

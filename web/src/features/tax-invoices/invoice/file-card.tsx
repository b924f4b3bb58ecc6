import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card, Fact, Facts } from '../../../ui/card.tsx';
import { formatBytes } from '../../../ui/format/number.ts';
import { plainText } from '../../../ui/format/plain-text.ts';
import { formatInstant } from '../../../ui/format/time.ts';
import { TheirText } from '../../../ui/their-text.tsx';
import type { TaxInvoice } from './tax-invoice.ts';

/** The name under which the original is saved: that of the file itself, without the zips that it came in. */
export const originalName = ({ fileName }: Pick<TaxInvoice, 'fileName'>): string =>
  plainText(fileName.split(/[/\\]/).at(-1)).replace(/[<>:"|?*]/g, '_') || 'hoa-don.xml';

/** The original file, and where its supplier shows the invoice; a code that opens it to all is masked until it is asked for. */
export function FileCard({ invoice }: { invoice: TaxInvoice }) {
  const { fileName, fileHash, fileSize, createdAt, version, lookup } = invoice;
  return (
    <Card title="Tệp gốc và tra cứu" className="print:hidden">
      <Facts>
        <Fact label="Tên tệp">
          <TheirText>{fileName}</TheirText>
        </Fact>
        <Fact label="Cỡ tệp">{formatBytes(fileSize)}</Fact>
        <Fact label="SHA-256">
          <code className="text-small break-all">{fileHash}</code>
        </Fact>
        <Fact label="Phiên bản XML">{plainText(version)}</Fact>
        <Fact label="Nạp lúc">{formatInstant(createdAt)}</Fact>
        {lookup.map((field, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a supplier may write one name twice
          <Fact key={`${field.name}-${index}`} label={plainText(field.name)}>
            {field.isSecret ? <Secret name={field.name} value={field.value} /> : <TheirText>{field.value}</TheirText>}
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}

function Secret({ name, value }: { name: string; value: string }) {
  const [isShown, setShown] = useState(false);
  const action = isShown ? 'Che' : 'Hiện';
  return (
    <span className="flex flex-wrap items-center gap-2">
      {isShown ? <TheirText className="font-mono text-small">{value}</TheirText> : <span>••••••••</span>}
      <Button
        size="sm"
        variant="ghost"
        icon={isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        aria-label={`${action} ${plainText(name)}`}
        onClick={() => setShown(!isShown)}
      >
        {action}
      </Button>
    </span>
  );
}

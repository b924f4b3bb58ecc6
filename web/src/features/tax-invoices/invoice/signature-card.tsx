import { CircleCheck, CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card, Fact, Facts } from '../../../ui/card.tsx';
import { formatInstant } from '../../../ui/format/time.ts';
import { TheirText } from '../../../ui/their-text.tsx';
import { PLACE, type Signature, signatureSentence } from '../words.ts';
import { proofOf } from './proof.ts';
import type { TaxInvoice } from './tax-invoice.ts';

/** The signatures: their proofs, the limits of these, and each of them. */
export function SignatureCard({ invoice }: { invoice: TaxInvoice }) {
  const { proven, open } = proofOf(invoice);
  return (
    <Card title="Chữ ký số" className="print:hidden">
      <div className="flex flex-col gap-4">
        {invoice.signatures.length === 0 ? (
          <p className="m-0 text-grid">Tệp không có chữ ký nào kiểm tra được.</p>
        ) : (
          invoice.signatures.map((signature, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place may have several signatures
            <OneSignature key={`${signature.place}-${index}`} signature={signature} />
          ))
        )}
        <div className="grid gap-4 md:grid-cols-2">
          {proven.length > 0 ? (
            <Sentences
              title="Tệp tự chứng minh được"
              sentences={proven}
              icon={<CircleCheck className="text-accent" />}
            />
          ) : null}
          <Sentences title="Tệp không chứng minh được" sentences={open} icon={<CircleHelp className="text-ink-3" />} />
        </div>
      </div>
    </Card>
  );
}

function Sentences({ title, sentences, icon }: { title: string; sentences: readonly string[]; icon: ReactNode }) {
  return (
    <section>
      <h3 className="m-0 mb-1 text-grid font-semibold text-ink-2">{title}</h3>
      <ul className="m-0 list-none space-y-1 p-0 text-grid">
        {sentences.map((sentence) => (
          <li key={sentence} className="flex items-start gap-2">
            <span aria-hidden className="mt-0.5 shrink-0 [&_svg]:size-4">
              {icon}
            </span>
            <TheirText>{sentence}</TheirText>
          </li>
        ))}
      </ul>
    </section>
  );
}

function OneSignature({ signature }: { signature: Signature }) {
  const { place, name, signerTaxCode, issuer, validFrom, validTo, fingerprint, signedAt, algorithm } = signature;
  const sentence = signatureSentence(signature);
  return (
    <section aria-label={`Chữ ký của ${PLACE[place]}`}>
      <h3 className="m-0 mb-1 text-grid font-semibold text-ink-2">Chữ ký của {PLACE[place]}</h3>
      <p className="m-0 mb-2 text-base font-medium">
        <TheirText>{sentence}</TheirText>
      </p>
      <Facts>
        <Fact label="Chứng thư cấp cho">{name ? <TheirText>{name}</TheirText> : null}</Fact>
        <Fact label="MST trên chứng thư">{signerTaxCode ? <TheirText>{signerTaxCode}</TheirText> : null}</Fact>
        <Fact label="Nơi cấp ghi là">{issuer ? <TheirText>{issuer}</TheirText> : null}</Fact>
        <Fact label="Hạn chứng thư">
          {validFrom && validTo ? `${formatInstant(validFrom)} – ${formatInstant(validTo)}` : null}
        </Fact>
        <Fact label="Giờ ký tự ghi">{formatInstant(signedAt)}</Fact>
        <Fact label="Thuật toán">{algorithm}</Fact>
        <Fact label="SHA-256 chứng thư">
          {fingerprint ? <code className="text-small break-all">{fingerprint}</code> : null}
        </Fact>
      </Facts>
    </section>
  );
}

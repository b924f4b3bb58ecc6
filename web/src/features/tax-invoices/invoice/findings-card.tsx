import { Banner } from '../../../ui/states.tsx';
import { TheirText } from '../../../ui/their-text.tsx';
import type { TaxInvoice } from './tax-invoice.ts';

type Finding = TaxInvoice['findings'][number];

/** The findings: those that an accountant has to look at, then mere remarks. */
export function FindingsCard({ findings }: { findings: readonly Finding[] }) {
  const problems = findings.filter(({ isProblem }) => isProblem);
  const notes = findings.filter(({ isProblem }) => !isProblem);
  if (findings.length === 0) return null;
  return (
    <section aria-label="Điều cần xem và ghi chú" className="flex flex-col gap-2 print:hidden">
      {problems.length > 0 ? (
        <Banner tone="warning">
          <p className="m-0 font-medium">
            {problems.length === 1 ? 'Một điều cần xem' : `${problems.length} điều cần xem`}
          </p>
          <Sentences findings={problems} />
        </Banner>
      ) : null}
      {notes.length > 0 ? (
        <Banner>
          <p className="m-0 font-medium">Ghi chú</p>
          <Sentences findings={notes} />
        </Banner>
      ) : null}
    </section>
  );
}

function Sentences({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul className="m-0 mt-1 list-disc space-y-1 pl-5">
      {findings.map(({ code, message }) => (
        <li key={`${code}${message}`}>
          <TheirText>{message}</TheirText>
        </li>
      ))}
    </ul>
  );
}

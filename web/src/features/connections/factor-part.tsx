import type { ReactNode } from 'react';
import { Chip } from '../../ui/chip.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { FactorField, type TypedFactor } from './factor-field.tsx';
import { EvidenceList } from './review/pair/evidence.tsx';

type Props = Omit<Parameters<typeof FactorField>[0], 'label' | 'value' | 'onChange'> & {
  value: TypedFactor;
  onChange: (value: TypedFactor) => void;
  /** The reasons for this factor. */
  evidence: readonly string[];
  isContradicted: boolean;
  children?: ReactNode;
};

/** The factor of a pair, beside what speaks for it and against it. */
export function FactorPart({ evidence, isContradicted, children, ...field }: Props) {
  return (
    <section aria-label="Hệ số quy đổi" className="grid gap-x-4 gap-y-2 sm:grid-cols-[240px_1fr]">
      <FactorField
        {...field}
        label={
          <>
            Hệ số quy đổi{' '}
            <span aria-hidden className="max-md:hidden">
              <Kbd>H</Kbd>
            </span>
          </>
        }
      />
      <ul className="m-0 flex list-none flex-col gap-1 self-center p-0 text-grid text-ink-2">
        {evidence.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
        {isContradicted ? (
          <li>
            <Chip tone="amber" icon>
              Giá mâu thuẫn với hệ số, hãy kiểm tra
            </Chip>
          </li>
        ) : null}
        {children}
      </ul>
    </section>
  );
}

/** The reasons for the score of a suggestion. */
export function WhyScore({ suggestion }: Parameters<typeof EvidenceList>[0]) {
  return (
    <section aria-label="Vì sao có điểm này">
      <h2 className="m-0 mb-1.5 text-grid font-semibold">Vì sao có điểm này</h2>
      <EvidenceList suggestion={suggestion} />
    </section>
  );
}

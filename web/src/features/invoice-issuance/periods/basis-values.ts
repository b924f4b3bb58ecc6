import { basisProblems } from '@khop/engine/invoice-issuance/bases/basis-problems.ts';
import { BASIS_STATE_NAMES, BASIS_STATES, basisState } from '@khop/engine/invoice-issuance/bases/basis-state.ts';
import { delegationGaps } from '@khop/engine/invoice-issuance/bases/delegation-gaps.ts';
import type { InputOf } from '../../../api/operations.ts';
import type { Tone } from '../../../ui/chip.tsx';

/** A basis as the service takes it. */
export type Basis = NonNullable<InputOf<'createPeriod'>['body']['bases']>[number];

export const newBasis = (branch: string, profileId: string, today: string): Basis => ({
  ...{ branch, profileId, kind: 'own' },
  fromDate: `${today.slice(0, 4)}-01-01`,
});

/** Texts that were typed and emptied again are no values. */
const filled = <T extends object>(fields: T): T =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const kept = typeof value === 'string' ? value.trim() : value;
      return kept === '' || kept === undefined || (Array.isArray(kept) && kept.length === 0) ? [] : [[name, kept]];
    }),
  ) as T;

/** A basis that is being written: the place of the one that it changes, or null for a new one. */
export type WrittenBasis = { readonly at: number | null; readonly basis: Basis };

/** The issuer that a basis is written for, as a key. */
export const issuerKey = (branch: string, profileId: string): string => `${branch} ${profileId}`;

/** The basis that a form is writing, with the faults that are told at its fields. */
export type Part = {
  readonly value: Basis;
  readonly set: (fields: Partial<Basis>) => void;
  readonly problems: Readonly<Record<string, string>>;
};

/** The basis without what another kind would need, so that a person may change the kind and lose nothing until it is kept. */
export function cleaned({ delegation, agency, transfer, counterparty, contractFile, ...given }: Basis): Basis {
  const basis = filled(given);
  if (basis.kind === 'own') {
    const { contractNumber: _number, contractDate: _date, ...own } = basis;
    return own;
  }
  const party = filled(counterparty ?? {});
  return {
    ...basis,
    ...(contractFile && { contractFile }),
    ...(Object.keys(party).length > 0 && { counterparty: party.profileId ? { profileId: party.profileId } : party }),
    ...(basis.kind === 'delegation' && { delegation: filled(delegation ?? {}) }),
    ...(basis.kind === 'agency' && agency && { agency: filled(agency) }),
    ...(basis.kind === 'intercompany' && transfer && { transfer }),
  };
}

/** The faults of a basis by field, as the service would say them. */
export function problemsOf(basis: Basis): Readonly<Record<string, string>> {
  const { profileId, counterparty, ...rest } = cleaned(basis);
  const { profileId: other, ...typed } = counterparty ?? {};
  const party = counterparty && { counterparty: { ...typed, ...(other !== undefined && { profile: other }) } };
  const found = basisProblems({ ...rest, profile: profileId, ...party }).map(({ path, message }) => [
    path.join('.'),
    `${message.charAt(0).toUpperCase()}${message.slice(1)}.`,
  ]);
  const { transfer } = rest;
  if (transfer && (transfer.invoiceNumber.trim() === '' || transfer.invoiceDate === ''))
    found.push(['transfer', 'Cần số và ngày của hóa đơn chuyển hàng đầu tiên.']);
  if (rest.fromDate === '') found.push(['fromDate', 'Nhập ngày.']);
  return Object.fromEntries(found) as Record<string, string>;
}

/** The contents that the agreement of a delegation still lacks. */
export const gapsOf = ({ profileId, counterparty: _party, ...basis }: Basis): string[] =>
  delegationGaps({ ...basis, profile: profileId });

const TONES: Readonly<Record<(typeof BASIS_STATES)[number], Tone>> = {
  ...{ held: 'green', ends_soon: 'amber', waiting: 'amber', later: 'grey', ended: 'red' },
};

/** The best that the bases of one entity for one branch have to say today; null: nothing was ever stated in the period. */
export function stateOf(bases: readonly Basis[] | null, today: string): { tone: Tone; label: string } {
  if (bases === null) return { tone: 'amber', label: 'Chưa xác nhận' };
  const states = bases.map((basis) => basisState(basis, today));
  const best = BASIS_STATES.findLast((state) => states.includes(state));
  return best ? { tone: TONES[best], label: BASIS_STATE_NAMES[best] } : { tone: 'red', label: 'Chưa có căn cứ' };
}

import { scaleVnd, type Vnd } from '../../money.ts';
import { type VatRate, vatBasisPoints } from '../../vat-rate.ts';
import type { VatRules } from '../rules/invoice-rules.ts';

/**
 * The places of rates on the output side of tờ khai thuế GTGT, mẫu 01/GTGT (Thông tư 80/2021/TT-BTC): not taxable [26],
 * 0 % [29], 5 % [30] [31], 10 % [32] [33] with reduced rates among it, not declared [32a]. `other`: a rate that the
 * form has no place for; an accountant decides.
 */
const RETURN_GROUPS = ['KCT', '0', '5', '10', 'KKKNT', 'other'] as const;
export type ReturnGroup = (typeof RETURN_GROUPS)[number];

/** The group of a rate. A dated reduction is declared with its standard rate, and in the annex of the reduction. */
export function returnGroupOf(rate: VatRate, { vatReductions }: Pick<VatRules, 'vatReductions'>): ReturnGroup {
  const standard = vatReductions.find(({ reducedRate }) => reducedRate === rate)?.standardRate ?? rate;
  return RETURN_GROUPS.find((group) => group === standard) ?? 'other';
}

/** The sums of one profile's invoices at one rate whose date is in one month. */
export type RateSum = {
  readonly profile: string;
  /** `2026-09`. */
  readonly month: string;
  readonly rate: VatRate;
  readonly amount: Vnd;
  readonly vatAmount: Vnd;
  readonly invoices: number;
};

/** A figure of the form: revenue or tax, by its number. */
export type ReturnFigure = {
  /** Number on the form without brackets, such as "32a". */
  readonly code: string;
  readonly kind: 'revenue' | 'tax';
  /** The group whose invoices add up to it; undefined for sums. */
  readonly group: ReturnGroup | undefined;
  readonly label: string;
  readonly amount: Vnd;
};

/** A row of the annex of the tax reduction: goods at a reduced rate. */
export type ReductionRow = {
  readonly rate: VatRate;
  readonly standardRate: VatRate;
  readonly amount: Vnd;
  /** Tax on the invoices, at the reduced rate. */
  readonly vatAmount: Vnd;
  /** Amount × (standard − reduced), rounded once. */
  readonly reduced: Vnd;
};

/** A draft of one profile's output figures of one month. */
export type VatReturn = {
  readonly profile: string;
  readonly month: string;
  readonly figures: readonly ReturnFigure[];
  /** Revenue and tax of rates that the form has no place for: in no figure. */
  readonly other: { readonly amount: Vnd; readonly vatAmount: Vnd };
  readonly annex: readonly ReductionRow[];
};

/**
 * Drafts by profile and month, in the order of their first sums. Nothing is rounded again: the tax is the invoices'
 * own.
 */
export function vatReturns(sums: readonly RateSum[], rules: Pick<VatRules, 'vatReductions'>): VatReturn[] {
  return [...Map.groupBy(sums, ({ profile, month }) => `${profile}\u0000${month}`).values()].map((own) => {
    const { profile, month } = own[0]!;
    const of = (group: ReturnGroup) => {
      const rows = own.filter(({ rate }) => returnGroupOf(rate, rules) === group);
      return { amount: total(rows, 'amount'), vatAmount: total(rows, 'vatAmount') };
    };
    return { profile, month, figures: figuresOf(of), other: of('other'), annex: annexOf(own, rules) };
  });
}

const total = (rows: readonly RateSum[], field: 'amount' | 'vatAmount'): Vnd =>
  rows.reduce((sum, row) => sum + row[field], 0);

function figuresOf(of: (group: ReturnGroup) => { readonly amount: Vnd; readonly vatAmount: Vnd }): ReturnFigure[] {
  const [exempt, zero, five, ten, undeclared] = (['KCT', '0', '5', '10', 'KKKNT'] as const).map(of);
  const taxable = zero!.amount + five!.amount + ten!.amount + undeclared!.amount;
  const tax = five!.vatAmount + ten!.vatAmount;
  const revenue = (code: string, group: ReturnGroup | undefined, label: string, amount: Vnd): ReturnFigure => ({
    ...{ code, kind: 'revenue', group, label, amount },
  });
  const taxOf = (code: string, group: ReturnGroup | undefined, label: string, amount: Vnd): ReturnFigure => ({
    ...{ code, kind: 'tax', group, label, amount },
  });
  return [
    revenue('26', 'KCT', 'Hàng hóa, dịch vụ bán ra không chịu thuế GTGT', exempt!.amount),
    revenue('27', undefined, 'Hàng hóa, dịch vụ bán ra chịu thuế GTGT', taxable),
    taxOf('28', undefined, 'Thuế GTGT của hàng hóa, dịch vụ bán ra chịu thuế', tax),
    revenue('29', '0', 'Hàng hóa, dịch vụ bán ra chịu thuế suất 0%', zero!.amount),
    revenue('30', '5', 'Hàng hóa, dịch vụ bán ra chịu thuế suất 5%', five!.amount),
    taxOf('31', '5', 'Thuế GTGT thuế suất 5%', five!.vatAmount),
    revenue('32', '10', 'Hàng hóa, dịch vụ bán ra chịu thuế suất 10% (gồm cả 8% được giảm)', ten!.amount),
    taxOf('33', '10', 'Thuế GTGT thuế suất 10% (đã trừ phần được giảm)', ten!.vatAmount),
    revenue('32a', 'KKKNT', 'Hàng hóa, dịch vụ bán ra không tính thuế', undeclared!.amount),
    revenue('34', undefined, 'Tổng doanh thu hàng hóa, dịch vụ bán ra', exempt!.amount + taxable),
    taxOf('35', undefined, 'Tổng thuế GTGT của hàng hóa, dịch vụ bán ra', tax),
  ];
}

function annexOf(own: readonly RateSum[], { vatReductions }: Pick<VatRules, 'vatReductions'>): ReductionRow[] {
  const standards = new Map(vatReductions.map(({ reducedRate, standardRate }) => [reducedRate, standardRate]));
  return own.flatMap(({ rate, amount, vatAmount }) => {
    const standardRate = standards.get(rate);
    if (standardRate === undefined) return [];
    const points = vatBasisPoints(standardRate) - vatBasisPoints(rate);
    return [{ rate, standardRate, amount, vatAmount, reduced: scaleVnd(amount, points, 10_000n) }];
  });
}

import { planInvoices } from '../../plan.ts';
import { type GivenPeriod, issuanceInput } from '../../plan-fixture.ts';
import { given, invoicesOf } from '../../regeneration-fixture.ts';
import type { PlannedInvoice } from '../../types.ts';

/** An invoice that has left with the first of two lines, with goods for all, and what is told once Bravo has that line anew. */
export type Line = GivenPeriod['lines'][number];

export const ample = (more: Partial<GivenPeriod> = {}): GivenPeriod =>
  given({
    profiles: [{ ...given().profiles[0]!, stock: [{ product: 'SP1', opening: '50' }] }],
    lines: given().lines.map((line) => ({ ...line, doc: `D${line.id}` })),
    ...more,
  });
export const [line, other] = ample().lines;
export const left: PlannedInvoice = { ...invoicesOf(ample())[0]!, status: 'exported' };
export const inputOf = (anew: Partial<Line>, more: Partial<GivenPeriod> = {}, kept: PlannedInvoice = left) =>
  issuanceInput(ample({ kept: [kept], lines: [{ ...line!, id: '9', ...anew }, other!], ...more }));
export const told = (...given: Parameters<typeof inputOf>) =>
  planInvoices(inputOf(...given)).warnings.filter(({ code }) => code === 'SALE_ENTERED_ANEW');

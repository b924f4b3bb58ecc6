import type { Day } from '../../day.ts';

/** Incidents that keep invoices back: of the seller itself (force majeure too), or of the tax authority's system. */
export const INCIDENT_KINDS = ['seller', 'tax_system'] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

export const INCIDENT_NAMES: Readonly<Record<IncidentKind, string>> = {
  seller: 'Sự cố, bất khả kháng của bên bán',
  tax_system: 'Sự cố hệ thống của cơ quan thuế',
};

/** A recorded incident (law.md, T12): invoices of its days have a last day of their own, counted from its end. */
export type Incident = {
  readonly kind: IncidentKind;
  readonly fromDate: Day;
  /** The day on which it is repaired or, of the tax authority's system, of the notice that it works again. */
  readonly endedOn: Day;
  /** The evidence that is kept: the minutes or the notice, with number and day. */
  readonly evidence: string;
};

/** The incidents of a period, with the code of the profile of each. */
type Recorded = { readonly incidents?: readonly (Incident & { readonly profile: string })[] };

/** The terms of a profile with its own of the incidents that the period records. */
export function withIncidents<Terms extends { readonly code: string }>(
  terms: Terms,
  { incidents = [] }: Recorded,
): Terms & { readonly incidents?: readonly Incident[] } {
  const own = incidents.filter(({ profile }) => profile === terms.code).map(({ profile: _, ...incident }) => incident);
  return own.length > 0 ? { ...terms, incidents: own } : terms;
}

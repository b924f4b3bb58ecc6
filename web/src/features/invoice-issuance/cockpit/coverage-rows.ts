import type { OutputOf } from '../../../api/operations.ts';

type Stats = Pick<OutputOf<'getPeriodStats'>, 'byProfile' | 'coverage'>;

export type ProfileCoverage = {
  readonly profileId: string;
  readonly code: string;
  readonly name: string;
  readonly invoiced: number;
  readonly alreadyInvoiced: number;
  readonly covered: number;
  /** Left over, and only this profile may invoice it. */
  readonly own: number;
  /** Left over, and others may invoice it as well. */
  readonly shared: number;
  /** Covered of all that it has invoiced or may invoice, 0–1; undefined when there is nothing. */
  readonly share: number | undefined;
};

/** Sales without an invoice that several profiles may invoice, or none while an issuer is not declared. */
export type SharedLeft = { readonly key: string; readonly codes: readonly string[]; readonly unallocated: number };

/** The figures of the service as the chart shows them: each profile with what it shares, and what is shared once. */
export function coverageOf({ byProfile, coverage }: Stats): {
  profiles: readonly ProfileCoverage[];
  shared: readonly SharedLeft[];
} {
  const codeOf = new Map(byProfile.map(({ profileId, code }) => [profileId, code]));
  const profiles = byProfile.map(({ profileId, code, name }) => {
    const own = coverage.find(({ profileIds }) => profileIds.length === 1 && profileIds[0] === profileId);
    const shared = coverage
      .filter(({ profileIds }) => profileIds.length > 1 && profileIds.includes(profileId))
      .reduce((sum, { unallocated }) => sum + unallocated, 0);
    const { invoiced = 0, alreadyInvoiced = 0, unallocated = 0 } = own ?? {};
    const covered = invoiced + alreadyInvoiced;
    const all = covered + Math.max(0, unallocated + shared);
    return {
      ...{ profileId, code, name, invoiced, alreadyInvoiced, covered, own: unallocated, shared },
      share: all > 0 ? covered / all : undefined,
    };
  });
  const shared = coverage
    .filter(({ profileIds, unallocated }) => profileIds.length !== 1 && unallocated !== 0)
    .map(({ profileIds, unallocated }) => ({
      key: profileIds.join(' '),
      codes: profileIds.map((id) => codeOf.get(id) ?? ''),
      unallocated,
    }));
  return { profiles, shared };
}

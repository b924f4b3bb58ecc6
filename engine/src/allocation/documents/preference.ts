/** Preferences that decide between equally few profiles. */
export type Preference = {
  /** 1 when the last plan served the line from the profile. */
  readonly likes: (line: number, profile: number) => number;
  /** True when a pinned part, or one of the last plan, already makes the document's invoice in this profile. */
  readonly isOpen: (document: number, profile: number) => boolean;
  /** Profiles in which pinned parts already make an invoice for the document. */
  readonly pinnedProfiles: (document: number) => ReadonlySet<number>;
  /** True when the last plan's invoice of the document in this profile is repeated whole. */
  readonly keeps: (document: number, profile: number) => boolean;
  /** Lower first. */
  readonly rank: (profile: number) => number;
};

/** One figure of a scenario beside the bound that docs/security.md promises for it. */
export type Promised = {
  /** The attack, in a few words. */
  readonly name: string;
  readonly promised: string;
  readonly figure: string;
  readonly holds: boolean;
};

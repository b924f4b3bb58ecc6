/** One figure of a scenario beside what is promised of it in docs/security.md. */
export type Promised = {
  /** What was tried. */
  readonly name: string;
  readonly promised: string;
  readonly figure: string;
  readonly holds: boolean;
};

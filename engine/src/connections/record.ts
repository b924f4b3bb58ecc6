/** The vocabulary and habits of the records: goods carry sizes and models, partners carry tax codes and legal forms. */
export type MatchKind = 'product' | 'partner';

/** One record of a catalogue, as it comes from AMIS, Bravo or a CSV file. Only `id` and `name` are needed. */
export type MatchRecord = {
  readonly id: string;
  readonly name: string;
  readonly code?: string | null;
  /** Đơn vị tính. */
  readonly unit?: string | null;
  /** Other units that the same goods are counted in (Bravo's unit table). */
  readonly units?: readonly { readonly unit: string }[] | null;
  readonly group?: string | null;
  readonly brand?: string | null;
  readonly description?: string | null;
  /** Đồng per unit (or any currency, as long as both sides use the same): evidence only, never money. */
  readonly price?: number | null;
  readonly taxCode?: string | null;
  readonly phone?: string | null;
  readonly email?: string | null;
  readonly address?: string | null;
};

/**
 * The field that an item of evidence speaks about; `base` is the starting point before anything was compared, `learned`
 * the share of a company's own decisions.
 */
export type EvidenceField =
  | 'name'
  | 'code'
  | 'size'
  | 'unit'
  | 'price'
  | 'taxCode'
  | 'phone'
  | 'email'
  | 'address'
  | 'other'
  | 'context'
  | 'learned'
  | 'base';

/** The relation of the two values. */
export type EvidenceKind = 'same' | 'similar' | 'different' | 'missing' | 'neutral';

/** One chip: the compared fields and their share of the score; the contributions of a pair add up to its score. */
export type Evidence = {
  readonly field: EvidenceField;
  readonly kind: EvidenceKind;
  readonly contribution: number;
  /** A Vietnamese chip such as "MST trùng" or "180ml ≠ 110ml". */
  readonly label: string;
};

/** The number of times that a record of each side may appear in the assignment. */
export type Assignment = 'one-to-one' | 'each-right' | 'each-left';

/** Two catalogues by their sizes alone, and the number of times that a record may appear among their pairs. */
export type Sides = {
  readonly left: { readonly length: number };
  readonly right: { readonly length: number };
  readonly assignment: Assignment;
};

/** Two catalogues whose records are to be connected. */
export type Question = {
  readonly kind: MatchKind;
  readonly left: readonly MatchRecord[];
  readonly right: readonly MatchRecord[];
  readonly assignment: Assignment;
};

/** One suggested pair; `left` and `right` are positions in the given arrays. */
export type Suggestion = {
  readonly left: number;
  readonly right: number;
  /** Calibrated probability that the two are the same thing, 0–1. */
  readonly score: number;
  /** True when the pair is part of the assignment. */
  readonly best: boolean;
  readonly evidence: Evidence[];
};

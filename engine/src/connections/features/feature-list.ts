import type { EvidenceField } from '../record.ts';

/**
 * Every feature of a pair, its direction (1: the more, the likelier a match; −1: the less; 0: free) and the field it
 * is evidence for. The order is the order of the columns; the shipped forest refers to features by name.
 */
export const FEATURES = [
  ['nameSoft', 1, 'name'],
  ['containMax', 1, 'name'],
  ['containMin', 1, 'name'],
  ['gramDice', 1, 'name'],
  ['gramContain', 1, 'name'],
  ['bagCosine', 1, 'name'],
  ['matchedInformation', 1, 'name'],
  ['unmatchedMax', -1, 'name'],
  ['unmatchedMin', -1, 'name'],
  ['wordConflict', -1, 'name'],
  ['wordOneSided', -1, 'name'],
  ['inexactShare', -1, 'name'],
  ['contrast', -1, 'name'],
  ['tellingMax', -1, 'name'],
  ['tellingMin', -1, 'name'],
  ['coverMin', 1, 'name'],
  ['strangeMax', -1, 'name'],
  ['strangeMin', -1, 'name'],
  ['brandShare', 1, 'other'],
  ['firstWord', 1, 'name'],
  ['markConflict', -1, 'name'],
  ['homonyms', -1, 'context'],
  ['shorterName', 0, 'name'],
  ['legalForm', 1, 'name'],
  ['branchMismatch', -1, 'name'],
  ['promoMismatch', -1, 'name'],
  ['hardAgree', 1, 'size'],
  ['hardConflict', -1, 'size'],
  ['hardOneSided', -1, 'size'],
  ['hardTokens', 0, 'size'],
  ['quantityConflict', -1, 'size'],
  ['packConflict', -1, 'size'],
  ['packOneSided', -1, 'size'],
  ['codeWordAgree', 1, 'code'],
  ['codeWordConflict', -1, 'code'],
  ['codePartial', -1, 'code'],
  ['codeField', 1, 'code'],
  ['codeRarity', 1, 'code'],
  ['unit', 1, 'unit'],
  ['price', 1, 'price'],
  ['taxCode', 1, 'taxCode'],
  ['phone', 1, 'phone'],
  ['email', 1, 'email'],
  ['addressSoft', 1, 'address'],
  ['addressContain', 1, 'address'],
  ['addressNumber', 1, 'address'],
  ['extraCosine', 1, 'other'],
  ['besideConflict', -1, 'other'],
  ['partner', 0, 'context'],
] as const satisfies readonly (readonly [string, -1 | 0 | 1, EvidenceField])[];

export type FeatureName = (typeof FEATURES)[number][0];

export const FEATURE_COUNT = FEATURES.length;

/** Chips: the fields, and parts of a field that are worth a chip of their own. */
export type GroupName =
  | Exclude<EvidenceField, 'base' | 'learned'>
  | 'marks'
  | 'legal'
  | 'branch'
  | 'promo'
  | 'homonyms'
  | 'trust';

/** Column of a feature. */
export const FEATURE: Readonly<Record<FeatureName, number>> = Object.fromEntries(
  FEATURES.map(([name], index) => [name, index]),
) as Record<FeatureName, number>;

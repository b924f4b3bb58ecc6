import type { IssuanceInput, Warning } from '../types.ts';
import { zerosWarnings } from './lost-zeros.ts';
import { unknownProductWarnings } from './unknown-products.ts';

/** All that is told of the codes of AMIS's files. */
export const codeWarnings = (input: IssuanceInput): Warning[] => [
  ...zerosWarnings(input),
  ...unknownProductWarnings(input),
];

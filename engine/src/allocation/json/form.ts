import type { Factor, Quantity } from '../../quantity.ts';
import type { AllocationInstance, AllocationPlan } from '../types.ts';

/**
 * A value of the allocator as JSON holds it: quantities are decimals such as "12" or "0.5", factors "12", "0.5" or "1/24".
 * Only files, people and tests see this form; between modules quantities stay exact numbers.
 */
export type InJson<T> = T extends Quantity | Factor
  ? string
  : T extends object
    ? { readonly [key in keyof T]: InJson<T[key]> }
    : T;

/** An instance of `khop allocate` as its file holds it. */
export type JsonInstance = InJson<AllocationInstance>;
/** The plan of `khop allocate` as its file holds it. */
export type JsonPlan = InJson<AllocationPlan>;

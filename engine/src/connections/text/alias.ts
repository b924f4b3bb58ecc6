/**
 * The replacement of a phrase: other words (none = dropped), legal bits, or the promotional flag. A phrase that is written
 * with marks is read in words with those or with none: «lạc» are peanuts, «lắc» is a bracelet.
 */
export type Alias = { readonly phrase: string; readonly to: string; readonly legal?: number; readonly promo?: boolean };

/** These phrases are read as `to`. */
export const same = (to: string, ...phrases: string[]): Alias[] => phrases.map((phrase) => ({ phrase, to }));

/** Records of large catalogues are thinned to about this many. */
const MOST_RECORDS = 1500;

/** Of a catalogue with `gold` true pairs, one left record in so many is learnt from: its size shows in every feature. */
export const stepOf = (gold: number): number => Math.max(1, Math.round(gold / MOST_RECORDS));

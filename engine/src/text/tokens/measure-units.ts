/** Units of measure found inside names ("1.5L", "500 gr"), reduced to one base unit per dimension. */

import { foldText } from '../fold.ts';

export type MeasureUnit = {
  /** Base unit: ml, g, mm, w, v, va, hz, mb, mah, iu, ohm, month, day, night, vnd. */
  readonly base: string;
  /** The number of base units in one of this unit. */
  readonly scale: number;
  /** Only when written right after the number ("5m" is five metres, "5 m" may be a size). */
  readonly glued?: boolean;
  /** A spoken name for it that means something else as a unit of account: "ly" is also a cup. */
  readonly spoken?: boolean;
};

const unit = (base: string, scale: number, glued = false): MeasureUnit => ({ base, scale, glued });
const spoken = (base: string, scale: number): MeasureUnit => ({ base, scale, spoken: true });

/** Folded spelling → unit. */
export const MEASURE_UNITS: ReadonlyMap<string, MeasureUnit> = new Map([
  ['ml', unit('ml', 1)],
  ['cc', unit('ml', 1)],
  ['cl', unit('ml', 10)],
  ['l', unit('ml', 1000)],
  ['lt', unit('ml', 1000, true)],
  ['lit', unit('ml', 1000)],
  ['litre', unit('ml', 1000)],
  ['liter', unit('ml', 1000)],
  ['mg', unit('g', 0.001)],
  ['g', unit('g', 1)],
  ['gr', unit('g', 1)],
  ['gram', unit('g', 1)],
  ['gam', unit('g', 1)],
  ['kg', unit('g', 1000)],
  ['kgs', unit('g', 1000)],
  ['ki', unit('g', 1000)],
  ['ky', unit('g', 1000)],
  ['kilo', unit('g', 1000)],
  ['lb', unit('lb', 1)],
  ['lbs', unit('lb', 1)],
  ['oz', unit('oz', 1)],
  ['mm', unit('mm', 1)],
  ['cm', unit('mm', 10)],
  ['dm', unit('mm', 100)],
  ['m', unit('mm', 1000, true)],
  ['met', unit('mm', 1000)],
  ['inch', unit('inch', 1)],
  ['inches', unit('inch', 1)],
  ['w', unit('w', 1)],
  ['watt', unit('w', 1)],
  ['kw', unit('w', 1000)],
  ['v', unit('v', 1)],
  ['kv', unit('v', 1000)],
  ['va', unit('va', 1)],
  ['kva', unit('va', 1000)],
  ['hz', unit('hz', 1)],
  ['khz', unit('hz', 1e3)],
  ['mhz', unit('hz', 1e6)],
  ['ghz', unit('hz', 1e9)],
  ['mb', unit('mb', 1)],
  // As storage is sold: 1 TB = 1000 GB.
  ['gb', unit('mb', 1000)],
  ['tb', unit('mb', 1e6)],
  ['mah', unit('mah', 1)],
  ['ah', unit('mah', 1000)],
  ['iu', unit('iu', 1)],
  ['ui', unit('iu', 1)],
]);

/** More of them, inside names only. */
export const NAME_UNITS: ReadonlyMap<string, MeasureUnit> = new Map([
  ['li', spoken('mm', 1)],
  ['ly', spoken('mm', 1)],
  ['phan', spoken('mm', 10)],
  ['tac', spoken('mm', 100)],
  ['dem', spoken('mm', 0.1)],
  ['zem', spoken('mm', 0.1)],
  ['mcg', unit('g', 1e-6)],
  ['ug', unit('g', 1e-6)],
  // Of solar panels: at their peak.
  ['wp', unit('w', 1)],
  ['kwp', unit('w', 1000)],
  ['vac', unit('v', 1)],
  ['vdc', unit('v', 1)],
  ['bar', unit('bar', 1)],
  ['hp', unit('hp', 1)],
  ['ngua', unit('hp', 1)],
  ['btu', unit('btu', 1)],
  ['gsm', unit('gsm', 1)],
  ['uf', unit('uf', 1)],
  ['yard', unit('yard', 1)],
  ['yards', unit('yard', 1)],
  ['yd', unit('yard', 1)],
  ['ya', unit('yard', 1)],
  ['y', unit('yard', 1, true)],
  // Apart from its number it is a word of its own: "5 in 1".
  ['in', unit('inch', 1, true)],
  // Pages of an exercise book: "96tr".
  ['tr', unit('page', 1, true)],
  // The worth of a card or a gift.
  ['vnd', unit('vnd', 1)],
  ['nghin', unit('vnd', 1000)],
  ['trieu', unit('vnd', 1e6)],
  ['port', unit('port', 1)],
  ['ports', unit('port', 1)],
  ['mp', unit('mp', 1)],
  ['ω', unit('ohm', 1)],
  ['kω', unit('ohm', 1000)],
  ['ohm', unit('ohm', 1)],
]);

/**
 * Folded spelling of a counting unit (đơn vị tính) → the canonical one. Thùng and hộp stay two units: between them
 * there is a conversion.
 */
const COUNT_UNIT_GROUPS = [
  ['cai', 'chiec', 'con', 'pcs', 'pc', 'ea', 'each', 'piece', 'pce', 'chiec cai'],
  ['bo', 'set', 'kit'],
  ['thung', 'carton', 'ctn', 'kien', 'thg', 'case'],
  ['hop', 'box', 'hp'],
  ['goi', 'bich', 'tui', 'pack', 'bag', 'pkt', 'g'],
  ['chai', 'lo', 'bottle', 'btl'],
  ['cuon', 'quyen'],
  ['lon', 'can'],
  ['kg', 'ky', 'ki', 'kilogam', 'kilogram', 'kilo'],
  ['gram', 'gam', 'gr'],
  ['lit', 'l', 'litre', 'liter', 'lt'],
  ['met', 'm', 'mét'],
  ['vi', 'blister'],
  ['vien', 'tablet'],
  ['tuyp', 'tube', 'tuyp'],
  ['doi', 'cap', 'pair'],
  ['bao'],
  ['loc', 'lo 6'],
  ['ram', 'ream'],
  ['tan', 'ton'],
  ['tam', 'sheet', 'to'],
  ['lan', 'luot'],
] as const;

const COUNT_UNITS: ReadonlyMap<string, string> = new Map(
  COUNT_UNIT_GROUPS.flatMap((group) => group.map((spelling) => [spelling, group[0]] as const)),
);

/** The canonical form of a folded unit of account; unknown units come back unchanged. */
function canonicalUnit(folded: string): string {
  return COUNT_UNITS.get(folded) ?? folded;
}

/** A unit of account in the one form that all of its spellings have; '' for none. */
export const unitKey = (unit: string | null | undefined): string => canonicalUnit(foldText(unit ?? ''));

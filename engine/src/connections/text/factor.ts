import { FACTOR_ONE, type Factor, formatFactor, inverse, isUsualFactor, parseFactor } from '../../quantity.ts';
import { foldText } from '../../text/fold.ts';
import { MEASURE_UNITS, unitKey } from '../../text/tokens/measure-units.ts';

/** The AMIS side: the unit that stock is kept in, the name, and đồng per that unit if known. */
export type FactorLeft = { readonly unit?: string | null; readonly name: string; readonly price?: number | null };

/** The Bravo side: base unit, other units with their rate (base units per unit), name, đồng per base unit. */
export type FactorRight = {
  readonly unit?: string | null;
  readonly units?: readonly { readonly unit: string; readonly rate: string | number }[];
  readonly name: string;
  readonly price?: number | null;
};

export type FactorSuggestion = {
  /** AMIS units per Bravo base unit, as `formatFactor` writes it ("1", "24", "1/24"). */
  readonly factor: string;
  /** Vietnamese reasons. */
  readonly evidence: string[];
  /** True when prices speak against the factor: it must be looked at before use. */
  readonly contradicted: boolean;
};

/** Prices within this ratio of what the factor implies support it; beyond the second they contradict it. */
const SUPPORTED = 1.35;
const CONTRADICTED = 2;

/**
 * Suggests how many AMIS units one Bravo base unit is: from equal units, Bravo's unit table, physical measures, pack
 * sizes in the names and, last, the ratio of prices. Undefined when nothing speaks for any factor.
 */
export function suggestFactor(left: FactorLeft, right: FactorRight): FactorSuggestion | undefined {
  const ratio = left.price && right.price && left.price > 0 && right.price > 0 ? right.price / left.price : undefined;
  const found = fromUnits(left, right) ?? fromPacks(left, right, ratio) ?? fromPrices(left, right, ratio);
  // A slip in Bravo's unit table is no factor that could be kept.
  if (!found || !isUsualFactor(found.factor)) return undefined;
  const evidence = [found.reason];
  let contradicted = false;
  if (ratio !== undefined && !found.fromPrice) {
    const implied = Number(found.factor.numerator) / Number(found.factor.denominator);
    const off = ratio > implied ? ratio / implied : implied / ratio;
    if (off <= SUPPORTED) evidence.push('Giá hai bên phù hợp với hệ số');
    else if (off > CONTRADICTED) {
      contradicted = true;
      evidence.push(`Giá hai bên lệch ${String(Math.round(off * 10) / 10).replace('.', ',')} lần so với hệ số`);
    }
  }
  return { factor: formatFactor(found.factor), evidence, contradicted };
}

type Found = { factor: Factor; reason: string; fromPrice?: boolean };

function fromUnits(left: FactorLeft, right: FactorRight): Found | undefined {
  const [mine, base] = [unitKey(left.unit), unitKey(right.unit)];
  if (mine === '') return undefined;
  if (mine === base) return { factor: FACTOR_ONE, reason: `Cùng đơn vị tính: ${left.unit}` };
  const other = right.units?.find((candidate) => unitKey(candidate.unit) === mine);
  if (other) {
    const rate = rateOf(other.rate);
    if (rate)
      return {
        factor: inverse(rate),
        reason: `Bảng đơn vị Bravo: 1 ${other.unit} = ${other.rate} ${right.unit ?? ''}`.trim(),
      };
  }
  const [measureA, measureB] = [
    MEASURE_UNITS.get(foldText(left.unit ?? '')),
    MEASURE_UNITS.get(foldText(right.unit ?? '')),
  ];
  if (measureA && measureB && measureA.base === measureB.base) {
    const factor = parseFactor(`${exact(measureB.scale)}/${exact(measureA.scale)}`);
    return { factor, reason: `Đơn vị đo: 1 ${right.unit} = ${formatFactor(factor)} ${left.unit}` };
  }
  return undefined;
}

/** Scales of the unit table are decimal with at most three places. */
const exact = (scale: number): string => String(Math.round(scale * 1000) / 1000);

function rateOf(rate: string | number): Factor | undefined {
  const text = String(rate);
  return /^\d+(\.\d+)?$/.test(text) && Number(text) > 0 ? parseFactor(text) : undefined;
}

const OUTER = 'thung|carton|ctn|kien|loc|bao|ket|hop|vi|bich|goi|tui|set|bo';
const INNER = 'lon|chai|hop|goi|tui|bich|cai|chiec|vien|vi|cuon|quyen|tuyp|ong|mieng|cap|doi|cay|tep|hu|lo|pcs';

/** A number before one of these is a size: the folded "dầu gội 180 ml" is no packet of 180. */
const MEASURE = 'ml|l|lit|g|gr|gram|kg|mg|mm|cm|m|w|v|inch';

/** Pack counts written in a name: "thùng 24 lon", "24 lon/thùng", "x24", "24x180ml", "(48 hộp)". */
export function packSizes(name: string): number[] {
  const folded = foldText(name);
  const sizes = new Set<number>();
  const patterns = [
    new RegExp(`\\b(?:${OUTER}) (\\d{1,4})\\b(?! ?(?:${MEASURE})\\b)`, 'g'),
    new RegExp(`\\b(\\d{1,4}) ?(?:${INNER})\\b`, 'g'),
    /\bx ?(\d{1,4})\b/g,
    /\b(\d{1,4}) ?x/g,
    /\bt(\d{2,3})\b/g,
  ];
  for (const pattern of patterns) {
    for (const match of folded.matchAll(pattern)) {
      const size = Number(match[1]);
      if (size >= 2 && size <= 2000) sizes.add(size);
    }
  }
  return [...sizes].sort((a, b) => a - b);
}

/** Units that hold several of another, from the largest. */
const PACKING = ['kien', 'thung', 'bao', 'loc', 'hop', 'vi', 'goi', 'bo', 'lon', 'chai', 'cuon', 'vien', 'cai'];

function fromPacks(left: FactorLeft, right: FactorRight, ratio: number | undefined): Found | undefined {
  const [mine, base] = [unitKey(left.unit), unitKey(right.unit)];
  if (mine === '' || base === '' || mine === base) return undefined;
  const sizes = [...new Set([...packSizes(left.name), ...packSizes(right.name)])];
  if (sizes.length === 0) return undefined;
  const [rankA, rankB] = [PACKING.indexOf(mine), PACKING.indexOf(base)];
  let leftHoldsMany: boolean;
  if (ratio !== undefined && (ratio > SUPPORTED || ratio < 1 / SUPPORTED)) leftHoldsMany = ratio < 1;
  else if (rankA >= 0 && rankB >= 0 && rankA !== rankB) leftHoldsMany = rankA < rankB;
  else return undefined;
  const expected = ratio === undefined ? undefined : leftHoldsMany ? 1 / ratio : ratio;
  const offBy = (size: number): number => (expected === undefined ? 0 : Math.abs(Math.log(size / expected)));
  const size = [...sizes].sort((a, b) => offBy(a) - offBy(b) || b - a)[0]!;
  const factor = parseFactor(leftHoldsMany ? `1/${size}` : `${size}`);
  const [big, small] = leftHoldsMany ? [left.unit, right.unit] : [right.unit, left.unit];
  return { factor, reason: `Quy cách trong tên: 1 ${big} = ${size} ${small}` };
}

function fromPrices(left: FactorLeft, right: FactorRight, ratio: number | undefined): Found | undefined {
  if (ratio === undefined) return undefined;
  const known = unitKey(left.unit) !== '' && unitKey(right.unit) !== '';
  if (ratio <= SUPPORTED && ratio >= 1 / SUPPORTED) {
    return { factor: FACTOR_ONE, reason: 'Giá hai bên gần bằng nhau', fromPrice: true };
  }
  if (!known) return undefined;
  const many = ratio > 1 ? ratio : 1 / ratio;
  const whole = Math.round(many);
  if (whole < 2 || Math.abs(many - whole) / whole > 0.08) return undefined;
  const factor = parseFactor(ratio > 1 ? `${whole}` : `1/${whole}`);
  return { factor, reason: `Tỷ lệ giá hai bên gần ${whole} lần`, fromPrice: true };
}

import { PACK } from '../text/tokenise.ts';
import { align, contradictingMarks } from './features/align.ts';
import { type Alignment, EXACT, INITIALS, JOINED, type Side, SYNONYM } from './features/alignment.ts';
import { USUAL } from './features/coverage.ts';
import { FEATURE, FEATURE_COUNT, type FeatureName, type GroupName } from './features/feature-list.ts';
import { TWO_BRANCHES, UNIT_IN_TABLE } from './features/features.ts';
import { surfaces } from './index/catalogue.ts';
import { ROW } from './model/list-features.ts';
import type { Scored } from './pipeline.ts';
import type { Evidence, EvidenceField, EvidenceKind, MatchRecord } from './record.ts';
import { LEGAL, LEGAL_FORMS } from './text/aliases.ts';
import { normaliseCode } from './text/keys.ts';
import { isHard } from './text/vocabulary.ts';

type Chip = Pick<Evidence, 'field' | 'kind' | 'label'>;

/** Says that one of the two is a promotional twin of the goods. */
export const PROMOTIONAL_CHIP = 'Hàng khuyến mại ≠ hàng bán';

const chip = (field: EvidenceField, kind: EvidenceKind, label: string): Chip => ({ field, kind, label });
const silent = (field: EvidenceField): Chip => chip(field, 'neutral', '');

/** The label of one chip of pair `k` that brings `share` of the score. Empty: nothing worth saying. */
export function describe(
  scored: Scored,
  k: number,
  { left, right, names }: { readonly left: MatchRecord; readonly right: MatchRecord; readonly names: NamesAgain },
  group: GroupName,
  share: number,
): Chip {
  const value = (name: FeatureName): number => scored.rows[k * ROW + FEATURE[name]]!;
  switch (group) {
    case 'name':
      return nameChip(scored, k, names);
    case 'size':
      return sizeChip(scored, names);
    case 'marks': {
      const words = value('markConflict') > 0 ? markedWords(scored, names) : undefined;
      return words ? chip('name', 'different', `Dấu khác: ${words}`) : silent('name');
    }
    case 'legal':
      if (value('legalForm') === 0) return silent('name');
      if (value('legalForm') > 0) return chip('name', 'similar', 'Cùng loại hình');
      return chip('name', 'different', `${legalName(scored, k, 'left')} ≠ ${legalName(scored, k, 'right')}`);
    case 'branch':
      if (value('branchMismatch') === 0) return silent('name');
      return chip(
        'name',
        'different',
        value('branchMismatch') === TWO_BRANCHES ? 'Hai chi nhánh khác nhau' : 'Chi nhánh ≠ công ty mẹ',
      );
    case 'promo':
      return value('promoMismatch') > 0 ? chip('name', 'different', PROMOTIONAL_CHIP) : silent('name');
    case 'homonyms':
      return value('homonyms') > 0 ? chip('context', 'neutral', 'Trùng tên với bản ghi khác') : silent('context');
    case 'trust':
      if (Math.sign(share) !== Math.sign(scored.coverage - USUAL)) return silent('context');
      return chip('context', 'neutral', share < 0 ? 'Hai danh mục ít trùng nhau' : 'Hai danh mục trùng nhau nhiều');
    case 'code':
      return codeChip(value, left, right);
    case 'unit':
      if (!left.unit || !right.unit) return silent('unit');
      if (value('unit') === UNIT_IN_TABLE)
        return chip('unit', 'same', `ĐVT ${left.unit} và ${right.unit} có trong bảng đơn vị`);
      return value('unit') > 0
        ? chip('unit', 'same', `ĐVT trùng: ${right.unit}`)
        : chip('unit', 'different', `ĐVT ${left.unit} ≠ ${right.unit}`);
    case 'price':
      return priceChip(value('price'));
    case 'taxCode':
      return taxChip(value('taxCode'));
    case 'phone':
      return threeWay(value('phone'), 'phone', 'Điện thoại');
    case 'email':
      return threeWay(value('email'), 'email', 'Email');
    case 'address':
      return addressChip(value);
    case 'other': {
      const cosine = value('extraCosine');
      if (Number.isNaN(cosine)) return silent('other');
      if (value('besideConflict') === 1)
        return chip('other', share < 0 ? 'different' : 'neutral', 'Số trong mô tả khác nhau');
      if (cosine >= 0.5) return chip('other', 'similar', 'Mô tả, nhãn hiệu giống');
      return chip('other', cosine >= 0.15 ? 'neutral' : 'different', 'Mô tả, nhãn hiệu ít giống');
    }
    case 'context': {
      const margins = [scored.rows[k * ROW + FEATURE_COUNT + 1]!, scored.rows[k * ROW + FEATURE_COUNT + 2]!];
      const known = margins.filter((margin) => !Number.isNaN(margin));
      const least = Math.min(...known);
      if (known.length === 0) return silent('context');
      if (least < 0)
        return share > 0
          ? chip('context', 'neutral', 'Trong nhóm giống nhất')
          : chip('context', 'different', 'Kém hơn một cặp khác');
      return least < 1
        ? chip('context', 'neutral', 'Đứng đầu, sát cặp thứ hai')
        : chip('context', 'similar', 'Đứng đầu, bỏ xa cặp khác');
    }
  }
}

const isSize = (kind: number): boolean => isHard(kind) || kind === PACK;

const threeWay = (relation: number, field: 'phone' | 'email', word: string): Chip =>
  relation === 0
    ? silent(field)
    : relation > 0
      ? chip(field, 'same', `${word} trùng`)
      : chip(field, 'different', `${word} khác`);

function taxChip(relation: number): Chip {
  if (relation === 0) return silent('taxCode');
  if (relation === 1) return chip('taxCode', 'same', 'MST trùng');
  if (relation > -0.5) return chip('taxCode', 'different', 'MST lệch một chữ số');
  return relation > -1
    ? chip('taxCode', 'different', 'MST cùng gốc, khác chi nhánh')
    : chip('taxCode', 'different', 'MST khác');
}

function priceChip(closeness: number): Chip {
  if (Number.isNaN(closeness)) return silent('price');
  if (closeness > 0.95) return chip('price', 'same', 'Giá gần bằng');
  const times = Math.round(10 / closeness) / 10;
  const text = times >= 1000 ? 'hơn 1000' : String(times).replace('.', ',');
  return chip('price', closeness > 0.6 ? 'similar' : 'different', `Giá lệch ${text} lần`);
}

function addressChip(value: (name: FeatureName) => number): Chip {
  const contain = value('addressContain');
  if (Number.isNaN(contain)) return silent('address');
  if (contain > 0.9) return chip('address', 'same', 'Địa chỉ trùng');
  if (contain > 0.5) {
    return value('addressNumber') < 0
      ? chip('address', 'similar', 'Địa chỉ gần giống, khác số nhà')
      : chip('address', 'similar', 'Địa chỉ gần giống');
  }
  return chip('address', 'different', 'Địa chỉ khác');
}

function codeChip(value: (name: FeatureName) => number, left: MatchRecord, right: MatchRecord): Chip {
  if (value('codeField') > 0) {
    const same = left.code && right.code && normaliseCode(left.code) === normaliseCode(right.code);
    return chip('code', 'same', same ? `Mã trùng: ${right.code}` : 'Mã hiệu trong tên trùng với mã bên kia');
  }
  if (value('codeWordConflict') > 0) return chip('code', 'different', 'Mã hiệu trong tên khác');
  if (value('codePartial') > 0) return chip('code', 'different', 'Mã hiệu trong tên chỉ gần giống');
  if (value('codeWordAgree') > 0) return chip('code', 'same', 'Mã hiệu trong tên trùng');
  return left.code && right.code ? chip('code', 'neutral', 'Mã khác hệ thống') : silent('code');
}

const LEGAL_NAMES: readonly (readonly [number, string])[] = [
  [LEGAL.jointStock, 'Cổ phần'],
  [LEGAL.limited, 'TNHH'],
  [LEGAL.privateEnterprise, 'DNTN'],
  [LEGAL.household, 'Hộ kinh doanh'],
  [LEGAL.cooperative, 'HTX'],
];

function legalName(scored: Scored, k: number, side: 'left' | 'right'): string {
  const bits = scored.compiled[side].legal[scored.candidates[side][k]!]! & LEGAL_FORMS;
  return LEGAL_NAMES.find(([bit]) => (bits & bit) !== 0)?.[1] ?? 'loại hình khác';
}

/** The names of a pair, aligned, and the spelling of their words: read only where a chip shows a word. */
export type NamesAgain = {
  readonly name: Alignment;
  readonly a: string[];
  readonly b: string[];
  readonly l: number;
  readonly r: number;
};

/** Aligns the names of pair `k` again. Good until the next names are aligned. */
export function namesAgain(scored: Scored, k: number, left: MatchRecord, right: MatchRecord): NamesAgain {
  const { compiled, comparer, candidates } = scored;
  const { name } = comparer;
  const [l, r] = [candidates.left[k]!, candidates.right[k]!];
  align(name, comparer.lexicon, compiled, l, r);
  let [a, b]: (string[] | undefined)[] = [];
  return {
    name,
    get a() {
      a ??= surfaces(compiled.workspace, left.name);
      return a;
    },
    get b() {
      b ??= surfaces(compiled.workspace, right.name);
      return b;
    },
    l,
    r,
  };
}

function nameChip(scored: Scored, k: number, names: NamesAgain): Chip {
  const { idf } = scored.comparer.weights;
  const { words } = scored.compiled;
  const share = scored.rows[k * ROW + FEATURE.nameSoft]!;
  if (share > 0.999) return chip('name', 'same', 'Tên trùng');
  const { name, a, b } = names;
  const missing = (ids: Uint32Array, sims: Float32Array, size: number, texts: string[]): string | undefined => {
    let best = -1;
    for (let t = 0; t < size; t++) {
      if (sims[t] !== 0 || isSize(words.kind[ids[t]!]!)) continue;
      if (best < 0 || idf[ids[t]!]! > idf[ids[best]!]!) best = t;
    }
    return best < 0 ? undefined : texts[best];
  };
  const [onlyA, onlyB] = [
    missing(name.a.ids, name.a.sim, name.a.size, a),
    missing(name.b.ids, name.b.sim, name.b.size, b),
  ];
  let special: string | undefined;
  for (let t = 0; t < name.a.size && !special; t++) {
    const way = name.a.way[t]!;
    if (way === 0 || way === EXACT) continue;
    if (way === INITIALS || way === JOINED) {
      const fromA = a.filter((_, u) => name.a.way[u] === way && name.a.partner[u] === name.a.partner[t]);
      const start = name.a.partner[t]!;
      let end = start;
      if (fromA.length === 1) while (end + 1 < name.b.size && name.b.way[end + 1] === way) end++;
      special = `${fromA.join(' ')} = ${b.slice(start, end + 1).join(' ')}`;
    } else special = `${a[t]} ${way === SYNONYM ? '=' : '≈'} ${b[name.a.partner[t]!]}`;
  }
  const percent = `${Math.round(share * 100)}%`;
  if (onlyA && onlyB) {
    const clash = `${onlyA} ≠ ${onlyB}`;
    return chip(
      'name',
      share > 0.6 ? 'similar' : 'different',
      `Tên giống ${percent} (${special ? `${special}; ` : ''}${clash})`,
    );
  }
  const kind = share > 0.5 ? 'similar' : 'different';
  if (special) return chip('name', kind, `Tên giống ${percent} (${special})`);
  return chip('name', kind, onlyA || onlyB ? `Tên giống ${percent} (thừa ${onlyA ?? onlyB})` : `Tên giống ${percent}`);
}

function sizeChip(scored: Scored, names: NamesAgain): Chip {
  const { words } = scored.compiled;
  const { name } = names;
  const showsSize = ({ ids, size }: Side): boolean => {
    for (let t = 0; t < size; t++) if (isSize(words.kind[ids[t]!]!)) return true;
    return false;
  };
  if (!showsSize(name.a) && !showsSize(name.b)) return silent('size');
  const { a, b } = names;
  const pickHard = (ids: Uint32Array, sims: Float32Array, size: number, texts: string[], matched: boolean): string[] =>
    texts.filter((_, t) => t < size && isSize(words.kind[ids[t]!]!) && sims[t]! > 0.9 === matched);
  const [onlyA, onlyB] = [
    pickHard(name.a.ids, name.a.sim, name.a.size, a, false),
    pickHard(name.b.ids, name.b.sim, name.b.size, b, false),
  ];
  if (onlyA.length > 0 && onlyB.length > 0) return chip('size', 'different', `${onlyA.join(' ')} ≠ ${onlyB.join(' ')}`);
  if (onlyA.length + onlyB.length > 0) {
    return chip('size', 'missing', `Chỉ một bên ghi ${[...onlyA, ...onlyB].join(' ')}`);
  }
  const both = pickHard(name.a.ids, name.a.sim, name.a.size, a, true);
  return both.length > 0 ? chip('size', 'same', `Trùng ${both.join(' ')}`) : silent('size');
}

function markedWords({ compiled }: Scored, { name, a, b, l, r }: NamesAgain): string | undefined {
  for (let t = 0; t < name.a.size; t++) {
    if (contradictingMarks(name.a, compiled, t, l, r)) return `${a[t]} ≠ ${b[name.a.partner[t]!]}`;
  }
  return undefined;
}

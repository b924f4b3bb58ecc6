import { CODE, NUMBER, PACK, QUANTITY } from '../../text/tokenise.ts';
import { VOLTAGES } from '../../text/tokens/measures.ts';
import type { TokenList } from './alias-table.ts';
import { internText, internToken, tokenText, type Vocabulary } from './vocabulary.ts';

/** Words around the number of a pack: "thùng 24 lon", "24 lon/thùng", "lốc 4". */
export type PackWords = {
  readonly containers: ReadonlySet<number>;
  readonly units: ReadonlySet<number>;
  /** Small ones hold a pack only together with its unit: "hộp 100 viên". */
  readonly boxes: ReadonlySet<number>;
  readonly blister: number;
};

const CONTAINERS = ['thung', 'loc', 'ket', 'kien'];
const BOXES = ['hop', 'lo', 'tuyp', 'bich', 'xap'];
const BLISTER = 'vi';
const UNITS =
  'ong mieng doi to hop chai lon goi tui cuon cay cai quyen tuyp vien bao lo vi hu ly bich chiec bo bottle can box pcs'.split(
    ' ',
  );

export const packWords = (words: Vocabulary): PackWords => ({
  containers: new Set(CONTAINERS.map((word) => internText(words, word))),
  units: new Set(UNITS.map((word) => internText(words, word))),
  boxes: new Set(BOXES.map((word) => internText(words, word))),
  blister: internText(words, BLISTER),
});

/**
 * Makes one token of every pack, so that "thùng 24 lon", "24 lon/thùng", "24/thùng" and "(T24)" are one thing and not
 * taken for a size. `bracketed` is true for a token t of the list right after "(" or "/": only there is "T24" a pack.
 */
export function foldPacks(
  words: Vocabulary,
  packs: PackWords,
  list: TokenList,
  bracketed: (t: number) => boolean,
): void {
  const { ids, marks, first, last } = list;
  const isContainer = (t: number): boolean => t < ids.length && packs.containers.has(ids[t]!);
  const isUnit = (t: number): boolean => t < ids.length && packs.units.has(ids[t]!);
  const isNumber = (t: number): boolean => t < ids.length && words.kind[ids[t]!] === NUMBER;
  let out = 0;
  for (let t = 0; t < ids.length; t++) {
    let [pack, start, to] = [bracketed(t) ? bracketedPack(words, ids[t]!) : -1, first[t]!, t];
    const box = readBox(words, packs, list, t);
    if (box) {
      [pack, to] = [internPack(words, String(box.count)), box.last];
    } else if (isNumber(t)) {
      const held = isUnit(t + 1) ? t + 2 : t + 1;
      // "18 gói (thùng 24)": the carton has a number of its own.
      const after = isContainer(held) && !isNumber(held + 1) ? held : t;
      if (out > 0 && packs.containers.has(ids[out - 1]!) && last[out - 1] === start - 1) {
        start = first[--out]!;
        to = isUnit(t + 1) ? t + 1 : t;
        pack = packOf(words, words.start[ids[t]!]!, words.start[ids[t]! + 1]!);
      } else if (after > t) {
        to = after;
        pack = packOf(words, words.start[ids[t]!]!, words.start[ids[t]! + 1]!);
      }
    }
    const [id, mark, end] = pack < 0 ? [ids[t]!, marks[t]!, last[t]!] : [pack, 0, last[to]!];
    ids[out] = id;
    marks[out] = mark;
    first[out] = start;
    last[out] = end;
    out++;
    t = to;
  }
  for (const array of [ids, marks, first, last]) array.length = out;
}

/**
 * A box and what it holds, from token t on: "hộp 100 viên", "H/10 vỉ x 10 viên", "10 vỉ x 10 viên", "H100v", with the
 * last of its tokens.
 */
function readBox(
  words: Vocabulary,
  { units, boxes, blister }: PackWords,
  { ids }: TokenList,
  t: number,
): { count: number; last: number } | undefined {
  const isUnit = (at: number): boolean => at < ids.length && units.has(ids[at]!);
  const count = (at: number): number =>
    at < ids.length && words.kind[ids[at]!] === NUMBER ? Number(tokenText(words, ids[at]!)) : 0;
  const closed = boxes.has(ids[t]!);
  const said = closed && t + 1 < ids.length ? tokenText(words, ids[t + 1]!) : '';
  const spoken = MAINS.has(said) ? null : COUNTED.exec(said);
  if (spoken) return { count: Number(spoken[1]), last: t + 1 };
  const short = words.kind[ids[t]!] === CODE ? SHORT_BOX.exec(tokenText(words, ids[t]!)) : null;
  const at = closed ? t + 1 : t;
  const outer = short ? Number(short[1]) : count(at);
  if (!Number.isInteger(outer) || outer < 1) return undefined;
  const strips = short?.[2] === BLISTER || (!short?.[2] && ids[at + 1] === blister);
  if (strips) {
    const inner = at + (short?.[2] ? 1 : 2);
    const counted = /^\d+v$/.exec(inner < ids.length ? tokenText(words, ids[inner]!) : '');
    const each = counted ? Number.parseInt(counted[0], 10) : count(inner);
    if (each >= 1 && (counted || isUnit(inner + 1))) {
      return { count: outer * each, last: counted ? inner : inner + 1 };
    }
  }
  if (short) return short[2] ? { count: outer, last: t } : isUnit(t + 1) ? { count: outer, last: t + 1 } : undefined;
  return closed && isUnit(at + 1) ? { count: outer, last: at + 1 } : undefined;
}

/** "H100v", "H/24 gói", "H/15vỉ": a box in the trade in medicines. */
const SHORT_BOX = /^h(\d{1,4})(v|g|vien|goi|ong|vi)?$/;

/** "hộp 180v", "hộp 12c": tablets and pieces, not volts. */
const COUNTED = /^(\d{1,4})[vc]$/;

/** Of a lamp in a box these are volts; "hộp 24v" are tablets. */
const MAINS: ReadonlySet<string> = new Set(['110v', '220v', '230v', '240v', '380v']);

/** Of what else names a box "24V" may be volts. */
const isVoltage = (text: string): boolean => text.endsWith('v') && VOLTAGES.has(text.slice(0, -1));

const LETTER_T = 0x74;
/** The pack of "T24", −1 for any other token. */
function bracketedPack(words: Vocabulary, id: number): number {
  const [from, to] = [words.start[id]!, words.start[id + 1]!];
  if (words.kind[id] !== CODE || words.chars[from] !== LETTER_T || to - from > 4) return -1;
  for (let c = from + 1; c < to; c++) if (words.chars[c]! < 48 || words.chars[c]! > 57) return -1;
  return packOf(words, from + 1, to);
}

/** The token of a pack: its digits and a slash, which no other token ends in. */
function packOf(words: Vocabulary, from: number, to: number): number {
  return internPack(words, String.fromCharCode(...words.chars.subarray(from, to)));
}

function internPack(words: Vocabulary, count: string): number {
  const chars = Uint16Array.from(`${count}/`, (char) => char.charCodeAt(0));
  return internToken(words, chars, 0, chars.length, PACK);
}

/** True when a figure is the number of a pack: "x24" and "thùng 24", "200v" and "lọ 200 viên". */
export function isPackOf(words: Vocabulary, pack: number, figure: number): boolean {
  const kind = words.kind[figure];
  if (kind !== NUMBER && kind !== QUANTITY) return false;
  const [from, start] = [words.start[pack]!, words.start[figure]!];
  const digits = words.start[pack + 1]! - 1 - from;
  if (words.start[figure + 1]! - start !== digits + (kind === NUMBER ? 0 : 1)) return false;
  for (let c = 0; c < digits; c++) if (words.chars[from + c] !== words.chars[start + c]) return false;
  return kind === NUMBER || (words.chars[start + digits] === LETTER_V && !isVoltage(tokenText(words, figure)));
}

const LETTER_V = 0x76;

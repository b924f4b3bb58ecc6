import { CODE, NUMBER, PACK, QUANTITY } from '../../text/tokenise.ts';
import type { Catalogue } from '../index/catalogue.ts';
import { holds, type Ragged } from '../index/ragged.ts';
import { LEGAL, LEGAL_FORMS } from '../text/aliases.ts';
import { isFigure, sameDimension } from '../text/figure-tokens.ts';
import { ROUNDED } from '../text/figures.ts';
import { PERSONAL } from '../text/keys.ts';
import { isHard, type Vocabulary } from '../text/vocabulary.ts';
import { align } from './align.ts';
import { INITIALS } from './alignment.ts';
import { besideFeatures } from './beside-features.ts';
import { codeRarity, isElsewhere } from './code-features.ts';
import type { Comparer } from './comparer.ts';
import { FEATURE as F } from './feature-list.ts';
import { tellingFeatures } from './telling-features.ts';
import { ENDING_SIMILARITY, LONE_SIMILARITY } from './token-similarity.ts';

/** Writes the features of (left i, right j) into `out` from `at`. Missing comparisons are NaN. */
export function compareRecords(comparer: Comparer, i: number, j: number, out: Float32Array, at: number): void {
  const { compiled, weights } = comparer;
  const { left, right } = compiled;
  nameFeatures(comparer, i, j, out, at);
  tellingFeatures(comparer, i, j, out, at);
  besideFeatures(comparer, i, j, out, at);
  out[at + F.codeRarity] = codeRarity(comparer, i, j);

  const grams = overlap(left.grams, i, right.grams, j);
  const gramsLeft = left.grams.start[i + 1]! - left.grams.start[i]!;
  const gramsRight = right.grams.start[j + 1]! - right.grams.start[j]!;
  const smaller = Math.min(gramsLeft, gramsRight);
  out[at + F.gramDice] = gramsLeft + gramsRight === 0 ? 0 : (2 * grams) / (gramsLeft + gramsRight);
  out[at + F.gramContain] = smaller === 0 ? 0 : grams / smaller;
  const bagNorm = comparer.bagNorm.left[i]! * comparer.bagNorm.right[j]!;
  out[at + F.bagCosine] = bagNorm === 0 ? 0 : sharedSquare(left.bag, i, right.bag, j, weights.idf) / bagNorm;
  out[at + F.partner] = compiled.kind === 'partner' ? 1 : 0;
  const extraNorm = comparer.extraNorm.left[i]! * comparer.extraNorm.right[j]!;
  out[at + F.extraCosine] =
    extraNorm === 0 ? Number.NaN : sharedSquare(left.extra, i, right.extra, j, weights.idf) / extraNorm;

  out[at + F.homonyms] = Math.log(left.homonyms[i]! * right.homonyms[j]!);
  const legal = left.legal[i]! & LEGAL_FORMS & (right.legal[j]! & LEGAL_FORMS);
  const bothLegal = (left.legal[i]! & LEGAL_FORMS) !== 0 && (right.legal[j]! & LEGAL_FORMS) !== 0;
  out[at + F.legalForm] = !bothLegal ? 0 : legal !== 0 ? 1 : -1;
  const places = LEGAL.branch | LEGAL.office;
  const [placeLeft, placeRight] = [left.legal[i]! & places, right.legal[j]! & places];
  const apart = placeLeft !== 0 && out[at + F.wordConflict]! > 0;
  out[at + F.branchMismatch] = placeLeft !== placeRight ? 1 : apart ? TWO_BRANCHES : 0;
  out[at + F.promoMismatch] = left.promo[i] !== right.promo[j] ? 1 : 0;

  if (left.code[i] !== 0 && left.code[i] === right.code[j]) out[at + F.codeField] = 1;
  out[at + F.unit] = unitRelation(left, i, right, j);
  const price = Math.abs(Math.log(left.price[i]! / right.price[j]!));
  out[at + F.price] = Number.isNaN(price) ? Number.NaN : Math.exp(-price);
  out[at + F.taxCode] = taxRelation(left, i, right, j);
  out[at + F.phone] = threeWay(left.phone[i]!, right.phone[j]!);
  out[at + F.email] = threeWay(left.email[i]!, right.email[j]!);
  addressFeatures(comparer, i, j, out, at);
}

/** Similarities are kept as 32-bit numbers. */
const [LONE, SAID] = [Math.fround(LONE_SIMILARITY), Math.fround(ROUNDED)];
/** The doubt that a code of another letter, one that has no rivals and a figure that may be rounded leave. */
const [LETTER, LONE_LETTER, ROUNDED_FIGURE] = [1, 0.75, 0.1];
/** The doubt of an option or a long ending of a code: few are of another model. */
export const ENDING = 0.5;

/** The doubt that two figures or codes leave which are nearly the same. */
function doubtOf(kind: number, sim: number): number {
  if (sim === SAID) return ROUNDED_FIGURE;
  if (kind !== CODE && kind !== NUMBER) return 0;
  return sim >= ENDING_SIMILARITY ? ENDING : sim === LONE ? LONE_LETTER : LETTER;
}

/** Two branches whose names differ: of one company in two places, or of two. */
export const TWO_BRANCHES = 0.5;

/** A unit that the other record is counted in as well: "Thùng" beside "Lon", where Bravo's table knows both. */
export const UNIT_IN_TABLE = 0.75;

function unitRelation(a: Catalogue, i: number, b: Catalogue, j: number): number {
  const [mine, theirs] = [a.unit[i]!, b.unit[j]!];
  if (mine === theirs || mine === 0 || theirs === 0) return threeWay(mine, theirs);
  return holds(b.units, j, mine) || holds(a.units, i, theirs) ? UNIT_IN_TABLE : -1;
}

/** 1 the same, 0 not known on one side, −1 different. */
const threeWay = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : a === b ? 1 : -1);

/**
 * 1 the same; 0 unknown; −0.3 one digit different; −0.6 the same entity but another branch; −1 different. A differing
 * branch is worse than no tax code: it says that these are two records on purpose. A personal number beside an old tax
 * code says nothing: since 2025 the one replaces the other.
 */
function taxRelation(a: Catalogue, i: number, b: Catalogue, j: number): number {
  if (a.taxBase[i] === 0 || b.taxBase[j] === 0) return 0;
  if (a.taxBase[i] === b.taxBase[j]) return a.taxBranch[i] === b.taxBranch[j] ? 1 : -0.6;
  let [x, y] = [a.taxDigits[i]!, b.taxDigits[j]!];
  if (x >= PERSONAL !== y >= PERSONAL) return 0;
  let differing = 0;
  while (x > 0 || y > 0) {
    if (x % 10 !== y % 10) differing++;
    x = Math.floor(x / 10);
    y = Math.floor(y / 10);
  }
  return differing <= 1 ? -0.3 : -1;
}

function nameFeatures(comparer: Comparer, i: number, j: number, out: Float32Array, at: number): void {
  const { compiled, weights, name } = comparer;
  const { words } = compiled;
  const { idf, top } = weights;
  const isGoods = compiled.kind === 'product';
  align(name, comparer.lexicon, compiled, i, j);
  const [total, matched] = [name.a.weight + name.b.weight, name.a.matched + name.b.matched];
  const containA = name.a.weight === 0 ? 0 : name.a.matched / name.a.weight;
  const containB = name.b.weight === 0 ? 0 : name.b.matched / name.b.weight;
  out[at + F.nameSoft] = total === 0 ? 0 : matched / total;
  out[at + F.containMax] = Math.max(containA, containB);
  out[at + F.containMin] = Math.min(containA, containB);
  out[at + F.matchedInformation] = Math.min(4, Math.min(name.a.matched, name.b.matched) / top);
  out[at + F.firstWord] = name.a.size > 0 && name.b.size > 0 && name.a.partner[0] === 0 ? name.a.sim[0]! : 0;
  out[at + F.shorterName] = Math.min(name.a.size, name.b.size, 12);

  let [missA, missB, inexact, wordsA, wordsB] = [0, 0, 0, 0, 0];
  let [hardA, hardB, hardAgree, codesA, codesB, codesAgree, quantitiesA, quantitiesB] = [0, 0, 0, 0, 0, 0, 0, 0];
  let [dimensionClash, allHardA, allHardB, packA, packB] = [0, 0, 0, 0, 0];
  let [codesInexact, codesElsewhere, kindsA, kindsB] = [0, 0, 0, 0];
  for (let t = 0; t < name.a.size; t++) {
    const id = name.a.ids[t]!;
    const kind = words.kind[id]!;
    const sim = name.a.sim[t]!;
    if (kind === PACK && sim === 0) {
      packA = 1;
      continue;
    }
    if (sim === 0 && isElsewhere(words, id, compiled.right, j)) {
      codesElsewhere++;
      continue;
    }
    if (sim < 1) inexact += idf[id]! * sim;
    if (sim === 0 && idf[id]! > missA) missA = idf[id]!;
    if (!isHard(kind)) {
      if (sim === 0) wordsA++;
      continue;
    }
    allHardA++;
    if (sim === 0) {
      hardA++;
      if (kind === CODE) codesA++;
      kindsA |= sortOfHard(words, id);
      if (kind === QUANTITY) {
        quantitiesA++;
        for (let u = 0; u < name.b.size; u++) {
          const other = name.b.ids[u]!;
          if (name.b.sim[u] === 0 && words.kind[other] === QUANTITY && sameDimension(words, id, other))
            dimensionClash++;
        }
      }
    } else if (sim > 0.9) {
      hardAgree++;
      if (isModel(words, id)) codesAgree++;
    } else if (!(isGoods && name.a.way[t] === INITIALS)) codesInexact = Math.max(codesInexact, doubtOf(kind, sim));
  }
  for (let t = 0; t < name.b.size; t++) {
    const id = name.b.ids[t]!;
    const kind = words.kind[id]!;
    if (isHard(kind)) allHardB++;
    if (name.b.sim[t] !== 0) continue;
    if (kind === PACK) {
      packB = 1;
      continue;
    }
    if (isElsewhere(words, id, compiled.left, i)) {
      codesElsewhere++;
      continue;
    }
    if (idf[id]! > missB) missB = idf[id]!;
    if (isHard(kind)) {
      hardB++;
      kindsB |= sortOfHard(words, id);
    } else wordsB++;
    if (kind === CODE) codesB++;
    if (kind === QUANTITY) quantitiesB++;
  }
  out[at + F.unmatchedMax] = Math.max(missA, missB) / top;
  out[at + F.unmatchedMin] = Math.min(missA, missB) / top;
  out[at + F.wordConflict] = Math.min(wordsA, wordsB);
  out[at + F.wordOneSided] = Math.max(wordsA, wordsB);
  out[at + F.inexactShare] = name.a.matched === 0 ? 0 : inexact / name.a.matched;
  out[at + F.markConflict] = name.markConflict / top;
  out[at + F.hardTokens] = Math.min(allHardA, allHardB, 4);
  out[at + F.hardAgree] = hardAgree;
  out[at + F.hardConflict] = kindsA * kindsB === MODEL * ASIDE ? BESIDE : Math.min(hardA, hardB);
  out[at + F.hardOneSided] = Math.max(hardA, hardB);
  out[at + F.quantityConflict] = dimensionClash > 0 ? 1 : Math.min(quantitiesA, quantitiesB) > 0 ? 0.5 : 0;
  out[at + F.packConflict] = packA * packB;
  out[at + F.packOneSided] = packA === packB ? 0 : 1;
  out[at + F.codeWordAgree] = codesAgree;
  out[at + F.codeWordConflict] = Math.min(codesA, codesB);
  out[at + F.codePartial] = codesInexact;
  out[at + F.codeField] = codesElsewhere > 0 ? 1 : 0;
}

/** A figure on one side and a model on the other, as "2 chấu" and "WEV1081SW": nothing says that they are of one thing, nor of two. */
export const BESIDE = 0.5;

const isModel = (words: Vocabulary, id: number): boolean => words.kind[id] === CODE && !isFigure(words, id);

/** Bits: a model, a figure that no model is named by, any other figure. */
const [MODEL, ASIDE, FIGURE] = [1, 2, 4];

const sortOfHard = (words: Vocabulary, id: number): number =>
  isModel(words, id) ? MODEL : words.kind[id] === QUANTITY || isDigit(words, id) ? ASIDE : FIGURE;

const isDigit = (words: Vocabulary, id: number): boolean =>
  words.kind[id] === NUMBER && words.start[id + 1]! - words.start[id]! === 1;

function addressFeatures(comparer: Comparer, i: number, j: number, out: Float32Array, at: number): void {
  const { compiled, address } = comparer;
  const { left, right, addressWords } = compiled;
  const sizeLeft = left.address.start[i + 1]! - left.address.start[i]!;
  const sizeRight = right.address.start[j + 1]! - right.address.start[j]!;
  if (sizeLeft === 0 || sizeRight === 0) {
    out[at + F.addressSoft] = Number.NaN;
    out[at + F.addressContain] = Number.NaN;
    out[at + F.addressNumber] = 0;
    return;
  }
  align(address, comparer.addressLexicon, compiled, i, j);
  const total = address.a.weight + address.b.weight;
  out[at + F.addressSoft] = total === 0 ? 0 : (address.a.matched + address.b.matched) / total;
  out[at + F.addressContain] = Math.max(
    address.a.weight === 0 ? 0 : address.a.matched / address.a.weight,
    address.b.weight === 0 ? 0 : address.b.matched / address.b.weight,
  );
  let [numbersA, numbersB, agree] = [0, 0, 0];
  for (let t = 0; t < address.a.size; t++) {
    if (!isHard(addressWords.kind[address.a.ids[t]!]!)) continue;
    numbersA++;
    if (address.a.sim[t]! > 0.9) agree++;
  }
  for (let t = 0; t < address.b.size; t++) if (isHard(addressWords.kind[address.b.ids[t]!]!)) numbersB++;
  out[at + F.addressNumber] = numbersA === 0 || numbersB === 0 ? 0 : agree > 0 ? 1 : -1;
}

/** The number of values that two sorted rows share. */
function overlap(a: Ragged, i: number, b: Ragged, j: number): number {
  let [x, y, shared] = [a.start[i]!, b.start[j]!, 0];
  const [endX, endY] = [a.start[i + 1]!, b.start[j + 1]!];
  while (x < endX && y < endY) {
    const difference = a.values[x]! - b.values[y]!;
    if (difference === 0) shared++;
    if (difference <= 0) x++;
    if (difference >= 0) y++;
  }
  return shared;
}

/** Σ idf² over the tokens that two sorted rows share. */
function sharedSquare(a: Ragged, i: number, b: Ragged, j: number, idf: Float32Array): number {
  let [x, y, sum] = [a.start[i]!, b.start[j]!, 0];
  const [endX, endY] = [a.start[i + 1]!, b.start[j + 1]!];
  while (x < endX && y < endY) {
    const difference = a.values[x]! - b.values[y]!;
    if (difference === 0) sum += idf[a.values[x]!]! ** 2;
    if (difference <= 0) x++;
    if (difference >= 0) y++;
  }
  return sum;
}

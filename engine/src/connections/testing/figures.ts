import { nextInt, pick, type Random } from './random.ts';

/** One figure that distinguishes goods of a trade, drawn and then written in all the ways of price lists. */
export type Figure = (random: Random) => readonly string[];

const comma = (value: number): string => String(value).replace('.', ',');
const some = (list: string): readonly string[] => list.split(' ');
const numbers = (list: string): readonly number[] => some(list).map(Number);

const SECTIONS = numbers('13 14 16 19 20 25 26 30 38 40 50 60 75 80 100 120 150');
const SHEETS = some('1000x2000 1200x2400 1220x2440 1250x2500 1500x3000 1500x6000 2000x6000');
const DIAMETERS = numbers(
  '6 8 10 12 14 16 18 20 21 22 25 27 28 32 34 42 48 49 60 63 75 76 90 110 114 140 160 168 200 220',
);
const THICKNESSES = numbers('0.3 0.35 0.4 0.45 0.5 0.8 1 1.2 1.5 2 2.5 3 4 5 6 8 10 12 14 16 18 20');
const CORES = numbers('0.5 0.75 1 1.5 2.5 4 6 10 16 25 35 50 70 95 120 150 185 240');
const DOSES = numbers(
  '1 2 2.5 4 5 10 15 16 20 25 30 40 50 60 75 80 100 120 150 180 200 250 300 400 500 600 625 750 850 1000',
);
const COLOURS = 'trắng|đen|đỏ|xám|be|hồng|nâu|tím|cam|vàng|xanh dương|xanh lá|xanh rêu|kem|ghi'.split('|');
const WIDTHS = numbers('1.07 1.2 1.4 1.5 1.6 1.7 1.8 2.2');
const POWERS = numbers('3 5 7 9 10 12 15 18 20 24 30 36 40 50 60 75 100 150 200');

const letters = (random: Random, count: number): string =>
  Array.from({ length: count }, () => pick(random, [...'ABCDEGHKLMNPRSTVXZ'])).join('');
const digits = (random: Random, count: number): string => String(nextInt(random, 10 ** count)).padStart(count, '0');

export const FIGURES = {
  // Sellers leave the last letters of a model out, as often as not.
  model: (random) => {
    const [head, middle] = [letters(random, 1 + nextInt(random, 3)), digits(random, 2 + nextInt(random, 3))];
    const ending = letters(random, pick(random, [0, 0, 1, 1, 1, 2, 3, 4]));
    return [
      `${head}-${middle}${ending}`,
      `${head}${middle}${ending}`,
      `${head} ${middle}${ending}`,
      `${head}${middle}`,
      `${head}-${middle}`,
    ];
  },
  section: (random) => {
    const [a, b, t] = [pick(random, SECTIONS), pick(random, SECTIONS), (7 + nextInt(random, 20)) / 10];
    return [
      `${a}x${b}x${t} x 6m`,
      `${a}x${b}x${comma(t)}`,
      `${a}*${b} ${t}ly`,
      `${a} x ${b} dày ${t}mm`,
      `${a}x${b} ${t} li`,
    ];
  },
  diameter: (random) => {
    const d = pick(random, DIAMETERS);
    return [`Ø${d}`, `phi ${d}`, `D${d}`, `${d}mm`, `F${d}`, `Φ ${d}`, String(d)];
  },
  thickness: (random) => {
    const t = pick(random, THICKNESSES);
    return [`${t}mm`, `${comma(t)} ly`, `${t}li`, `dày ${comma(t)}mm`, comma(t)];
  },
  sheet: (random) => {
    const [t, size] = [2 + nextInt(random, 18), pick(random, SHEETS)];
    return [`${t}x${size}`, `${t}mm (${size})`, `${t} ly ${size.replace('x', '*')}`, `${size} x ${t}li`];
  },
  thread: (random) => {
    const [d, l] = [pick(random, numbers('3 4 5 6 8 10 12 14 16 20 24')), 5 * (2 + nextInt(random, 24))];
    return [`M${d}x${l}`, `M${d} x ${l}`, `M${d}*${l}mm`, `M${d}x${l}mm`];
  },
  cable: (random) => {
    const [c, s] = [1 + nextInt(random, 4), pick(random, CORES)];
    return [`${c}x${s}`, `${c}x${s}mm2`, `${c}C x ${s}`, `${c} x ${comma(s)} mm²`];
  },
  breaker: (random) => {
    const [p, a] = [1 + nextInt(random, 4), pick(random, numbers('6 10 16 20 25 32 40 50 63 80 100'))];
    return [`${p}P ${a}A`, `${p}P-${a}A`, `${a}A ${p}P`];
  },
  dose: (random) => {
    const mg = pick(random, DOSES);
    return [`${mg}mg`, `${comma(mg)} mg`, mg >= 1000 ? `${mg / 1000}g` : `${mg}mg`];
  },
  box: (random) => {
    const [n, m] = [pick(random, numbers('1 2 3 4 5 6 10 12 20')), pick(random, numbers('4 5 6 7 10 12 14 15 20 30'))];
    return [`(H/${n} vỉ x ${m} viên)`, `H${n * m}v`, `hộp ${n * m} viên`, `(hộp ${n} vỉ x ${m} viên)`, ''];
  },
  years: (random) => {
    const from = 1998 + nextInt(random, 24);
    const to = from + 2 + nextInt(random, 6);
    return [`${from}-${to}`, `${String(from).slice(2)}-${String(to).slice(2)}`, `đời ${from}-${to}`, `(${from}~${to})`];
  },
  maker: (random) => {
    const code = pick(random, [
      `${digits(random, 5)}-${letters(random, 2)}${digits(random, 3)}`,
      `${letters(random, 2)}${digits(random, 2)}-${digits(random, 2)}-${digits(random, 3)}`,
      `${digits(random, 5)}-${letters(random, 3)}-${letters(random, 1)}${digits(random, 2)}`,
    ]);
    return [code, code.replaceAll('-', ''), code.replace('-', ' '), ''];
  },
  wear: (random) => {
    const colour = pick(random, COLOURS);
    const size = pick(random, some('S M L XL XXL 28 29 30 31 32 38 39 40 41 42'));
    return [`màu ${colour} size ${size}`, `${colour} ${size}`, `(${colour}) - ${size}`, `${colour} sz ${size}`];
  },
  colour: (random) => {
    const colour = pick(random, COLOURS);
    return [colour, `màu ${colour}`, `(${colour})`];
  },
  width: (random) => {
    const m = pick(random, WIDTHS);
    const spoken = String(m).replace('.', 'm');
    return [`khổ ${spoken}`, `K${spoken}`, `khổ ${m}m`, `${comma(m)}m`];
  },
  inch: (random) => {
    const size = pick(random, some('1/4 3/8 1/2 3/4 1 2 3 4 14 17 22 24 27 32'));
    return [`${size}"`, `${size} inch`, `${size}-inch`];
  },
  power: (random) => {
    const w = pick(random, POWERS);
    return [`${w}W`, `${w} w`, `${w}w`];
  },
} satisfies Record<string, Figure>;

export type FigureName = keyof typeof FIGURES;

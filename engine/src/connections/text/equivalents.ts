/** Figures of different dimensions that the trade takes for one: tables and tolerances, without spelling. */

/** Nominal width (DN) → outer diameters in mm under which steel and uPVC pipes of that width are sold ("phi 21"). */
const PIPES: Readonly<Record<string, readonly number[]>> = {
  10: [17],
  15: [21],
  20: [27],
  25: [34],
  32: [42],
  40: [48, 49],
  50: [60],
  65: [73, 75, 76],
  80: [88, 89, 90],
  100: [113, 114],
  125: [140, 141],
  150: [168],
  200: [219, 220],
  250: [273],
  300: [324, 325],
};

/** Nominal width → inches. */
const INCHES: Readonly<Record<string, number>> = {
  8: 0.25,
  10: 0.375,
  15: 0.5,
  20: 0.75,
  25: 1,
  32: 1.25,
  40: 1.5,
  50: 2,
  65: 2.5,
  80: 3,
  100: 4,
  125: 5,
  150: 6,
  200: 8,
};

/** True when a pipe of nominal width `nominal` has this diameter. Hoses, and pipes of HDPE, have the very number: "D65" is DN65. */
export const isPipe = (nominal: number, value: number, unit: 'mm' | 'inch'): boolean =>
  unit === 'inch'
    ? INCHES[nominal] === value
    : (PIPES[nominal] ?? []).includes(value) || isNamedByWidth(nominal, value);

/** From this width on no pipe is sold by the diameter of a narrower one. */
const NAMED_BY_WIDTH = 50;
const isNamedByWidth = (nominal: number, value: number): boolean => nominal >= NAMED_BY_WIDTH && nominal === value;

/** Cross-sections of cables in mm², of which the trade says no more than "dây 4 mm". */
const CABLES = new Set([
  ...[0.5, 0.75, 1, 1.25, 1.5, 2.5, 4, 6, 10, 16, 25, 35, 50, 70, 95, 120, 150, 185, 240, 300, 400],
]);

export const isCable = (millimetres: number, square: number): boolean => millimetres === square && CABLES.has(square);

/** Cooling power as air conditioners are sold: the BTU, least and most, of so many horsepower. */
const COOLING: Readonly<Record<string, readonly [number, number]>> = {
  1: [8500, 9500],
  1.5: [11_500, 12_500],
  2: [17_000, 18_500],
  2.5: [20_500, 24_500],
  3: [26_000, 28_500],
  4: [33_000, 36_500],
  5: [42_000, 48_500],
};

/** Watts of a horsepower; motors are rounded to series ("3 HP" is sold as 2.2 kW), whose steps are far wider. */
const HORSEPOWER = 746;
const ROUNDED = 0.03;

/** True when so many horsepower are this power in watts or, of air conditioners, in BTU. */
export function isPower(horsepower: number, value: number, unit: 'w' | 'btu'): boolean {
  if (unit === 'btu') {
    const [least, most] = COOLING[horsepower] ?? [Number.NaN, Number.NaN];
    return value >= least && value <= most;
  }
  return Math.abs(horsepower * HORSEPOWER - value) <= ROUNDED * value;
}

/** Storage in GB as it is spoken of, by its G alone: sizes that no weight in grams is so often sold in. */
const GIGABYTES = new Set([1, 2, 3, 4, 6, 8, 12, 16, 32, 64, 128, 256, 512]);
const MB_OF_GB = 1000;

/** True when so many "G" are this storage in megabytes: "DDR4 8G" and "8GB". */
export const isStorage = (g: number, megabytes: number): boolean => GIGABYTES.has(g) && g * MB_OF_GB === megabytes;

/** The least whole size of a screen that is spoken of for its true one, in inches. */
const SCREEN = 14;

/** True when a screen of this diagonal is spoken of as of so many inches: 24 and 23.8, 22 and 21.5. */
export const isScreen = (whole: number, diagonal: number): boolean => whole >= SCREEN && whole === Math.ceil(diagonal);

/** Copper tubes, of so many eighths of an inch, by the millimetres that they are sold under. */
const COPPER: Readonly<Record<number, number>> = { 6: 6.35, 10: 9.52, 12: 12.7, 16: 15.88, 19: 19.05, 22: 22.22 };

/** True when one of two diameters is the trade's word for the other. */
export const isCopperTube = (a: number, b: number): boolean => COPPER[a] === b || COPPER[b] === a;

/** One of a foreign unit in units of ours; an ounce of what is poured, and of what is weighed. */
const FOREIGN: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  oz: { ml: 29.57, g: 28.35 },
  lb: { g: 453.6 },
  yard: { mm: 914.4 },
};
/** Sellers round the converted figure: 16 oz are 475 ml, 100 yards 90 m. */
const CONVERTED = 0.02;

/** True when so many ounces, pounds or yards are this figure in another unit, or close to it. */
export function isConverted(foreign: number, unit: string, value: number, other: string): boolean {
  const one = FOREIGN[unit]?.[other];
  return one !== undefined && Math.abs(foreign * one - value) <= CONVERTED * value;
}

/** Gold by its carats and by parts in a hundred, in a thousand and, of four nines, in ten thousand. */
const CARATS: Readonly<Record<number, readonly number[]>> = {
  24: [99.99, 999.9, 9999],
  18: [75, 750],
  14: [58.5, 585],
  10: [41.6, 41.7, 416, 417],
};

/** True when gold of so many carats has this fineness. */
export const isFineness = (carats: number, fineness: number): boolean => (CARATS[carats] ?? []).includes(fineness);

/** The colours of a lamp's light and their temperatures (kelvin). */
const LIGHTS: Readonly<Record<string, readonly string[]>> = {
  vang: ['2700k', '3000k'],
  trang: ['6000k', '6500k'],
};

export const isLight = (colour: string, temperature: string): boolean => (LIGHTS[colour] ?? []).includes(temperature);

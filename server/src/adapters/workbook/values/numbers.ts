const DOUBLE = new DataView(new ArrayBuffer(8));

/** A number in four bytes, as Excel's records hold it: a whole number or the upper half of a double, either by 100. */
export function numberOfRk(rk: number): number {
  let number = rk >> 2;
  if ((rk & 2) === 0) {
    DOUBLE.setUint32(0, (rk & ~3) >>> 0);
    number = DOUBLE.getFloat64(0);
  }
  return rk & 1 ? number / 100 : number;
}

const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
};

/** The text that Excel shows for an error code in its records. */
export const errorText = (code: number): string => ERRORS[code] ?? '#VALUE!';

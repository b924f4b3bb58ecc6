const bareOf = (text: string): string => text.replace(/[\s₫đ$€]/gi, '').replace(/vnd$/i, '');

/** Thousands parted by points, which one group alone leaves open: `12.500` is 12,5 or 12500. */
const OPEN = /^[1-9]\d{0,2}\.\d{3}$/;
const VIETNAMESE = /^\d{1,3}(\.\d{3}){2,}(,\d+)?$|^\d{1,3}(\.\d{3})*,\d{1,2}$/;
const ENGLISH = /^\d{1,3}(,\d{3})+(\.\d+)?$|^\d+\.\d{1,2}$|^\d{4,}\.\d+$|^0\.\d+$/;

/**
 * Reads the prices of a column as people write them: `12.5`, `1234567`, `1.234.567`, `1.234.567,89`, `1,234.50`. What
 * one price leaves open the others of the column decide: `12.500` is twelve thousand and a half beside `1.234.567`, and
 * also where nothing speaks for a decimal point. Undefined for what is no price.
 */
export function priceReader(column: readonly string[]): (text: string) => number | undefined {
  const bare = column.map(bareOf);
  const pointsPartThousands = bare.some((text) => VIETNAMESE.test(text)) || !bare.some((text) => ENGLISH.test(text));
  return (text) => {
    const value = Number(plainOf(bareOf(text), pointsPartThousands) || Number.NaN);
    return Number.isFinite(value) && value > 0 ? value : undefined;
  };
}

function plainOf(bare: string, pointsPartThousands: boolean): string {
  if (/^\d{1,3}(\.\d{3}){2,}(,\d+)?$|^\d{1,3}(\.\d{3})+,\d+$/.test(bare))
    return bare.replaceAll('.', '').replace(',', '.');
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare)) return bare.replaceAll(',', '');
  if (/^\d+,\d+$/.test(bare)) return bare.replace(',', '.');
  return OPEN.test(bare) && (pointsPartThousands || bare.endsWith('.000')) ? bare.replace('.', '') : bare;
}

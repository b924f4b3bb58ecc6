import type { Warning } from '@khop/engine/invoice-issuance/types.ts';
import { Problem } from '@khop/engine/problem.ts';
import { boundedEditDistance, spellingsOf } from '@khop/engine/text/edit-distance.ts';

/** The number of letters by which a misspelt name may differ. */
const NEAR = 2;

/**
 * Names in a part of period.json that the command does not read: others may have added them, so they are only warned
 * of. One that is a misspelling of a name which is then missing is refused (BAD_PERIOD_FILE): cancelled documents would
 * be invoiced because of a letter.
 */
export function unknownKeys(value: object, known: readonly string[], path: string): Warning[] {
  return Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => {
      const near = known.find((one) => !Object.hasOwn(value, one) && isNear(key, one));
      if (near !== undefined)
        throw new Problem(
          'BAD_PERIOD_FILE',
          `Tệp period.json, mục «${path}${key}» không có trong mẫu; có phải là «${near}» viết sai không? Hãy sửa tên, hoặc bỏ mục này.`,
          { path: `${path}${key}`, near },
        );
      return {
        code: 'UNKNOWN_KEY',
        message: `Tệp period.json, mục «${path}${key}» không được dùng. Các mục có nghĩa ở đây: ${known.join(', ')}.`,
      };
    });
}

const isNear = (a: string, b: string): boolean =>
  boundedEditDistance(spellingsOf([a.toLowerCase(), b.toLowerCase()]), 0, 1, NEAR) <= NEAR;

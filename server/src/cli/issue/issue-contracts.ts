import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, isAbsolute, join, normalize } from 'node:path';
import type { IssuingBasis } from '@khop/engine/invoice-issuance/bases/issuing-basis.ts';
import { Problem } from '@khop/engine/problem.ts';

type Written = Omit<IssuingBasis, 'contractFile'> & { readonly contractFile?: string | undefined };

/** Bases with the contracts that they name inside the folder, each by its hash. Throws BAD_PERIOD_FILE for one that is not there. */
export async function withContractFiles(
  folder: string,
  bases: readonly Written[] | undefined,
): Promise<IssuingBasis[] | undefined> {
  if (!bases) return undefined;
  return Promise.all(
    bases.map(async ({ contractFile: name, ...basis }, index): Promise<IssuingBasis> => {
      if (name === undefined) return basis;
      const place = `bases.${index}.contractFile`;
      if (isAbsolute(name) || normalize(name).startsWith('..'))
        throw new Problem(
          'BAD_PERIOD_FILE',
          `Tệp period.json, mục «${place}»: «${name}» phải nằm trong thư mục của kỳ.`,
        );
      const content = await readFile(join(folder, name)).catch(() => {
        throw new Problem(
          'BAD_PERIOD_FILE',
          `Tệp period.json, mục «${place}»: không thấy tệp «${name}» trong thư mục.`,
        );
      });
      const sha256 = createHash('sha256').update(content).digest('hex');
      return { ...basis, contractFile: { fileName: basename(name), sha256 } };
    }),
  );
}

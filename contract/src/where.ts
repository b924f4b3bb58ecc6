import { z } from 'zod';
import { CLAUSE_OPS, type Clause, parseWhere } from './clauses.ts';

/** The conditions on columns that a list takes, as a query parameter. */
export const whereOf = (fields: readonly string[]) =>
  z
    .string()
    .max(8000)
    .transform((text, context): Clause[] => {
      const clauses = parseWhere(text);
      const unknown = clauses?.find(({ field }) => !fields.includes(field));
      if (clauses && !unknown) return clauses;
      context.addIssue({
        code: 'custom',
        message: unknown ? `không lọc được theo «${unknown.field}»` : 'không đúng dạng «cột.phép:giá trị»',
      });
      return z.NEVER;
    })
    .describe(
      `Lọc theo cột: «cột.phép:giá trị», nhiều giá trị cách nhau bằng |, nhiều điều kiện cách nhau bằng ;. Phép: ${CLAUSE_OPS.join(', ')}. Cột: ${fields.join(', ')}`,
    );

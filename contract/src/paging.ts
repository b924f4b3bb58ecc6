import { z } from 'zod';
import { whereOf } from './where.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;

const pageQuery = z.object({
  q: z.string().trim().max(200).optional().describe('Tìm theo mã, tên; không phân biệt dấu và hoa thường'),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT),
  offset: z.coerce.number().int().min(0).default(0),
  totals: z.stringbool().default(false).describe('Kèm tổng trên toàn bộ kết quả lọc'),
});

/** Query of a list: search, page, sort by one of `sorts` (descending with a leading minus), and named filters. */
export function listQuery<const S extends readonly string[], F extends z.ZodRawShape>(sorts: S, filters: F) {
  // zod wants a list that shows its first element; every list has a sort.
  const sort = z.enum([...sorts, ...sorts.map((name) => `-${name}` as const)] as unknown as readonly [
    S[number] | `-${S[number]}`,
    ...(S[number] | `-${S[number]}`)[],
  ]);
  return pageQuery.extend({
    sort: sort.optional().describe(`Một trong: ${sorts.join(', ')}; thêm dấu - để giảm dần`),
    ...filters,
  });
}

/** The same for a list whose columns are filtered: by conditions on the sorts and on the other `columns`. */
export const gridQuery = <const S extends readonly string[], F extends z.ZodRawShape>(
  sorts: S,
  filters: F,
  columns: readonly string[] = [],
) => listQuery(sorts, { ...filters, where: whereOf([...sorts, ...columns]).optional() });

/** Answer of a list. `total` may be bounded on very large lists; `totalIsExact` then says false. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    total: z.int(),
    totalIsExact: z.boolean().optional(),
    limit: z.int(),
    offset: z.int(),
    totals: z.record(z.string(), z.union([z.number(), z.string()])).optional(),
  });
}

/**
 * The values of a column of a list, most frequent first: the choices of a filter. At most 200; empty values are left
 * out.
 */
export const filterChoices = z.array(z.object({ value: z.string(), count: z.int() }));

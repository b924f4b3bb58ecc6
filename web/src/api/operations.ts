import type { Contract, OperationId } from '@khop/contract/index.ts';
import { routes } from '@khop/contract/routes.generated.ts';

export type { OperationId };

/**
 * The input and the output of a schema of the contract, read off its type: the web needs no schema library of its own.
 */
type Input<Schema> = Schema extends { _zod: { input: infer Value } } ? Value : undefined;
type Output<Schema> = Schema extends { _zod: { output: infer Value } } ? Value : undefined;
/** The values that a query parameter may be given as: texts as themselves, numbers and flags are written out. */
type QueryValue<V> = unknown extends V
  ? string | number | boolean
  : V | (string extends Exclude<V, undefined> ? number | boolean : never);
type QueryOf<Schema> = Schema extends { _zod: { input: infer Value } }
  ? { [Key in keyof Value]: QueryValue<Value[Key]> }
  : undefined;
type BodyOf<Op extends OperationId> = Input<Contract[Op]['body']>;

type Need<Key extends string, Value> = [Value] extends [undefined]
  ? { [K in Key]?: undefined }
  : Record<never, never> extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value };

/** The input of an operation: path parameters, query and body, each only where the contract has them. */
export type InputOf<Op extends OperationId> = Need<'params', Input<Contract[Op]['params']>> &
  Need<'query', QueryOf<Contract[Op]['query']>> &
  Need<'body', BodyOf<Op>>;

/** The answer of an operation; undefined where the contract has no body. */
export type OutputOf<Op extends OperationId> = Output<Contract[Op]['response']>;

/** Operations whose answer is a page of items, and the item of that page. */
export type ListOperation = {
  [Op in OperationId]: OutputOf<Op> extends { items: unknown[]; total: number } ? Op : never;
}[OperationId];
export type ItemOf<Op extends OperationId> = OutputOf<Op> extends { items: (infer Item)[] } ? Item : never;

const BASE_PATH = '/v1';

/** Method and address of an operation with its parameters filled in and its query written out. */
export function requestLine(
  operation: OperationId,
  params?: Readonly<Record<string, unknown>>,
  query?: Readonly<Record<string, unknown>>,
): { method: string; url: string } {
  const [method, template] = routes[operation];
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params?.[name];
    if (value === undefined || value === null || value === '') {
      throw new Error(`${operation}: path parameter ${name} is missing`);
    }
    return encodeURIComponent(String(value));
  });
  const text = queryText(query);
  return { method, url: `${BASE_PATH}${path}${text && `?${text}`}` };
}

/** Writes a query; empty values are left out, lists are joined by commas. */
function queryText(query: Readonly<Record<string, unknown>> | undefined): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value) && value.length === 0) continue;
    search.set(key, Array.isArray(value) ? value.join(',') : String(value));
  }
  return search.toString();
}

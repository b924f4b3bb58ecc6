import { contract, type OperationId } from '@khop/contract/index.ts';
import { oncePerRevision } from '../../db/once-per-revision.ts';
import type { Answer, Call, Handler } from '../call.ts';

/** An answer that is text already, checked against the contract when it was made. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * The part of a call that a remembered answer may depend on, the same for everybody: it knows neither its reader nor
 * their headers.
 */
type Asked<K extends OperationId> = Pick<Call<K>, 'context' | 'params' | 'query'>;

/** The tables that a remembered answer is read from. */
export type Remembered<K extends OperationId> = Handler<K> & { readonly tables: readonly string[] };

/** A reading operation whose answer to the same question is computed, checked and written once while `tables` stay as they are. */
function remembered<K extends OperationId>(
  operation: K,
  tables: readonly string[],
  handler: (asked: Asked<K>) => Promise<Answer<K>>,
): Remembered<K> {
  const { response } = contract[operation] as { response: { parse: (answer: unknown) => unknown } };
  const answer = async ({ context, params, query }: Call<K>) => {
    const question = JSON.stringify([operation, params, query]);
    const text = await oncePerRevision(context.pool, tables, question, async () =>
      JSON.stringify(response.parse(await handler({ context, params, query }))),
    );
    return new JsonText(text) as never;
  };
  return Object.assign(answer, { tables });
}

/** The same for several operations that are read from the same tables. */
export const rememberedOf = <const K extends OperationId>(
  tables: readonly string[],
  readers: { readonly [Name in K]: (asked: Asked<Name>) => Promise<Answer<Name>> },
): { readonly [Name in K]: Remembered<Name> } =>
  Object.fromEntries(
    Object.entries(readers).map(([operation, reader]) => [
      operation,
      remembered(operation as K, tables, reader as never),
    ]),
  ) as never;

import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Callers of an endpoint: the public, a signed-in user, or a user whose token's admin claim is exactly true. */
export type Access = 'public' | 'user' | 'admin';

/** The form of an answer: JSON checked by a schema, nothing, a file, or a stream of server-sent events. */
export type ResponseKind = 'json' | 'empty' | 'file' | 'events';

type Schema = z.ZodType | undefined;

/**
 * One call of the HTTP interface, as a value: the server binds a handler to it, the web calls it by name,
 * and OpenAPI is generated from it. Paths are written without the `/v1` prefix, parameters as `{id}`.
 */
export type Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Response extends Schema = Schema,
> = {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** True when the body is multipart/form-data: `body` then describes its text fields and `file` is required. */
  readonly multipart: boolean;
  /** The most bytes of the file of a multipart body where it stays in memory: one that is no workbook. Absent: a workbook, stored. */
  readonly maxFileBytes: number | undefined;
  /** The kind of file that a multipart body may bring to be stored; anything else is refused at its first bytes. */
  readonly files: 'workbooks' | 'taxInvoices';
  /** True when the JSON body is a list of thousands of records: it may be longer than that of other calls. */
  readonly bulk: boolean;
  readonly response: Response;
  readonly kind: ResponseKind;
  /** Media types of a file that comes back. */
  readonly mediaTypes: readonly string[];
  readonly status: number;
  readonly errors: readonly ErrorCode[];
};

type Definition<P extends Schema, Q extends Schema, B extends Schema, R extends Schema> = {
  readonly summary: string;
  readonly access?: Access;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly multipart?: boolean;
  readonly maxFileBytes?: number;
  readonly files?: 'workbooks' | 'taxInvoices';
  readonly bulk?: boolean;
  readonly response?: R;
  readonly kind?: ResponseKind;
  readonly mediaTypes?: readonly string[];
  readonly status?: number;
  readonly errors?: readonly ErrorCode[];
};

function define(method: Method) {
  return <
    P extends Schema = undefined,
    Q extends Schema = undefined,
    B extends Schema = undefined,
    R extends Schema = undefined,
  >(
    path: `/${string}`,
    definition: Definition<P, Q, B, R>,
  ): Endpoint<P, Q, B, R> => ({
    method,
    path,
    summary: definition.summary,
    access: definition.access ?? 'user',
    params: definition.params as P,
    query: definition.query as Q,
    body: definition.body as B,
    multipart: definition.multipart ?? false,
    maxFileBytes: definition.maxFileBytes,
    files: definition.files ?? 'workbooks',
    bulk: definition.bulk ?? false,
    response: definition.response as R,
    kind: definition.mediaTypes ? 'file' : (definition.kind ?? (definition.response ? 'json' : 'empty')),
    mediaTypes: definition.mediaTypes ?? [],
    status: definition.status ?? (definition.response || definition.kind || definition.mediaTypes ? 200 : 204),
    errors: definition.errors ?? [],
  });
}

export const get = define('GET');
export const post = define('POST');
export const patch = define('PATCH');
export const put = define('PUT');
export const del = define('DELETE');

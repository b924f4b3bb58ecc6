import type { Readable } from 'node:stream';
import type { Contract, OperationId } from '@khop/contract/index.ts';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Tx } from '../db/transaction.ts';

/** The person behind a request: a row of `users` with a token that is valid now. */
export type SignedIn = {
  readonly id: string;
  readonly uid: string;
  readonly email: string;
  readonly isAdmin: boolean;
  /** When the person signed in, in whole seconds since 1970: what tells this session from another. */
  readonly authTime: number;
};

/** A file taken in with a request: stored in pieces, known by its hash. */
export type UploadedFile = {
  readonly uploadId: string;
  readonly fileName: string;
  readonly size: number;
  readonly sha256: string;
};

/** A small file that stays in memory until its sender is checked. */
export type FileInMemory = { readonly fileName: string; readonly content: Buffer; readonly sha256: string };

type Out<S> = S extends z.ZodType ? z.output<S> : undefined;
export type Answer<K extends OperationId> = Contract[K]['kind'] extends 'json' ? Out<Contract[K]['response']> : unknown;

/** One request after its boundary: everything is parsed, checked and typed. */
export type Call<K extends OperationId = OperationId> = {
  readonly context: Context;
  readonly params: Out<Contract[K]['params']>;
  readonly query: Out<Contract[K]['query']>;
  readonly body: Out<Contract[K]['body']>;
  /** Present exactly when the endpoint is multipart without `maxFileBytes`. */
  readonly file: UploadedFile;
  /** Present exactly when the endpoint is multipart with `maxFileBytes`: nothing of it is stored before the handler. */
  readonly fileInMemory: FileInMemory;
  /** Present exactly when the endpoint is not public. */
  readonly user: SignedIn;
  readonly requestId: string;
  readonly idempotencyKey: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly reply: FastifyReply;
  /**
   * Runs a change in one transaction. With an Idempotency-Key the answer is kept in the same transaction: the same
   * request again gets that answer and changes nothing, another one under the key is refused.
   */
  readonly commit: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
};

export type Handler<K extends OperationId> = (call: Call<K>) => Promise<Answer<K>>;
export type Handlers = { readonly [K in OperationId]?: Handler<K> };

/** Answer of a call whose contract kind is `file`. */
export type FileAnswer = {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer | Readable;
};

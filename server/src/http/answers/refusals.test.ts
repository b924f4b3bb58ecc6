import { Problem } from '@khop/engine/problem.ts';
import type { FastifyError } from 'fastify';
import { expect, it } from 'vitest';
import { PoolBusy } from '../../db/patience.ts';
import { Refusal } from '../../refusal.ts';
import { refusalOf } from './refusals.ts';

const withCode = (code: string, more: object = {}) =>
  Object.assign(new Error('in English'), { code, ...more }) as FastifyError;

it.each([
  [16 * 1024, '16 kB'],
  [10 * 1024 * 1024, '10 MB'],
])('says how long a body may be: %i bytes', (limit, says) => {
  const refusal = refusalOf(withCode('FST_ERR_CTP_BODY_TOO_LARGE', { statusCode: 413 }), limit);
  expect([refusal.code, refusal.message]).toEqual(['FILE_TOO_LARGE', expect.stringContaining(says)]);
});

it.each<[what: string, error: Error, status: number, code: string]>([
  ['a refusal', new Refusal('NOT_FOUND'), 404, 'NOT_FOUND'],
  ['a problem of the engine with a code of the contract', new Problem('FILE_DAMAGED', 'Hỏng.'), 422, 'FILE_DAMAGED'],
  ['a problem of the engine with a code of its own', new Problem('BAD_DAY', 'Ngày sai.'), 400, 'VALIDATION'],
  ['a database that is gone', withCode('ECONNREFUSED'), 503, 'DATABASE_UNAVAILABLE'],
  ['a database that cannot be found', withCode('EAI_AGAIN'), 503, 'DATABASE_UNAVAILABLE'],
  ['a database that stops', withCode('57P01'), 503, 'DATABASE_UNAVAILABLE'],
  ['a database that takes no writing', withCode('25006'), 503, 'DATABASE_UNAVAILABLE'],
  ['a database whose disk is full', withCode('53100'), 507, 'DISK_FULL'],
  ['a disk of this machine that is full', withCode('ENOSPC'), 507, 'DISK_FULL'],
  ['an error that a full disk caused', new Error('in English', { cause: withCode('ENOSPC') }), 507, 'DISK_FULL'],
  ['two changes in each other’s way', withCode('40P01'), 409, 'DATABASE_BUSY'],
  ['a lock that was not had in time', withCode('55P03'), 409, 'DATABASE_BUSY'],
  ['a statement that took too long', withCode('57014'), 409, 'DATABASE_BUSY'],
  ['no connection left for a change', new PoolBusy('in English'), 409, 'DATABASE_BUSY'],
  ['a value that no column holds', withCode('22003'), 400, 'VALIDATION'],
  ['a file that is too large', withCode('FST_REQ_FILE_TOO_LARGE', { statusCode: 413 }), 413, 'FILE_TOO_LARGE'],
  ['any other refusal of the framework', withCode('FST_X', { statusCode: 406 }), 400, 'VALIDATION'],
  ['too many requests', withCode('', { statusCode: 429 }), 429, 'RATE_LIMITED'],
  ['a mistake in the program', new TypeError('x is not a function'), 500, 'INTERNAL'],
])('answers %s in Vietnamese', (_what, error, status, code) => {
  const refusal = refusalOf(error as FastifyError, 16 * 1024);
  expect([refusal.status, refusal.code]).toEqual([status, code]);
  expect(refusal.message).not.toMatch(/in English|function/);
});

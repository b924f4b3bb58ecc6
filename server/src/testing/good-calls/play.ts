import type { Endpoint } from '@khop/contract/endpoint.ts';
import { contract, type OperationId } from '@khop/contract/index.ts';
import type { Answer } from '../api.ts';
import { untilQuiet } from '../until-quiet.ts';
import { catalogueCalls } from './catalogues.ts';
import { certificationCalls } from './certifications.ts';
import { connectionCalls } from './connections.ts';
import { expectedLotCalls } from './expected-lots.ts';
import { fileMapCalls } from './file-maps.ts';
import { inventoryCalls } from './inventory.ts';
import { invoiceCalls } from './invoices.ts';
import { layoutCalls } from './layouts.ts';
import { mediaCalls } from './media.ts';
import { peopleCalls } from './people.ts';
import { ruleCalls } from './rules.ts';
import type { GoodCall, GoodCalls, Sent, Stage } from './stage.ts';
import { taxInvoiceCalls } from './tax-invoices.ts';
import { taxSettlementCalls } from './tax-settlements.ts';
import { threeSidesCalls } from './three-sides.ts';

const calls: GoodCalls = {
  ...peopleCalls,
  ...catalogueCalls,
  ...connectionCalls,
  ...inventoryCalls,
  ...invoiceCalls,
  ...layoutCalls,
  ...ruleCalls,
  ...certificationCalls,
  ...fileMapCalls,
  ...taxInvoiceCalls,
  ...expectedLotCalls,
  ...taxSettlementCalls,
  ...threeSidesCalls,
  ...mediaCalls,
};

/** Every operation, in an order in which each can succeed. */
export const goodCalls = Object.entries(calls) as readonly (readonly [OperationId, GoodCall])[];

/** The id of no record. */
export const UNKNOWN = '01900000-0000-7000-8000-000000000000';
export const ADMIN = { as: 'admin@khop.local', admin: true };

export type Options = { readonly key?: string; readonly suffix?: string };

export async function sendGood(
  { api }: Stage,
  endpoint: Endpoint,
  good: GoodCall,
  sent: Sent,
  { key, suffix = '' }: Options = {},
): Promise<Answer> {
  const { params = {}, query = {}, body, file } = sent;
  const place = endpoint.path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? UNKNOWN));
  const url = `${place}?${new URLSearchParams(query)}${suffix}`;
  const asAdmin = endpoint.access === 'admin' || good.asAdmin;
  const options = {
    ...(asAdmin ? ADMIN : {}),
    ...(key !== undefined && { idempotencyKey: key }),
  };
  return endpoint.multipart
    ? api.upload(url, file, body as Record<string, string>, options)
    : api.call(endpoint.method, url, body, options);
}

/** Makes one good call for what it leaves behind: no judge looks at it, and one that only reads is left out. */
export async function playCall(stage: Stage, id: OperationId): Promise<void> {
  const endpoint: Endpoint = contract[id];
  if (endpoint.method === 'GET') return;
  const good = calls[id] ?? {};
  const answer = await sendGood(stage, endpoint, good, (await good.input?.(stage)) ?? {}, { key: `${id} once` });
  const refuse = (why: string) => new Error(`${id}: ${why}`);
  if (answer.status !== (good.status ?? endpoint.status)) throw refuse(answer.raw.toString().slice(0, 500));
  const { runId } = (answer.body ?? {}) as { runId?: string };
  const run = runId === undefined ? undefined : await stage.api.runEnd(runId);
  if (run && run.status !== 'succeeded') throw refuse(`${run.status} ${run.message}`);
  await good.after?.(answer.body, stage);
  await untilQuiet(stage.api.context.pool);
}

import { createHash } from 'node:crypto';
import type pg from 'pg';

/** The findings of a walk along the chain of audit events. */
export type AuditChain = {
  /** Events in the chain up to the first broken place, or all of them. */
  readonly sealed: number;
  /** Committed events that no seal covers yet: those of the last seconds, unless no worker runs. */
  readonly pending: number;
  readonly first: ChainPlace | null;
  readonly last: ChainPlace | null;
  /** Hash of the last event that is in order; null for an empty chain. */
  readonly head: string | null;
  readonly broken: ChainBreak | null;
  /** Position of the hash that was expected; null when it is nowhere in the chain. Undefined when none was. */
  readonly expectedAt?: number | null;
};

type ChainPlace = { readonly eventId: string; readonly at: string };

export type ChainBreak = {
  readonly position: number;
  /** The event at that place; the next one when the place is missing. */
  readonly eventId: string;
  /** When the event says it was written; null when it is gone. */
  readonly at: string | null;
  /** One Vietnamese sentence. */
  readonly message: string;
};

type SealedEvent = {
  readonly position: number;
  readonly eventId: string;
  readonly hash: string;
  readonly sealedAt: string;
  /** False when the event is gone: then it has neither moment nor fields. */
  readonly isThere: boolean;
  readonly at: string;
  readonly fields: readonly (string | null)[];
};

type Queries = pg.Pool | pg.ClientBase;

const GENESIS = '0'.repeat(64);
const ROWS_AT_ONCE = 1000;
/** A transaction may last so long: an event that is sealed later than its successors by more was not written when it says. */
const LONGEST_TRANSACTION_MS = 3600_000;

/** Appends what was committed since the last seal to the chain. @returns how many events. */
export async function sealAuditEvents(pool: Queries, extent: 'recent' | 'everything' = 'recent'): Promise<number> {
  const { rows } = await pool.query<{ sealed: number }>('select seal_audit_events($1) as sealed', [
    extent === 'everything',
  ]);
  return rows[0]!.sealed;
}

/** The hash of an event in the chain: SHA-256 of netstrings (docs/security.md), computed apart from the database's own. */
export function chainHash(fields: readonly (string | null)[]): string {
  const hash = createHash('sha256');
  for (const field of fields) hash.update(field === null ? '-,' : `${Buffer.byteLength(field)}:${field},`);
  return hash.digest('hex');
}

/** Walks the whole chain and recomputes every hash, up to the first that is not in order. Writes nothing. */
export async function verifyAuditChain(pool: Queries, expected?: string): Promise<AuditChain> {
  let head = GENESIS;
  let position = 0;
  const sealing = { moment: '', latestBefore: '' };
  let first: ChainPlace | null = null;
  let last: ChainPlace | null = null;
  let broken: ChainBreak | null = null;
  let expectedAt: number | null = null;
  for await (const seal of sealedEvents(pool)) {
    // Events that were sealed together say nothing of one another.
    if (seal.sealedAt !== sealing.moment) {
      if (sealing.moment > sealing.latestBefore) sealing.latestBefore = sealing.moment;
      sealing.moment = seal.sealedAt;
    }
    const message = whatIsWrong(seal, position + 1, head, sealing.latestBefore);
    if (message !== undefined) {
      broken = { position: position + 1, eventId: seal.eventId, at: seal.isThere ? seal.at : null, message };
      break;
    }
    position = seal.position;
    head = seal.hash;
    last = { eventId: seal.eventId, at: seal.at };
    first ??= last;
    if (head === expected) expectedAt = position;
  }
  const { rows } = await pool.query<{ pending: number }>(
    `select count(*)::int as pending from audit_events e
     where not exists (select from audit_seals s where s.event_id = e.id)`,
  );
  const found = { sealed: position, pending: rows[0]!.pending, first, last, head: position > 0 ? head : null, broken };
  return expected === undefined ? found : { ...found, expectedAt };
}

/** The reason why a seal does not continue the chain; undefined when it does. */
function whatIsWrong(seal: SealedEvent, position: number, head: string, latestSeal: string): string | undefined {
  if (seal.position !== position) return `Thiếu niêm phong số ${position}: chuỗi nhảy tới số ${seal.position}.`;
  if (!seal.isThere) return 'Sự kiện đã bị xóa khỏi nhật ký sau khi niêm phong.';
  if (chainHash([head, String(seal.position), seal.sealedAt, ...seal.fields]) !== seal.hash)
    return 'Nội dung sự kiện hoặc mã niêm phong đã bị sửa sau khi niêm phong.';
  if (latestSeal !== '' && Date.parse(seal.at) < Date.parse(latestSeal) - LONGEST_TRANSACTION_MS)
    return 'Sự kiện ghi lùi giờ: các sự kiện muộn hơn đã được niêm phong trước nó.';
  return undefined;
}

async function* sealedEvents(pool: Queries): AsyncGenerator<SealedEvent> {
  for (let after = 0; ; ) {
    const { rows } = await pool.query<(string | null)[]>({
      // Rows as lists: fields of their own are read three times as fast as an array of them.
      rowMode: 'array',
      text: `with seals as (select * from audit_seals where position > $1 order by position limit ${ROWS_AT_ONCE})
        select s.position::text, s.event_id, s.hash, ${momentOf('s.sealed_at')},
          e.id::text, ${momentOf('e.at')}, e.actor, e.action, e.entity, e.entity_id, e.summary,
          e.before::text, e.after::text, e.request_id
        from seals s left join audit_events e on e.id = s.event_id order by s.position`,
      values: [after],
    });
    const seals = rows.map(sealedEvent);
    yield* seals;
    if (seals.length < ROWS_AT_ONCE) return;
    after = seals.at(-1)!.position;
  }
}

function sealedEvent([position, eventId, hash, sealedAt, ...fields]: readonly (string | null)[]): SealedEvent {
  const [id, at] = fields;
  return {
    position: Number(position),
    eventId: eventId!,
    hash: hash!,
    sealedAt: sealedAt!,
    isThere: id !== null,
    at: at!,
    fields,
  };
}

/** A moment to the microsecond, as the canonical text has it. */
const momentOf = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

import { expect } from 'vitest';
import type { Given, Row } from './judge.ts';

/** The values that `SINCE` compares with: the last moment of the log, and the events of that very moment. */
export async function endOfLog(rows: Given['rows']): Promise<[at: string, ids: string[]]> {
  const last = await rows('select id, at::text as at from audit_events where at = (select max(at) from audit_events)');
  return [String(last[0]?.at ?? '-infinity'), last.map(({ id }) => String(id))];
}

/** The events of a log that have come since; the thousands before them need not be named. */
export const SINCE = 'at >= $1::timestamptz and id <> all ($2)';

/** Each entry says who did what to which record, in a sentence, and in which request, unless a run did it; a change says what was and what is. */
export function expectLogged(events: readonly Row[], actor: string, isRun: boolean): void {
  for (const event of events) {
    const name = `${event.action}: ${event.summary}`;
    expect(event.action, name).toMatch(/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/);
    expect(event.entity, name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(event.entity_id, name).not.toBe('');
    expect(String(event.summary).length, name).toBeGreaterThan(8);
    expect([actor, 'hệ thống'], name).toContain(event.actor);
    if (!isRun) expect(event.request_id, name).toEqual(expect.stringMatching(/\S{8}/));
    if (event.before !== null && event.after !== null) expect(event.after, name).not.toEqual(event.before);
  }
}

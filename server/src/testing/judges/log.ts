import { expect } from 'vitest';
import type { Row } from './judge.ts';

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

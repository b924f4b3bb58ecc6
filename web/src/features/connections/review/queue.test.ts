import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  appended,
  closed,
  currentId,
  decided,
  EMPTY_QUEUE,
  failed,
  failedFor,
  movedTo,
  type Outcome,
  openAhead,
  putAside,
  type Queue,
  reopened,
  stillPending,
  tally,
  undone,
  withPage,
} from './queue.ts';

const start = appended(EMPTY_QUEUE, ['a', 'b', 'c']);
const decide = (queue: Queue, id: string, outcome: Outcome) => decided(queue, { [id]: outcome }).queue;

describe('a page that has come', () => {
  it('begins at the suggestion that is wanted, and at its first when that is gone', () => {
    expect(currentId(withPage(EMPTY_QUEUE, ['a', 'b', 'c'], 'b'))).toBe('b');
    expect(currentId(withPage(EMPTY_QUEUE, ['a', 'b', 'c'], 'z'))).toBe('a');
  });

  it('leaves a reviewer who is still at a suggestion there, whatever is wanted', () => {
    expect(currentId(withPage(start, ['d'], 'd'))).toBe('a');
  });

  it('goes on with its first for a reviewer who waits past the end', () => {
    expect(currentId(withPage(movedTo(start, 3), ['d', 'e'], undefined))).toBe('d');
  });
});

describe('deciding', () => {
  it('goes to the next open suggestion', () => {
    const queue = decide(start, 'a', 'accepted');
    expect(currentId(queue)).toBe('b');
    expect(tally(queue).accepted).toBe(1);
  });

  it('comes back to what was left open before', () => {
    const queue = decide(decide(movedTo(start, 1), 'b', 'rejected'), 'c', 'rejected');
    expect(currentId(queue)).toBe('a');
  });

  it('ends past the last one', () => {
    const queue = ['a', 'b', 'c'].reduce((now, id) => decide(now, id, 'skipped'), start);
    expect(currentId(queue)).toBeUndefined();
    expect(currentId(reopened(queue))).toBe('a');
  });

  it('stays where it is when others are decided', () => {
    expect(currentId(decide(start, 'c', 'accepted'))).toBe('a');
  });
});

describe('undoing', () => {
  it('returns to the place of the decision', () => {
    const queue = decide(decide(start, 'a', 'accepted'), 'b', 'rejected');
    const back = undone(queue)!;
    expect(currentId(back.queue)).toBe('b');
    expect(back.step.marks).toEqual({ b: 'rejected' });
    expect(currentId(undone(back.queue)!.queue)).toBe('a');
  });

  it('opens again what a bulk decision could not carry out, and takes back only the rest', () => {
    const { queue: bulk, step } = decided(start, { a: 'accepted', b: 'accepted' });
    const partly = closed(failedFor(bulk, step.key, ['b', 'c']), ['b']);
    expect(partly.outcomes).toEqual({ a: 'accepted', b: 'closed' });
    expect(undone(partly)!.queue.outcomes).toEqual({ b: 'closed' });
  });

  it('passes over what was put aside earlier, without a step to undo', () => {
    const queue = putAside(start, ['a', 'c']);
    expect([currentId(queue), queue.steps]).toEqual(['b', []]);
    expect(currentId(decide(queue, 'b', 'accepted'))).toBeUndefined();
    expect(currentId(reopened(queue))).toBe('a');
  });

  it('has nothing to undo at the start', () => expect(undone(start)).toBeUndefined());

  it('takes a bulk decision back as one', () => {
    const bulk = decided(start, { a: 'accepted', b: 'accepted', z: 'accepted' }).queue;
    expect(currentId(bulk)).toBe('c');
    const { queue } = undone(bulk)!;
    expect(queue.outcomes).toEqual({});
    expect(currentId(queue)).toBe('a');
  });
});

describe('what the service refuses', () => {
  it('opens the suggestion again without moving the person', () => {
    const { queue, step } = decided(start, { a: 'accepted' });
    const back = failed(queue, step.key);
    expect(currentId(back)).toBe('b');
    expect(back.outcomes).toEqual({});
    expect(undone(back)).toBeUndefined();
  });

  it('does not offer what a colleague decided', () => {
    const queue = closed(start, ['b']);
    expect(currentId(decide(queue, 'a', 'accepted'))).toBe('c');
  });
});

describe('paging', () => {
  it('adds only what is new', () => {
    expect(appended(start, ['b', 'd']).ids).toEqual(['a', 'b', 'c', 'd']);
    expect(appended(start, ['a'])).toBe(start);
  });

  it('counts what the service still holds', () => {
    const queue = decide(decide(start, 'a', 'accepted'), 'b', 'skipped');
    expect(stillPending(queue)).toBe(2);
    expect(openAhead(queue)).toBe(1);
  });
});

const outcome = fc.constantFrom<Outcome>('accepted', 'rejected', 'skipped');

it('undoing everything leads back to the beginning', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(9), outcome), { maxLength: 30 }), (decisions) => {
      const ids = Array.from({ length: 10 }, (_, index) => String(index));
      const first = appended(EMPTY_QUEUE, ids);
      let queue = first;
      for (const [index, what] of decisions) queue = decide(queue, ids[index]!, what);
      for (let back = undone(queue); back; back = undone(queue)) queue = back.queue;
      expect(queue.outcomes).toEqual({});
      expect(queue.ids).toEqual(first.ids);
      expect(queue.at).toBe(first.at);
    }),
  );
});

it('the shown suggestion is open as long as one is open', () => {
  fc.assert(
    fc.property(fc.array(outcome, { maxLength: 20 }), (outcomes) => {
      let queue = appended(EMPTY_QUEUE, ['a', 'b', 'c', 'd', 'e']);
      for (const what of outcomes) {
        const id = currentId(queue);
        if (id === undefined) break;
        queue = decide(queue, id, what);
      }
      const open = queue.ids.filter((id) => queue.outcomes[id] === undefined);
      if (open.length > 0) expect(open).toContain(currentId(queue));
      else expect(currentId(queue)).toBeUndefined();
    }),
  );
});

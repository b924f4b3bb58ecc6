/** The decision about a suggestion in this sitting. `closed`: a colleague had decided before. */
export type Outcome = 'accepted' | 'rejected' | 'skipped' | 'closed';

/** One thing that a person did and may take back. */
export type Step = {
  /** Names the step for the caller that carries it out. */
  readonly key: number;
  /** The index of the suggestion that was shown. */
  readonly at: number;
  /** The decisions of the step, by suggestion. */
  readonly marks: Readonly<Record<string, Outcome>>;
};

/**
 * The place of a review. Suggestions stay in the list after they were decided, so that going back shows them and the
 * place is never lost; more are appended as they come.
 */
export type Queue = {
  readonly ids: readonly string[];
  /** Index of the suggestion that is shown; `ids.length` past the last one. */
  readonly at: number;
  readonly outcomes: Readonly<Record<string, Outcome>>;
  readonly steps: readonly Step[];
  readonly nextKey: number;
};

export const EMPTY_QUEUE: Queue = { ids: [], at: 0, outcomes: {}, steps: [], nextKey: 1 };

export const currentId = (queue: Queue): string | undefined => queue.ids[queue.at];

const isOpen = (queue: Queue, id: string): boolean => queue.outcomes[id] === undefined;

/** Adds suggestions that are not in the list yet. */
export function appended(queue: Queue, ids: readonly string[]): Queue {
  const known = new Set(queue.ids);
  const fresh = ids.filter((id) => !known.has(id) && isOpen(queue, id));
  return fresh.length === 0 ? queue : { ...queue, ids: [...queue.ids, ...fresh] };
}

/**
 * Adds a page: the first begins at the suggestion that is wanted, a later one where the reviewer waits past the end.
 */
export function withPage(before: Queue, ids: readonly string[], wanted: string | undefined): Queue {
  const next = appended(before, ids);
  if (before.ids.length > 0) return before.at >= before.ids.length ? movedTo(next, before.ids.length) : next;
  const place = wanted === undefined ? -1 : next.ids.indexOf(wanted);
  return place > 0 ? movedTo(next, place) : next;
}

/** The number of suggestions of the list that the service still holds as pending: the next page begins there. */
export const stillPending = (queue: Queue): number =>
  queue.ids.filter((id) => isOpen(queue, id) || queue.outcomes[id] === 'skipped').length;

/** The number of suggestions from the shown one on that are still to be looked at. */
export const openAhead = (queue: Queue): number => queue.ids.slice(queue.at).filter((id) => isOpen(queue, id)).length;

/** The next open suggestion from an index on, then from the start; past the end when none is left. */
function nextOpen(queue: Queue, from: number): number {
  for (let index = from; index < queue.ids.length; index += 1) if (isOpen(queue, queue.ids[index]!)) return index;
  for (let index = 0; index < from && index < queue.ids.length; index += 1)
    if (isOpen(queue, queue.ids[index]!)) return index;
  return queue.ids.length;
}

/** Records a decision and goes to the next open suggestion, if the shown one is decided by it. */
export function decided(queue: Queue, marks: Readonly<Record<string, Outcome>>): { queue: Queue; step: Step } {
  const step: Step = { key: queue.nextKey, at: queue.at, marks };
  const next: Queue = {
    ...queue,
    outcomes: { ...queue.outcomes, ...marks },
    steps: [...queue.steps, step],
    nextKey: queue.nextKey + 1,
  };
  const shown = currentId(queue);
  const at = shown !== undefined && isOpen(next, shown) ? queue.at : nextOpen(next, queue.at);
  return { queue: { ...next, at }, step };
}

/** Takes the last step back and returns to where it was made. */
export function undone(queue: Queue): { queue: Queue; step: Step } | undefined {
  const step = queue.steps.at(-1);
  if (!step) return undefined;
  return { queue: { ...without(queue, step), at: Math.min(step.at, queue.ids.length) }, step };
}

/** A step that could not be carried out: its suggestions are open again, and the person stays where they are. */
export function failed(queue: Queue, key: number): Queue {
  const step = queue.steps.find((one) => one.key === key);
  return step ? without(queue, step) : queue;
}

/** Some suggestions of a step could not be carried out: they are open again, the rest of the step is kept. */
export function failedFor(queue: Queue, key: number, ids: readonly string[]): Queue {
  const failing = new Set(ids);
  const rest = (marks: Step['marks']) => Object.fromEntries(Object.entries(marks).filter(([id]) => !failing.has(id)));
  const steps = queue.steps.map((one) => (one.key === key ? { ...one, marks: rest(one.marks) } : one));
  return { ...queue, steps, outcomes: cleared(queue.outcomes, steps, ids) };
}

/** Suggestions that turned out to be decided by a colleague: no longer open, nothing to undo. */
export function closed(queue: Queue, ids: readonly string[]): Queue {
  return { ...queue, outcomes: { ...queue.outcomes, ...Object.fromEntries(ids.map((id) => [id, 'closed' as const])) } };
}

function without(queue: Queue, step: Step): Queue {
  const steps = queue.steps.filter((one) => one.key !== step.key);
  return { ...queue, steps, outcomes: cleared(queue.outcomes, steps, Object.keys(step.marks)) };
}

/** The outcomes when these suggestions have only what the given steps say about them. */
function cleared(before: Queue['outcomes'], steps: readonly Step[], ids: readonly string[]): Queue['outcomes'] {
  const outcomes: Record<string, Outcome> = { ...before };
  for (const id of ids) {
    const earlier = steps.findLast((one) => one.marks[id] !== undefined);
    if (earlier) outcomes[id] = earlier.marks[id]!;
    else delete outcomes[id];
  }
  return outcomes;
}

/** Suggestions that were put aside in an earlier hour of this sitting: passed over, and offered again at the end. */
export const putAside = (queue: Queue, ids: readonly string[]): Queue => {
  const open = ids.filter((id) => isOpen(queue, id));
  if (open.length === 0) return queue;
  const next: Queue = {
    ...queue,
    outcomes: { ...queue.outcomes, ...Object.fromEntries(open.map((id) => [id, 'skipped' as const])) },
  };
  const shown = currentId(next);
  return shown !== undefined && !isOpen(next, shown) ? { ...next, at: nextOpen(next, next.at) } : next;
};

export const movedTo = (queue: Queue, at: number): Queue => ({
  ...queue,
  at: Math.max(0, Math.min(queue.ids.length, at)),
});

/** Skipped suggestions are open once more, from the first one on. */
export function reopened(queue: Queue): Queue {
  const outcomes = Object.fromEntries(Object.entries(queue.outcomes).filter(([, outcome]) => outcome !== 'skipped'));
  const next: Queue = { ...queue, outcomes, steps: [], at: 0 };
  return { ...next, at: nextOpen(next, 0) };
}

/** The number of suggestions with each outcome in this sitting. */
export function tally(queue: Queue): Readonly<Record<Outcome, number>> {
  const counts = { accepted: 0, rejected: 0, skipped: 0, closed: 0 };
  for (const outcome of Object.values(queue.outcomes)) counts[outcome] += 1;
  return counts;
}

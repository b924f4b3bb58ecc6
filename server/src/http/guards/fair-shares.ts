import { Refusal } from '../../refusal.ts';

export type ShareLimits = {
  /** Requests of one person in work at once: about what a page asks for while it opens. */
  readonly perPerson: number;
  /** Requests of everybody in work at once. */
  readonly atOnce: number;
  /** Requests of one person that wait at most; the next is refused at once. */
  readonly mostWaiting: number;
  /** A request that has waited so long is refused: no caller waits any more for an answer that comes later. */
  readonly longestWaitMs: number;
};

export type Shares = {
  /**
   * Waits until a request of `person` may be worked on, and gives what says that it is done. Stops waiting when the sender
   * is `gone`. Throws SERVER_BUSY.
   */
  readonly enter: (person: string, gone: AbortSignal) => Promise<() => void>;
};

type Person = { working: number; readonly waiting: Set<() => void> };

/**
 * Shares the work of one process out between people: what one person asks for waits in that person's own queue, and
 * the queues are served in turn. So forty slow requests of one person delay everybody else by those few that are in work.
 */
export function createShares(limits: ShareLimits): Shares {
  /** Everybody with a request here, who was served longest ago first. */
  const people = new Map<string, Person>();
  let working = 0;

  const putLast = (name: string, person: Person): void => {
    people.delete(name);
    if (person.working > 0 || person.waiting.size > 0) people.set(name, person);
  };

  const next = (): [string, Person] | undefined =>
    [...people].find(([, person]) => person.waiting.size > 0 && person.working < limits.perPerson);

  function serve(): void {
    while (working < limits.atOnce) {
      const [name, person] = next() ?? [];
      if (name === undefined || person === undefined) return;
      const [admit] = person.waiting;
      person.working++;
      working++;
      admit!();
      putLast(name, person);
    }
  }

  const turnOf = (name: string, person: Person, gone: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const stopWaiting = () => {
        person.waiting.delete(admit);
        clearTimeout(timer);
        gone.removeEventListener('abort', giveUp);
      };
      const admit = () => {
        stopWaiting();
        resolve();
      };
      const giveUp = () => {
        stopWaiting();
        if (person.working === 0 && person.waiting.size === 0) people.delete(name);
        reject(new Refusal('SERVER_BUSY'));
      };
      const timer = setTimeout(giveUp, limits.longestWaitMs);
      gone.addEventListener('abort', giveUp);
      person.waiting.add(admit);
    });

  async function enter(name: string, gone: AbortSignal): Promise<() => void> {
    const person = people.get(name) ?? { working: 0, waiting: new Set() };
    if (gone.aborted || person.waiting.size >= limits.mostWaiting) throw new Refusal('SERVER_BUSY');
    people.set(name, person);
    const turn = turnOf(name, person, gone);
    serve();
    await turn;
    return () => {
      person.working--;
      working--;
      // Also those who came while this one was in work are served before another of the same person.
      putLast(name, person);
      serve();
    };
  }

  return { enter };
}

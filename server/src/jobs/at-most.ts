/**
 * Lets at most `most` works go on at once, the others wait in order: threads with a database connection of their own are
 * dear, and their number must not grow with that of the people who look at a screen.
 */
export function atMost(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

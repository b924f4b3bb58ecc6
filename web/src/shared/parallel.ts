/** Enough to hide the way to the server, few enough to leave it to others. */
const AT_ONCE = 6;

/** Does something with each item, a few at a time, in order of their place. Rejects with the first failure. */
export async function inParallel<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const item = items[next]!;
      next += 1;
      await act(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
}

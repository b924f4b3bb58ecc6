/** The work done before a failure, beside the reason of the failure. */
export class PartlyDone extends Error {
  readonly done: number;

  constructor(done: number, total: number, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`Đã làm ${done} trong ${total} dòng rồi dừng: ${why} Các dòng còn lại chưa đổi.`);
    this.name = 'PartlyDone';
    this.done = done;
    this.cause = cause;
  }
}

/**
 * Sends any number of items in as many requests as it takes, one after another. `onDone` hears how far it is, from nothing.
 * A failure of the first request is passed on as it is; of a later one as PartlyDone, because what went before stays.
 */
export async function inSlices<Item>(
  items: readonly Item[],
  size: number,
  send: (slice: readonly Item[]) => Promise<unknown>,
  onDone?: (done: number) => void,
): Promise<void> {
  onDone?.(0);
  for (let at = 0; at < items.length; at += size) {
    try {
      await send(items.slice(at, at + size));
    } catch (error) {
      throw at === 0 ? error : new PartlyDone(at, items.length, error);
    }
    onDone?.(Math.min(at + size, items.length));
  }
}

/** Something that is written down piece by piece, and taken away in chunks. */
type Writer<Row, Chunk> = {
  readonly add: (row: Row) => void;
  /** Rows since `take` was last called. */
  readonly rows: () => number;
  readonly take: () => Chunk;
};

/** Rows between a thread that reads them and the transactions that take them, chunk by chunk. */
export type ChunkQueue<Row, Chunk> = {
  readonly put: (row: Row) => void;
  /** A promise to wait for when too many rows are queued: they are put faster than they are taken. */
  readonly room: () => Promise<void> | undefined;
  /** No more rows come. */
  readonly end: () => void;
  /** The next chunk as soon as it is full, or the last one; null behind that. */
  readonly next: () => Promise<Chunk | null>;
};

/** @param most full chunks that may wait before `room` makes their giver wait. */
export function chunkQueue<Row, Chunk>(
  writer: Writer<Row, Chunk>,
  { chunkRows, most }: { readonly chunkRows: number; readonly most: number },
): ChunkQueue<Row, Chunk> {
  const full: Chunk[] = [];
  let hasEnded = false;
  let arrived: PromiseWithResolvers<void> | undefined;
  let left: PromiseWithResolvers<void> | undefined;
  return {
    put(row) {
      writer.add(row);
      if (writer.rows() < chunkRows) return;
      full.push(writer.take());
      arrived?.resolve();
    },
    room() {
      if (full.length < most) return undefined;
      left ??= Promise.withResolvers();
      return left.promise;
    },
    end() {
      hasEnded = true;
      arrived?.resolve();
    },
    async next() {
      if (full.length === 0 && !hasEnded) {
        arrived = Promise.withResolvers();
        await arrived.promise;
      }
      const chunk = full.shift() ?? (writer.rows() > 0 ? writer.take() : null);
      if (full.length < most) {
        left?.resolve();
        left = undefined;
      }
      return chunk;
    },
  };
}

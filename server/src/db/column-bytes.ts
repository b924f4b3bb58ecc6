import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

/** COPY's binary form: so much before the first row, before the value of a row with one column, and in place of a last row. */
const [FILE_HEADER, VALUE_HEADER, TRAILER] = [19, 6, 2];

/**
 * The values of one bytea column, none of them null, row after row as one stream of bytes. A query would hold each value
 * several times over, as hexadecimal digits too: of a large file that is many times its size before any of it is given back.
 */
export async function* columnBytes(pool: pg.Pool, query: string): AsyncGenerator<Buffer> {
  const client = await pool.connect();
  let isWhole = false;
  try {
    let [header, wanted, left] = [Buffer.alloc(0), FILE_HEADER, 0];
    const stream: AsyncIterable<Buffer> = client.query(copyTo(`copy (${query}) to stdout (format binary)`));
    for await (const piece of stream) {
      for (let at = 0; at < piece.length; ) {
        const take = Math.min(piece.length - at, left || wanted - header.length);
        const bytes = piece.subarray(at, at + take);
        at += take;
        if (left > 0) {
          left -= take;
          yield bytes;
          continue;
        }
        header = Buffer.concat([header, bytes]);
        if (header.length < wanted) continue;
        if (wanted === VALUE_HEADER) left = header.readInt32BE(2);
        [header, wanted] = [Buffer.alloc(0), VALUE_HEADER];
      }
    }
    isWhole = left === 0 && header.length === TRAILER;
    if (!isWhole) throw new Error('COPY ended within a value');
  } finally {
    // A reading that stopped in the middle leaves bytes in the connection.
    client.release(!isWhole);
  }
}

import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { batchOf, packetsOf, type Question, rpcOf, tokens } from './tds-wire.ts';

/** The server's answer to one statement. Rows may be endless: they are pulled as the client takes them. */
export type Answer =
  | { readonly columns: readonly string[]; readonly rows: Iterable<readonly (string | null)[]> }
  | { readonly error: number; readonly message: string }
  /** Never says anything, until the client cancels. */
  | 'silence'
  /** Breaks the connection. */
  | 'hang up';

export type TdsServer = {
  readonly connection: string;
  /** Statements that came in, parameters included. */
  readonly asked: readonly Question[];
  /** Rows that left for the network so far. */
  readonly rowsSent: () => number;
  /** Breaks all connections and takes no new ones. */
  readonly close: () => Promise<void>;
};

const packet = { batch: 0x01, rpc: 0x03, attention: 0x06, login: 0x10, prelogin: 0x12 } as const;

/**
 * Enough of SQL Server's protocol (TDS 7.4, unencrypted, all columns nvarchar) for the real driver to connect, ask,
 * stream, cancel and fail. It knows no SQL: `answer` does. `password` is the only one it lets in.
 */
export async function startTdsServer(password: string, answer: (question: Question) => Answer): Promise<TdsServer> {
  const sockets = new Set<Socket>();
  const asked: Question[] = [];
  let rowsSent = 0;

  const server = createServer((socket) => {
    sockets.add(socket);
    let cancelled = false;
    /** The reply under way: an acknowledged cancellation is a message after it. */
    let busy = Promise.resolve();
    let wake = (): void => {};
    socket.on('close', () => {
      cancelled = true;
      sockets.delete(socket);
    });
    socket.on('error', () => {});

    /** Sends what has gathered, and waits for the network when it is slower. */
    const send = async (data: Buffer, isLast: boolean): Promise<void> => {
      for (const each of packetsOf(data, isLast)) {
        if (!socket.destroyed && !socket.write(each))
          await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
      }
    };

    const reply = async (question: Question): Promise<void> => {
      const said = answer(question);
      if (said === 'silence') {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        return await send(tokens.done(0), true);
      }
      if (said === 'hang up') {
        socket.destroy();
        return;
      }
      if ('error' in said) return await send(tokens.failure(said.error, said.message), true);
      let pending: Buffer[] = [tokens.columns(said.columns)];
      let count = 0;
      for (const row of said.rows) {
        if (cancelled) break;
        pending.push(tokens.row(row));
        count += 1;
        rowsSent += 1;
        if (count % 50 !== 0) continue;
        await send(Buffer.concat(pending), false);
        pending = [];
        await new Promise(setImmediate); // Lets a cancellation in.
      }
      await send(Buffer.concat([...pending, tokens.done(count)]), true);
    };

    const react = (type: number, data: Buffer): void => {
      if (type === packet.prelogin) void send(tokens.prelogin(), true);
      else if (type === packet.login) {
        const isLetIn = data.includes(tokens.scrambled(password));
        void send(isLetIn ? tokens.welcome() : tokens.failure(18456, 'Login failed.'), true);
      } else if (type === packet.attention) {
        cancelled = true;
        wake();
        void busy.then(() => send(tokens.cancelled(), true));
      } else {
        cancelled = false;
        const question = type === packet.rpc ? rpcOf(data) : batchOf(data);
        if (/^set /i.test(question.sql.trim())) void send(tokens.done(0), true);
        else {
          asked.push(question);
          busy = reply(question);
        }
      }
    };

    let buffered = Buffer.alloc(0);
    let message: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => {
      buffered = Buffer.concat([buffered, chunk]);
      while (buffered.length >= 8 && buffered.length >= buffered.readUInt16BE(2)) {
        const length = buffered.readUInt16BE(2);
        message.push(buffered.subarray(8, length));
        const [type, isEnd] = [buffered[0]!, (buffered[1]! & 1) === 1];
        buffered = buffered.subarray(length);
        if (!isEnd) continue;
        const data = Buffer.concat(message);
        message = [];
        react(type, data);
      }
    });
  });

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const login = `User Id=khop;Password=${password}`;
  return {
    connection: `Server=127.0.0.1,${port};Database=bravo;${login};Encrypt=false;TrustServerCertificate=true`,
    asked,
    rowsSent: () => rowsSent,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

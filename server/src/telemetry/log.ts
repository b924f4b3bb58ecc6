import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config.ts';

const CAUSES = 3;

/**
 * The part of an error that a log line states: what it is and where. Nothing else that libraries hang on their errors,
 * which may be a whole connection, a request with its headers, or the row that was to be written.
 */
export function loggedError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) {
    const { message, code } = (error ?? {}) as { message?: unknown; code?: unknown };
    return typeof message === 'string' ? { message, code } : { message: String(error) };
  }
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint }),
    ...(table !== undefined && { table }),
    stack: error.stack,
    ...(error.cause !== undefined && depth < CAUSES && { cause: loggedError(error.cause, depth + 1) }),
  };
}

/** The log of a process: JSON lines on standard output, or in `destination`. Tokens, cookies and passwords never reach it. */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>, destination?: DestinationStream): Logger {
  const options = {
    level: logLevel,
    serializers: { err: (error: unknown) => loggedError(error) },
    redact: ['authorization', 'cookie', 'token', 'password', 'connectionString'].flatMap((name) => [
      name,
      `*.${name}`,
      `*.*.${name}`,
      `*.*.*.${name}`,
    ]),
  };
  return destination ? pino(options, destination) : pino(options);
}

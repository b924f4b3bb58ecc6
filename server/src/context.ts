import type pg from 'pg';
import type { Logger } from 'pino';
import type { BravoSource } from './adapters/bravo/port.ts';
import type { IdentityProvider } from './adapters/identity/identity-provider.ts';
import type { TaxFiles } from './adapters/tax-xml/port.ts';
import type { WorkbookPort } from './adapters/workbook/port.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { HealthCheck } from './db/health.ts';
import type { JobQueue } from './jobs/queue.ts';
import type { Disk } from './telemetry/disk.ts';

/** Everything a feature may reach outside itself. `make-context.ts` makes it, for tests as well. */
export type Context = {
  readonly config: Config;
  /** For questions, and for changes of one statement. */
  readonly pool: pg.Pool;
  /** The same, typed. */
  readonly db: Database;
  /** For changes in a transaction: however many of them wait for a lock, questions have connections of their own. */
  readonly writes: pg.Pool;
  readonly health: HealthCheck;
  readonly disk: Disk;
  readonly queue: JobQueue;
  readonly identity: IdentityProvider;
  readonly bravo: BravoSource;
  readonly workbooks: WorkbookPort;
  readonly taxFiles: TaxFiles;
  readonly log: Logger;
  readonly now: () => Date;
};

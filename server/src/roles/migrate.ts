import { type Config, databaseUrlOf } from '../config.ts';
import { createPool } from '../db/database.ts';
import { migrate } from '../db/migrations/migrate.ts';
import { PATIENCE } from '../db/patience.ts';
import { createQueue } from '../jobs/queue.ts';

/** Brings the database, and the job queue's tables in it, up to this program. */
export async function migrateRole(config: Config): Promise<number> {
  const pool = createPool(databaseUrlOf(config), 4, PATIENCE.commands);
  try {
    const report = await migrate(pool);
    const queue = await createQueue(databaseUrlOf(config), (error) => console.error(error.message), 'server');
    await queue.stop();
    console.log(
      report.applied.length ? `Đã áp dụng: ${report.applied.join(', ')}` : `Cơ sở dữ liệu đã ở bản ${report.latest}`,
    );
    return 0;
  } finally {
    await pool.end();
  }
}

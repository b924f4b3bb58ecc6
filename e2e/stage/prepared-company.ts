import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { findBrowser } from './browser.ts';
import { freshFolder, PREPARED, startProduct } from './product.ts';

/**
 * Runs once before all browser tests: looks for a browser, builds the web application and fills a sample company through a first start, whose
 * data folder every test that begins with the sample company copies.
 */
export default async function prepareCompany(): Promise<() => Promise<void>> {
  await findBrowser();
  const dataDir = await freshFolder('khop-e2e-prepared-');
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const product = await startProduct({ dataDir });
    const code = await product.stop();
    if (code !== 0) throw new Error(`The prepared product ended with ${code}:\n${product.output()}`);
  } catch (error) {
    await remove();
    throw error;
  }
  // A database that went to another place is not in the folder: its copies would all run on that one.
  if (!existsSync(path.join(dataDir, 'database', 'database-place'))) process.env[PREPARED] = dataDir;
  return remove;
}

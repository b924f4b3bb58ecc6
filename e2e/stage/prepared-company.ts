import { findBrowser } from './browser.ts';
import { openGround } from './ground.ts';

/**
 * Runs once before all browser tests: looks for a browser, builds the web application, and opens what the files share, the sample
 * company among it, whose database and files every test that begins with it copies.
 */
export default async function prepareCompany(): Promise<() => Promise<void>> {
  await findBrowser();
  return openGround();
}

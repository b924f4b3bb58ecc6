import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launchBrowser, type Visit, visit } from './browser.ts';
import { tellWhatWasSeen } from './failure.ts';
import { type Service, type ServiceOptions, startService } from './service.ts';

export type OpenProduct = Omit<Service, 'stop'> & {
  /** A fresh visitor; one who came during a test leaves with it, one who came before the tests stays for all of them. */
  visit(options?: BrowserContextOptions): Promise<Visit>;
};

/**
 * Starts a service on a fresh company and a browser for the tests of a file, and ends both after them. A test that fails says what its
 * visitors saw last.
 * @param options of the product; a function is asked when it starts, after the hooks that the file has set before.
 */
export function openProduct(options: ServiceOptions | (() => ServiceOptions) = {}): OpenProduct {
  let product: Service | undefined;
  let browser: Browser | undefined;
  const staying: Visit[] = [];
  let passing: Visit[] | undefined;
  let begun = false;

  beforeAll(async () => {
    const starting = [
      startService(typeof options === 'function' ? options() : options).then((started) => {
        product = started;
      }),
      launchBrowser().then((launched) => {
        browser = launched;
      }),
    ];
    // When one of them fails the other is waited for, so that it can be ended.
    const failed = (await Promise.allSettled(starting)).find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
  });
  beforeEach(() => {
    begun = true;
    passing = [];
  });
  afterEach(async ({ task }) => {
    const visits = passing ?? [];
    passing = undefined;
    const seen =
      task.result?.state === 'fail' && (await tellWhatWasSeen([...staying, ...visits], task.name, running().output()));
    for (const { context } of visits) await context.close();
    if (seen) throw seen;
  });
  afterAll(async () => {
    // Only what comes before all tests has failed: no test tells of it.
    const seen = !begun && product && (await tellWhatWasSeen(staying, 'what comes before the tests', product.output()));
    await browser?.close();
    await product?.stop();
    if (seen) throw seen;
  });

  const running = (): Service => {
    if (!product) throw new Error('The product was not started.');
    return product;
  };
  return {
    get url() {
      return running().url;
    },
    get dataDir() {
      return running().dataDir;
    },
    get databaseUrl() {
      return running().databaseUrl;
    },
    output: () => running().output(),
    visit: async (given) => {
      const visitor = await visit(browser!, given);
      (passing ?? staying).push(visitor);
      return visitor;
    },
  };
}

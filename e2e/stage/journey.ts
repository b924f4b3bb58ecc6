import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launchBrowser, type Visit, visit } from './browser.ts';
import { tellWhatWasSeen } from './failure.ts';
import { type Product, type ProductOptions, startProduct } from './product.ts';

export type OpenProduct = Pick<Product, 'url' | 'dataDir' | 'output'> & {
  /** A fresh visitor; one who came during a test leaves with it, one who came before the tests stays for all of them. */
  visit(options?: BrowserContextOptions): Promise<Visit>;
};

/**
 * Starts a product and a browser for the tests of a file, and ends both after them. A test that fails says what its
 * visitors saw last.
 * @param options of the product; a function is asked when it starts, after the hooks that the file has set before.
 */
export function openProduct(options: ProductOptions | (() => ProductOptions) = {}): OpenProduct {
  let product: Product | undefined;
  let browser: Browser | undefined;
  const staying: Visit[] = [];
  let passing: Visit[] | undefined;
  let begun = false;

  beforeAll(async () => {
    const starting = [
      startProduct(typeof options === 'function' ? options() : options).then((started) => {
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

  const running = (): Product => {
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
    output: () => running().output(),
    visit: async (given) => {
      const visitor = await visit(browser!, given);
      (passing ?? staying).push(visitor);
      return visitor;
    },
  };
}

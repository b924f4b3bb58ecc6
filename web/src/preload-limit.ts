import { MAX_ROUTE_PRELOADS } from './constants.ts';

/** Runs at most `limit` pieces of work at once; the others wait their turn. */
export function limiter(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Wraps the router's preloading so that no more than four routes are fetched ahead at once. */
export function limitPreloads<Options, Result>(router: { preloadRoute: (options: Options) => Promise<Result> }): void {
  const preload = router.preloadRoute.bind(router);
  const limited = limiter(MAX_ROUTE_PRELOADS);
  router.preloadRoute = (options: Options) => limited(() => preload(options));
}

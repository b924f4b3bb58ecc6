import { atMost } from '@khop/engine/at-most.ts';
import { MAX_ROUTE_PRELOADS } from './constants.ts';

/** Wraps the router's preloading so that no more than four routes are fetched ahead at once. */
export function limitPreloads<Options, Result>(router: { preloadRoute: (options: Options) => Promise<Result> }): void {
  const preload = router.preloadRoute.bind(router);
  const limited = atMost(MAX_ROUTE_PRELOADS);
  router.preloadRoute = (options: Options) => limited(() => preload(options));
}

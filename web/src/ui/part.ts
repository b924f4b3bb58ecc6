import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { toast } from './overlays/toast.tsx';

/** Fails in words that people read, or never settles because the page is loaded again. */
type Explain = (cause: unknown) => Promise<never>;

let explain: Explain = (cause) => Promise.reject(cause instanceof Error ? cause : new Error(String(cause)));

/** Takes the app's explanation of a chunk that is gone, such as a newer build; this room knows of no builds. */
export function explainMissingParts(by: Explain): void {
  explain = by;
}

/**
 * A part of a page in a chunk of its own: `const Chart = part(() => import('./chart.tsx'), 'Chart')`. When the chunk is
 * gone and no newer build explains it, the page goes on without the part and says so.
 */
// biome-ignore lint/suspicious/noExplicitAny: a component of any attributes
export function part<Name extends string, Module extends Record<Name, ComponentType<any>>>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<Module[Name]> {
  return lazy(async () => {
    try {
      return { default: (await load())[name] };
    } catch (cause) {
      const error = await explain(cause).catch((failure: Error) => failure);
      toast.error(error.message, { id: 'missing-part' });
      // A component of any attributes that shows nothing takes the place of every other.
      return { default: (() => null) as unknown as Module[Name] };
    }
  });
}

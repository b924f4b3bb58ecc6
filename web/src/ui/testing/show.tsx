import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, expect } from 'vitest';
import { ToastHost } from '../overlays/toast-host.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// A page is hundreds of lines: what was looked for says more than all of it.
configure({ getElementError: (message) => new Error(message ?? 'not found'), asyncUtilTimeout: 3_000 });

afterEach(cleanup);

/**
 * For tests: draws components on a page of their own, with a router of one page, an empty cache and the place of toasts.
 * @param at the address of the page, whose search says what it shows
 * @returns hands that click and type as a person does.
 */
export function show(page: ReactNode, at = '/'): UserEvent {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  const route = createRootRoute({
    component: () => (
      <QueryClientProvider client={client}>
        {page}
        <ToastHost />
      </QueryClientProvider>
    ),
  });
  const router = createRouter({ routeTree: route, history: createMemoryHistory({ initialEntries: [at] }) });
  render(<RouterProvider router={router as never} />);
  return userEvent.setup();
}

/** Waits until a toast says it; once for the eyes and once for screen readers. */
export const said = async (words: string | RegExp): Promise<void> => {
  await waitFor(() => expect(screen.queryAllByText(words)).not.toEqual([]));
};

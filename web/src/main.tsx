import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './theme.css';
import { keepPreferences } from './api/preferences.ts';
import { queryClient } from './api/query.ts';
import { chunkFailed, watchBuilds } from './build-watch.ts';
import { LOCALE } from './constants.ts';
import { startAuth } from './features/auth/auth.ts';
import { LoadingBar } from './layout/loading-bar.tsx';
import { limitPreloads } from './preload-limit.ts';
import { router } from './routes.tsx';
import { watchDrafts } from './shared/drafts/store.ts';
import { watchTheme } from './theme.ts';
import { forgetLeftFields, restoreTyped, watchTyping } from './typed-text.ts';
import { target } from './ui/link.tsx';
import { Toasts } from './ui/overlays/toasts.tsx';
import { explainMissingParts } from './ui/part.ts';
import { watchLostFocus } from './ui/watches/lost-focus.ts';
import { watchMovedPress } from './ui/watches/moved-press.ts';

document.documentElement.lang = LOCALE;
watchTheme();
limitPreloads(router);
watchBuilds();
explainMissingParts(chunkFailed);
watchTyping();
watchLostFocus();
watchMovedPress();
watchDrafts();
restoreTyped();
router.subscribe('onResolved', forgetLeftFields);
keepPreferences();
startAuth({
  here: () => router.state.location.href,
  go: async (path) => {
    await router.navigate({ ...target(path), replace: true });
    // Afterwards: a page that is still up would ask again, without a session.
    queryClient.clear();
  },
});

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    {/* The page's policy allows styles of files only; the one that a list of choices would add is in theme.css. */}
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <LoadingBar router={router} />
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);

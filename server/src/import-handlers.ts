import { refreshAfter } from './features/connections/suggestions/request-refresh.ts';
import { undoImport } from './features/imports/undo/undo-import.ts';
import type { Handlers } from './http/call.ts';
import { changedByFile, importTargets } from './import-targets.ts';

/** Taking an import back concerns every kind of upload, so it is above the features. */
export const importHandlers = {
  undoImport: async (call) => {
    const undone = await undoImport(call, importTargets);
    const target = importTargets.find(({ layout }) => layout === undone.layout);
    const changed = target && changedByFile({ target: target.name, profileId: undone.profileId, dryRun: false });
    if (changed) await refreshAfter(call.context, changed, call.user.email);
    return undone;
  },
} satisfies Handlers;

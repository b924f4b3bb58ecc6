import type { Handlers } from '../../http/call.ts';
import { startGeneration } from './generate.ts';
import { loadSharedAmisInventory } from './import-amis.ts';
import { loadSharedBravoInventory } from './load-bravo.ts';
import { findPeriod, presentPeriod } from './period-rows.ts';
import { saveSharedInventoryPeriod, updateSharedInventoryStatus } from './periods.ts';
import { listSharedInventory, sharedInventoryStats } from './queries.ts';

export const sharedInventoryHandlers = {
  listSharedInventory,
  getSharedInventoryStats: sharedInventoryStats,
  generateSharedInventory: startGeneration,
  getSharedInventoryPeriod: async ({ context, query }) => {
    const period = await findPeriod(context.db, query);
    return period ? presentPeriod(period) : null;
  },
  saveSharedInventoryPeriod,
  updateSharedInventoryStatus,
  loadSharedAmisInventory,
  loadSharedBravoInventory,
} satisfies Handlers;

import type { OperationId } from '@khop/contract/index.ts';

/** Operations of the contract that answer 501 NOT_IMPLEMENTED today. The next issues empty this list. */
export const notImplemented: readonly OperationId[] = [
  'listSharedInventory',
  'getSharedInventoryStats',
  'generateSharedInventory',
  'getSharedInventoryPeriod',
  'saveSharedInventoryPeriod',
  'updateSharedInventoryStatus',
  'loadSharedAmisInventory',
  'loadSharedBravoInventory',
  'getUploadSignature',
];

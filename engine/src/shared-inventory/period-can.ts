const SHARED_INVENTORY_STATUSES = ['draft', 'loaded', 'generated', 'locked'] as const;
export type SharedInventoryStatus = (typeof SHARED_INVENTORY_STATUSES)[number];

/** The actions that each status allows. A locked period refuses every change but an admin's unlocking. */
const SHARED_INVENTORY_PERMISSIONS = {
  edit: ['draft', 'loaded', 'generated'],
  load: ['draft', 'loaded', 'generated'],
  generate: ['loaded', 'generated'],
  lock: ['generated'],
  /** By an admin. */
  unlock: ['locked'],
  delete: ['draft', 'loaded', 'generated'],
} as const satisfies Record<string, readonly SharedInventoryStatus[]>;

export type SharedInventoryAction = keyof typeof SHARED_INVENTORY_PERMISSIONS;

/** The status after an action. Loading anew makes an earlier generation stale. */
export const SHARED_INVENTORY_STATUS_AFTER: Readonly<Partial<Record<SharedInventoryAction, SharedInventoryStatus>>> = {
  load: 'loaded',
  generate: 'generated',
  lock: 'locked',
  unlock: 'generated',
};

type Question = (period: { readonly status: string }) => boolean;

/** `sharedInventoryCan.lock(period)`: whether the period's status allows the action. */
export const sharedInventoryCan = Object.fromEntries(
  Object.entries(SHARED_INVENTORY_PERMISSIONS).map(([action, statuses]): [string, Question] => [
    action,
    ({ status }) => (statuses as readonly string[]).includes(status),
  ]),
) as Readonly<Record<SharedInventoryAction, Question>>;

/** Actions that need an admin whatever the status. */
export const SHARED_INVENTORY_ADMIN_ACTIONS: ReadonlySet<SharedInventoryAction> = new Set(['unlock']);

/** The action that a wanted status asks for (PUT of the status), undefined when no action leads from one to the other. */
export function actionTowards(
  from: SharedInventoryStatus,
  to: SharedInventoryStatus,
): SharedInventoryAction | undefined {
  if (from === 'generated' && to === 'locked') return 'lock';
  return from === 'locked' && to === 'generated' ? 'unlock' : undefined;
}

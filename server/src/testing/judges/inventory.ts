import { expect } from 'vitest';
import { type Given, type Judges, type Row, run } from './judge.ts';

const monthId = async ({ rows, stage }: Given): Promise<unknown> =>
  (
    await rows("select id from shared_inventory_periods where profile_id = $1 and month::text like '2026-09%'", [
      stage.profileId,
    ])
  )[0]!.id;
const rowsOfMonth =
  (table: string) =>
  async (given: Given): Promise<number> => {
    const [row] = await given.rows(`select count(*)::int as n from ${table} where period_id = $1`, [
      await monthId(given),
    ]);
    return Number(row!.n);
  };
const monthIs = (status: string, table: string) => async (given: Given) => {
  expect(await rowsOfMonth(table)(given)).toBeGreaterThan(0);
  expect(await given.rows('select status from shared_inventory_periods where id = $1', [await monthId(given)])).toEqual(
    [{ status }],
  );
};

export const inventoryJudges = {
  saveSharedInventoryPeriod: { of: { table: 'shared_inventory_periods', except: ['month'] } },
  getSharedInventoryPeriod: { of: { table: 'shared_inventory_periods', except: ['month'] } },
  loadSharedAmisInventory: {
    writes: ['import_batches', 'shared_inventory_amis_rows', 'shared_inventory_periods'],
    holds: run('shared-inventory-amis', async (given) =>
      expect((given.body.result as Row).created).toBe(await rowsOfMonth('shared_inventory_amis_rows')(given)),
    ),
  },
  loadSharedBravoInventory: {
    writes: ['shared_inventory_bravo_rows', 'shared_inventory_periods'],
    holds: run('shared-inventory-bravo', monthIs('loaded', 'shared_inventory_bravo_rows')),
  },
  generateSharedInventory: {
    writes: ['shared_inventory_periods', 'shared_inventory_rows'],
    holds: run('shared-inventory-generate', monthIs('generated', 'shared_inventory_rows')),
  },
  listSharedInventory: {
    of: { table: 'shared_inventory_rows', except: ['amisProducts', 'bravoItems'] },
    total: rowsOfMonth('shared_inventory_rows'),
    holds: ({ items }) => {
      for (const { amisQuantity, bravoQuantity, sharedQuantity, state } of items) {
        const smaller = Math.max(0, Math.min(Number(amisQuantity), Number(bravoQuantity ?? 0)));
        if (state === 'matched' || state === 'differs') expect(Number(sharedQuantity)).toBeCloseTo(smaller, 6);
      }
    },
  },
  getSharedInventoryStats: {
    holds: async (given) => {
      const states = await given.rows(
        'select state, count(*)::int as n from shared_inventory_rows where period_id = $1 group by 1',
        [await monthId(given)],
      );
      expect(given.body.byState).toMatchObject(Object.fromEntries(states.map(({ state, n }) => [state, n])));
      expect(given.body.rows).toBe(states.reduce((sum, { n }) => sum + Number(n), 0));
    },
  },
  updateSharedInventoryStatus: {
    writes: ['shared_inventory_periods'],

    holds: monthIs('locked', 'shared_inventory_rows'),
  },
} as const satisfies Judges;

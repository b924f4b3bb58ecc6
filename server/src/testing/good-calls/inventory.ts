import { type GoodCalls, ofProfile, type Sent, type Stage } from './stage.ts';

const MONTH = '2026-09';
const ofMonth = ({ profileId }: Stage): Sent => ({ query: { profileId, month: MONTH } });

export const inventoryCalls = {
  saveSharedInventoryPeriod: {
    input: async (stage) => {
      const made = await stage.api.call<{ version: number }>(
        'POST',
        `/shared-inventory/period?profileId=${stage.profileId}`,
        { month: MONTH },
      );
      return { ...ofProfile(stage), body: { month: MONTH, version: made.body.version } };
    },
  },
  getSharedInventoryPeriod: { input: ofProfile },
  loadSharedAmisInventory: {
    input: async (stage) => {
      const [code] = [...stage.profiles.keys()];
      return { ...ofMonth(stage), body: {}, file: await stage.sampleFile('amis', code!, 'TonKho.xlsx') };
    },
  },
  loadSharedBravoInventory: { input: ofMonth },
  generateSharedInventory: { input: ofMonth },
  listSharedInventory: { input: ofMonth },
  getSharedInventoryStats: { input: ofMonth },
  updateSharedInventoryStatus: {
    input: async (stage) => {
      const { version } = await stage.read<{ version: number }>(
        `/shared-inventory/period?profileId=${stage.profileId}&month=${MONTH}`,
      );
      return { ...ofMonth(stage), body: { status: 'locked', version } };
    },
  },
} as const satisfies GoodCalls;

import type { GoodCalls, Sent, Stage } from './stage.ts';

const period = ({ periodId }: Stage): Sent => ({ params: { id: periodId } });

type Found = { finding: { id: string; version: number } };

/** The first row that differs, explained or not. */
const finding = async (stage: Stage, explained: 'true' | 'false'): Promise<Found['finding']> => {
  const path = `/invoice-issuance/periods/${stage.periodId}/three-sides/rows?explained=${explained}&sort=-atStake`;
  return (await stage.first<Found>(path)).finding;
};

export const threeSidesCalls = {
  startThreeSides: { input: period },
  getThreeSides: { input: period },
  listThreeSides: { input: (stage) => ({ ...period(stage), query: { totals: 'true' } }) },
  explainThreeSides: {
    input: async (stage) => ({
      ...period(stage),
      body: { findings: [await finding(stage, 'false')], reason: 'asked', note: 'Thư hỏi ngày 05/11, chờ trả lời' },
    }),
  },
  withdrawThreeSides: {
    input: async (stage) => ({ ...period(stage), body: { findings: [await finding(stage, 'true')] } }),
  },
  downloadThreeSides: { input: period },
} as const satisfies GoodCalls;

import type { GoodCalls, Sent, Stage } from './stage.ts';

type Rules = { version: number; rules: { holidays: object[] } };
const current = (stage: Stage): Promise<Rules> => stage.read<Rules>('/invoice-issuance/rules');
const reason = 'Thông báo nghỉ lễ';

export const ruleCalls = {
  getInvoiceRules: {},
  updateInvoiceRules: {
    input: async (stage): Promise<Sent> => {
      const { version, rules } = await current(stage);
      const holiday = { fromDate: '2027-12-31', toDate: '2028-01-02', name: 'Tết', source: 'Thông báo', reference: '' };
      return { body: { version, rules: { ...rules, holidays: [...rules.holidays, holiday] }, reason } };
    },
  },
  confirmInvoiceRules: {
    input: async (stage): Promise<Sent> => ({
      body: {
        version: (await current(stage)).version,
        rules: [{ kind: 'holidays', fromDate: '2027-12-31' }],
        confirmed: { by: 'Đại lý thuế', on: '2026-09-01' },
      },
    }),
  },
  resetInvoiceRules: {
    input: async (stage): Promise<Sent> => ({ body: { version: (await current(stage)).version, reason } }),
  },
  listInvoiceRuleChanges: {},
} as const satisfies GoodCalls;

import { z } from 'zod';
import { instant, version } from '../values.ts';

const measured = z.object({
  right: z.int(),
  n: z.int(),
  precision: z.number().nullable(),
  low: z.number().nullable().describe('Cận dưới khoảng Wilson 95 %'),
  high: z.number().nullable(),
});

const fitFigures = z.object({
  decisions: z.int(),
  logLossBefore: z.number(),
  logLossAfter: z.number(),
  precisionBefore: z.number().nullable().describe('Từ điểm 0,95, trên các quyết định giữ lại để thử'),
  precisionAfter: z.number().nullable(),
});

/** The quality of the scores, measured on the decisions of this company. */
export const quality = z
  .object({
    decided: z.int().describe('Quyết định từng cặp, dùng để đo'),
    inBatches: z.int().describe('Nối hàng loạt: không ai xem từng cặp nên không dùng để đo'),
    enough: z.int().describe('Cần chừng này quyết định từ một mức điểm thì con số mới đáng tin'),
    thresholds: z.array(
      z.object({
        minScore: z.number(),
        own: measured,
        isEnough: z.boolean(),
        generic: z.number().describe('Độ chính xác của máy trên danh mục sinh thử'),
      }),
    ),
    bands: z.array(z.object({ from: z.number(), to: z.number(), own: measured, inBatches: z.int() })),
    reasons: z.array(z.object({ code: z.string(), label: z.string(), count: z.int() })),
    learning: z.object({
      enabled: z.boolean(),
      version,
      minimumDecisions: z.int(),
      active: z
        .object({
          version: z.int(),
          since: instant,
          figures: fitFigures,
          words: z
            .array(z.object({ word: z.string(), weight: z.number() }))
            .describe('Từ chỉ có ở một bên: dưới 0 là từ làm hai bên khác nhau, trên 0 là từ không nói lên điều gì'),
        })
        .nullable()
        .describe('Phần học đang dùng'),
      latest: z
        .object({ version: z.int(), at: instant, switchedOn: z.boolean(), why: z.string(), figures: fitFigures })
        .nullable()
        .describe('Lần thử gần nhất'),
    }),
  })
  .meta({ id: 'SuggestionQuality' });

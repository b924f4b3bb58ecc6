import type { DayFacts } from '@khop/engine/bravo/day-facts.ts';
import { z } from 'zod';
import { day } from './values.ts';

/** Facts that may give the invoice of a sales line a day of its own. */
export const dayFacts = z
  .object({
    completedOn: day.optional().describe('Dịch vụ: ngày hoàn thành'),
    paidOn: day.optional().describe('Dịch vụ: ngày thu tiền trước hoặc trong khi cung cấp; tiền đặt cọc không tính'),
    isExport: z.boolean().optional().describe('Hàng xuất khẩu'),
    clearedOn: day.optional().describe('Hàng xuất khẩu: ngày thông quan'),
    trade: z.string().trim().min(1).max(200).optional().describe('Ngành được lập theo kỳ đối soát'),
    reconciledOn: day.optional().describe('Ngày kết thúc đối soát'),
    agreedUntil: day.optional().describe('Ngày cuối của kỳ quy ước; không có: tháng của chứng từ'),
  } satisfies Record<keyof Omit<DayFacts, 'evidence' | 'isOrdinary'>, z.ZodType>)
  .meta({ id: 'LineDayFacts' });

/** The same as a person states them: beside a fact, that those of the ledger are wrong. */
export const statedDayFacts = dayFacts
  .extend({
    isOrdinary: z.boolean().optional().describe('Sổ ghi sai: bán hàng, dịch vụ thường, theo ngày chứng từ'),
  })
  .meta({ id: 'StatedLineDayFacts' });

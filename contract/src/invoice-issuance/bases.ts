import { basisProblems } from '@khop/engine/invoice-issuance/bases/basis-problems.ts';
import { BASIS_KINDS, type IssuingBasis } from '@khop/engine/invoice-issuance/bases/issuing-basis.ts';
import { z } from 'zod';
import { day, id } from '../values.ts';

const text = (most: number) => z.string().trim().max(most);

/** The fields of a basis beside its entity, which files name by code and calls by id. */
export const basisDetails = {
  branch: text(100).min(1).describe('Mã chi nhánh Bravo'),
  kind: z
    .enum(BASIS_KINDS)
    .describe('Hàng của chính đơn vị, mua bán giữa các đơn vị, đại lý/ký gửi, ủy nhiệm lập hóa đơn'),
  fromDate: day,
  toDate: day.optional().describe('Ngày cuối; không ghi: không thời hạn'),
  contractNumber: text(100).optional(),
  contractDate: day.optional(),
  delegation: z
    .object({
      sellerSentOn: day.optional().describe('Bên ủy nhiệm gửi thông báo 01/ĐKTĐ-HĐĐT'),
      sellerAcceptedOn: day.optional(),
      makerSentOn: day.optional().describe('Bên nhận ủy nhiệm gửi thông báo'),
      makerAcceptedOn: day.optional(),
      publishedAt: text(300).optional().describe('Nơi công khai việc ủy nhiệm'),
      symbols: z.array(text(10).min(1)).max(50).optional().describe('Ký hiệu hợp đồng cho phép; trống: mọi ký hiệu'),
    })
    .optional(),
  agency: z
    .object({
      mode: z.enum(['d1', 'd2']).describe('d1: hóa đơn từng khâu; d2: phiếu xuất kho gửi bán và bảng kê'),
      listDays: z
        .union([z.literal(5), z.literal(10)])
        .optional()
        .describe('Kỳ lập bảng kê hàng hóa bán ra, số ngày'),
    })
    .optional(),
  transfer: z
    .object({ invoiceNumber: text(50).min(1), invoiceDate: day })
    .optional()
    .describe('Hóa đơn chuyển hàng đầu tiên giữa các đơn vị'),
};

export const partyDetails = {
  name: text(400).optional(),
  taxCode: text(20).optional(),
  address: text(400).optional(),
};

/** Refuses a basis that lacks something or contradicts itself, at the field; `nameOf` names fields as the reader knows them. */
export const refuseBadBasis =
  <T>(read: (value: T) => IssuingBasis, nameOf: (field: string) => string = (field) => field) =>
  (value: T, context: z.core.$RefinementCtx<T>): void => {
    for (const { path, message } of basisProblems(read(value)))
      context.addIssue({ code: 'custom', path: path.map(nameOf), message, input: value });
  };

export const issuingBasis = z
  .object({
    ...basisDetails,
    profileId: id.describe('Bên bán, có hàng; trong ủy nhiệm là bên ủy nhiệm'),
    counterparty: z
      .object({ profileId: id.optional(), ...partyDetails })
      .optional()
      .describe(
        'Bên kia của hợp đồng: bên nhận ủy nhiệm lập hóa đơn, hoặc chủ hàng. Một hồ sơ, hoặc tên, mã số thuế và địa chỉ',
      ),
  })
  .superRefine(
    refuseBadBasis(
      ({ profileId, counterparty, ...basis }) => ({
        ...basis,
        profile: profileId,
        ...(counterparty && { counterparty: { ...counterparty, profile: counterparty.profileId } }),
      }),
      (field) => (field === 'profile' ? 'profileId' : field),
    ),
  )
  .meta({ id: 'IssuingBasis' });

/** The contract that an invoice rests on. */
export const invoiceContract = z
  .object({
    kind: z.enum(BASIS_KINDS),
    contractNumber: z.string(),
    contractDate: day.nullable(),
    counterparty: z
      .object({ name: z.string(), taxCode: z.string(), address: z.string() })
      .describe('Bên nhận ủy nhiệm lập hóa đơn, hoặc chủ hàng'),
  })
  .describe('Hợp đồng làm căn cứ; không có: hàng của chính đơn vị');

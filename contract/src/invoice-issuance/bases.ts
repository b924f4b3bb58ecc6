import { basisProblems } from '@khop/engine/invoice-issuance/bases/basis-problems.ts';
import {
  BASIS_KINDS,
  INVOICE_FORM_NAMES,
  type InvoiceForm,
  type IssuingBasis,
  PAYEE_NAMES,
  type Payee,
} from '@khop/engine/invoice-issuance/bases/issuing-basis.ts';
import { z } from 'zod';
import { get, post } from '../endpoint.ts';
import { day, id, idParams } from '../values.ts';

// The keys of these objects, which TypeScript knows as texts only.
const FORMS = Object.keys(INVOICE_FORM_NAMES).map((form) => Number(form) as InvoiceForm);
const PAYEES = Object.keys(PAYEE_NAMES) as Payee[];

/** A scan of some pages; larger ones are scanned again with fewer dots. */
const MAX_CONTRACT_BYTES = 10 * 1024 * 1024;

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
      invoiceForm: z.literal(FORMS).optional().describe('Mẫu số, tức loại hóa đơn mà hợp đồng ủy nhiệm'),
      purpose: text(500).optional().describe('Mục đích ủy nhiệm'),
      paidTo: z.enum(PAYEES).optional().describe('Bên nhận tiền của người mua'),
      sellerCertificate: text(100).optional().describe('Số sê-ri chứng thư số của bên ủy nhiệm'),
      makerCertificate: text(100).optional().describe('Số sê-ri chứng thư số của bên nhận ủy nhiệm'),
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

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const contractFile = z
  .object({ id, fileName: text(200).min(1), sha256 })
  .describe('Tệp hợp đồng đã tải lên: tên và mã băm như lúc tải');

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
    contractFile: contractFile.optional(),
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
    fromDate: day,
    toDate: day.nullable(),
    delegation: basisDetails.delegation,
    contractFile: contractFile.optional(),
    counterparty: z
      .object({ name: z.string(), taxCode: z.string(), address: z.string() })
      .describe('Bên nhận ủy nhiệm lập hóa đơn, hoặc chủ hàng'),
  })
  .describe('Hợp đồng làm căn cứ; không có: hàng của chính đơn vị');

export const basisEndpoints = {
  uploadContractFile: post('/invoice-issuance/contract-files', {
    summary: 'Tải lên tệp hợp đồng làm căn cứ (PDF hoặc ảnh, nhiều nhất 10 MB); ghi vào căn cứ của kỳ thì được giữ',
    multipart: true,
    maxFileBytes: MAX_CONTRACT_BYTES,
    body: z.object({}),
    response: contractFile,
    status: 201,
    errors: [
      'FILE_REQUIRED',
      'FILE_TOO_LARGE',
      'FILE_TYPE_NOT_SUPPORTED',
      'DISK_FULL',
      'UPLOADS_OF_PERSON_FULL',
      'IDEMPOTENCY_MISMATCH',
    ],
  }),
  getContractFile: get('/invoice-issuance/contract-files/{id}', {
    summary: 'Tệp hợp đồng đã tải lên',
    params: idParams,
    mediaTypes: ['application/pdf', 'image/png', 'image/jpeg', 'image/webp'],
    errors: ['NOT_FOUND'],
  }),
} as const;

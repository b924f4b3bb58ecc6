import {
  INVOICE_FORM_NAMES,
  type InvoiceForm,
  PAYEE_NAMES,
} from '@khop/engine/invoice-issuance/bases/issuing-basis.ts';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { gapsOf, type Part } from './basis-values.ts';
import { listOf, textOf } from './period-terms.ts';

const NOTICES = [
  ['sellerSentOn', 'Bên ủy nhiệm gửi thông báo'],
  ['sellerAcceptedOn', 'Bên ủy nhiệm được chấp nhận'],
  ['makerSentOn', 'Bên nhận gửi thông báo'],
  ['makerAcceptedOn', 'Bên nhận được chấp nhận'],
] as const;

const CERTIFICATES = [
  ['sellerCertificate', 'Số sê-ri chứng thư số (bên ủy nhiệm)'],
  ['makerCertificate', 'Số sê-ri chứng thư số (bên nhận)'],
] as const;

const FORMS = Object.entries(INVOICE_FORM_NAMES).map(([value, name]) => ({ value, label: `${value} · ${name}` }));
const PAYEES = Object.entries(PAYEE_NAMES).map(([value, label]) => ({ value, label }));

/** The contents of the agreement of a delegation, and the list of those that it still lacks. */
export function Delegation({ part: { value, set, problems } }: { part: Part }) {
  const own = value.delegation ?? {};
  const change = (fields: Partial<typeof own>) => set({ delegation: { ...own, ...fields } });
  const gaps = gapsOf(value);
  return (
    <>
      {NOTICES.map(([field, label]) => (
        <DateField
          key={field}
          label={label}
          value={own[field] ?? null}
          error={problems[`delegation.${field}`]}
          onChange={(day) => change({ [field]: day ?? undefined })}
        />
      ))}
      <TextField
        label="Nơi công khai"
        required
        maxLength={300}
        value={own.publishedAt ?? ''}
        error={problems['delegation.publishedAt']}
        onChange={(event) => change({ publishedAt: event.target.value })}
      />
      <Select
        label="Loại hóa đơn"
        value={own.invoiceForm ? String(own.invoiceForm) : null}
        // The options are the keys of the names, which are its numbers.
        onChange={(form) => change({ invoiceForm: Number(form) as InvoiceForm })}
        options={FORMS}
      />
      <TextField
        label="Ký hiệu được phép"
        hint="Ví dụ C26TAA, C26TBB; trống: không giới hạn"
        defaultValue={textOf(own.symbols)}
        onChange={(event) => change({ symbols: listOf(event.target.value) })}
      />
      <Select
        label="Bên nhận thanh toán"
        value={own.paidTo ?? null}
        // The options are the keys of the names.
        onChange={(paidTo) => change({ paidTo: paidTo as keyof typeof PAYEE_NAMES })}
        options={PAYEES}
      />
      <TextField
        label="Mục đích ủy nhiệm"
        maxLength={500}
        value={own.purpose ?? ''}
        onChange={(event) => change({ purpose: event.target.value })}
      />
      {CERTIFICATES.map(([field, label]) => (
        <TextField
          key={field}
          label={label}
          maxLength={100}
          value={own[field] ?? ''}
          onChange={(event) => change({ [field]: event.target.value })}
        />
      ))}
      {gaps.length > 0 ? (
        <p role="status" className="m-0 text-small text-amber-ink sm:col-span-3">
          Chưa đủ nội dung luật yêu cầu: {gaps.join(', ')}. Ghi được, nhưng «Kiểm tra kỳ» nhắc cho đến khi đủ.
        </p>
      ) : null}
    </>
  );
}

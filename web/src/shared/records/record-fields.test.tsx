import { amisPartner } from '@khop/engine/records/amis-partner.ts';
import { amisProduct } from '@khop/engine/records/amis-product.ts';
import type { ValuesOf } from '@khop/engine/records/record.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { recordColumns } from './record-columns.tsx';
import { RecordFacts } from './record-facts.tsx';
import { type FormValues, formChanges, formText, formValues, RecordFields } from './record-fields.tsx';
import { emptyValues } from './testing/empty-values.ts';

const partner: ValuesOf<typeof amisPartner> = {
  ...emptyValues(amisPartner),
  code: 'KH1',
  name: 'Công ty TNHH Hoa Mai',
  taxCode: '0316520076',
  taxCodeCheck: 'valid',
  address: '1 Lê Lai',
  phone: '0900 000 001',
  email: 'a@b.vn',
  idNumber: '',
  group: 'Đại lý',
  isOrganisation: null,
  isActive: true,
  isInternal: false,
  note: 'đã xem',
};

// Lists that pop up ask for the place where they do; here nothing pops up.
vi.stubGlobal('document', { getElementById: () => null });

/** The text of a page in the order in which it is read. */
const textOf = (html: string): string[] => html.split(/<[^>]*>/).filter((text) => text.trim() !== '');

function Form() {
  const form = useForm<FormValues>({ defaultValues: formValues(amisPartner, partner) });
  return <RecordFields record={amisPartner} form={form} />;
}

test('a form has a field for all that a person may change, and none for what the service says', () => {
  const labels = textOf(renderToStaticMarkup(<Form />));
  const named = Object.values(amisPartner.fields).filter((field) => 'edited' in field);
  for (const field of named) expect(labels).toContain('ticked' in field ? field.ticked : field.label);
  expect(labels).not.toContain(amisPartner.fields.code.label);
  expect(labels).not.toContain(amisPartner.fields.taxCodeCheck.label);
});

test('what is not known is a choice of its own in a form, and null for the service', () => {
  expect(formValues(amisPartner, partner)).toMatchObject({
    isOrganisation: 'unknown',
    isInternal: false,
    name: partner.name,
  });
  expect(formValues(amisPartner, { ...partner, isOrganisation: false }).isOrganisation).toBe('false');
  expect(formChanges(amisPartner, { isOrganisation: 'unknown', phone: '1' })).toEqual({
    isOrganisation: null,
    phone: '1',
  });
  expect(formChanges(amisPartner, { isOrganisation: 'false', isActive: false })).toEqual({
    isOrganisation: false,
    isActive: false,
  });
  // A text of that name is a text.
  expect(formChanges(amisPartner, { group: 'unknown' })).toEqual({ group: 'unknown' });
});

test('a value of a form is told as the form shows it, for the eyes of two people who clash', () => {
  expect(formText(amisProduct.fields.salePrice, '1234.5')).toBe('1.234,5');
  expect(formText(amisProduct.fields.vatRate, '8')).toBe('8%');
  expect(formText(amisProduct.fields.vatRate, 'unknown')).toBe('Chưa khai');
  expect(formText(amisProduct.fields.vatReductionFrom, '2026-12-31')).toBe('31/12/2026');
  expect(formText(amisPartner.fields.isOrganisation, 'unknown')).toBe('Chưa rõ');
  expect(formText(amisPartner.fields.isInternal, true)).toBe('Có');
  expect(formText(amisPartner.fields.phone, '')).toBe('(trống)');
});

test('facts say every field with its words, whether the record is in use first', () => {
  const facts = textOf(
    renderToStaticMarkup(<RecordFacts record={amisPartner} values={partner} own={{ email: 'riêng' }} />),
  );
  expect(facts.slice(0, 4)).toEqual(['Trạng thái', 'Đang dùng', 'Mã', 'KH1']);
  expect(facts).toEqual(expect.arrayContaining(['MST hợp lệ', 'Bên ngoài', 'riêng']));
  expect(facts).not.toContain('a@b.vn');
  expect(facts.slice(facts.indexOf('Loại'))[1]).toBe('–');
});

test('columns follow the record: what it sorts by, what is asked of the others, and words for codes', () => {
  const columns = recordColumns(amisPartner, { address: { width: 260 }, email: { hidden: true } });
  expect(columns.map(({ id }) => id)).toEqual(Object.keys(amisPartner.fields));
  const column = (id: string) => columns.find((own) => own.id === id)!;
  expect(column('name')).toMatchObject({ header: 'Tên', sort: true });
  expect(column('address')).toMatchObject({ filter: true, width: 260 });
  expect(column('address').sort).toBeUndefined();
  expect(column('email').hidden).toBe(true);
  expect(column('isInternal').header).toBe('Nội bộ');
  expect(column('isOrganisation').value({ ...partner, isOrganisation: false })).toBe('Cá nhân');
  expect(column('taxCodeCheck').value(partner)).toBe('valid');
  expect(column('taxCodeCheck').text?.(partner)).toBe('MST hợp lệ');
  expect(column('taxCodeCheck').options).toContainEqual({ value: 'bad_format', label: 'Sai định dạng' });
});

const product = {
  ...emptyValues(amisProduct),
  code: 'A1',
  name: 'Nồi',
  vatRate: 'KHAC:3',
  salePrice: '1234.5',
  stockValue: 1000,
};

test('a rate that is not in the list is offered where a record has it, and none is null for the service', () => {
  const rate = { ...amisProduct, fields: { vatRate: amisProduct.fields.vatRate } };
  const Rate = () => (
    <RecordFields record={rate} form={useForm<FormValues>({ defaultValues: formValues(amisProduct, product) })} />
  );
  expect(renderToStaticMarkup(<Rate />)).toContain('Khác 3%');
  expect(formValues(amisProduct, { ...product, vatRate: null }).vatRate).toBe('unknown');
  expect(formChanges(amisProduct, { vatRate: 'unknown', salePrice: null })).toEqual({ vatRate: null, salePrice: null });
  // Of a choice that is never null, the value of that name is one of its words.
  expect(formChanges(amisProduct, { vatReduction: 'unknown' })).toEqual({ vatReduction: 'unknown' });
});

test('a day is typed as a day, and none is null for the service', () => {
  const days = { ...amisProduct, fields: { vatReductionFrom: amisProduct.fields.vatReductionFrom } };
  const values = { ...product, vatReductionFrom: '2025-07-01' };
  const Days = () => (
    <RecordFields record={days} form={useForm<FormValues>({ defaultValues: formValues(amisProduct, values) })} />
  );
  expect(renderToStaticMarkup(<Days />)).toContain('value="01/07/2025"');
  expect(formChanges(amisProduct, { vatReductionFrom: null })).toEqual({ vatReductionFrom: null });
});

test('figures are read as figures, rates and choices in words', () => {
  const facts = textOf(renderToStaticMarkup(<RecordFacts record={amisProduct} values={product} />));
  expect(facts).toEqual(expect.arrayContaining(['1.234,5', '1.000\u00a0đ', 'Khác 3%', 'Chưa xác định']));
  const columns = recordColumns(amisProduct, {});
  expect(columns.some(({ id }) => id === 'vatReduction')).toBe(false);
  const column = (id: string) => columns.find((own) => own.id === id)!;
  expect(column('vatRate')).toMatchObject({ header: 'Thuế suất', kind: 'rate', filter: true });
  expect(column('vatRate').value(product)).toBe('Khác 3%');
  expect(column('stockValue').value(product)).toBe(1000);
});

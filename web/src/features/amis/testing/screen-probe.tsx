/** Runs in the copy that `new-field.db.test.ts` makes: the field «Vùng» is on every screen of customers. */
import { amisPartner } from '@khop/engine/records/amis-partner.ts';
import { having } from '@khop/engine/records/record.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { RecordFacts } from '../../../shared/records/record-facts.tsx';
import { type FormValues, formChanges, formValues, RecordFields } from '../../../shared/records/record-fields.tsx';
import { RecordFilters } from '../../../shared/records/record-filters.tsx';
import { recordLabels } from '../../../shared/records/record-words.ts';
import { unzip } from '../../../ui/grid/sheet/testing/unzip.ts';
import { workbookOf } from '../../../ui/grid/sheet/workbook.ts';
import { customerColumns, type Partner, supplierColumns } from '../partner-columns.tsx';

// Only the copy's record has the field, which this file is checked without.
const partner = { code: 'KH1', name: 'Hoa Mai', region: 'Miền Bắc', taxCodeCheck: 'none' } as unknown as Partner;

// Lists that pop up ask for the place where they do; here nothing pops up.
vi.stubGlobal('document', { getElementById: () => null });

function Form() {
  return (
    <RecordFields
      record={amisPartner}
      form={useForm<FormValues>({ defaultValues: formValues(amisPartner, partner) })}
    />
  );
}

test('columns and the workbook of the list', async () => {
  for (const columns of [customerColumns, supplierColumns]) {
    expect(columns.find(({ id }) => id === 'region')).toMatchObject({ header: 'Vùng', filter: true });
    async function* rows() {
      yield [partner];
    }
    const { blob } = await workbookOf('Khách hàng', columns, rows());
    const sheet = (await unzip(blob)).get('xl/worksheets/sheet1.xml');
    expect(sheet).toContain('Vùng');
    expect(sheet).toContain('Miền Bắc');
  }
});

test('form, and what it sends', () => {
  expect(renderToStaticMarkup(<Form />)).toMatch(/Vùng.*name="region"/);
  expect(formChanges(amisPartner, { region: 'Miền Nam' })).toEqual({ region: 'Miền Nam' });
});

test('facts', () => {
  expect(renderToStaticMarkup(<RecordFacts record={amisPartner} values={partner} />)).toMatch(/Vùng.*Miền Bắc/);
});

test('filter of the list', () => {
  const filters = Object.fromEntries(having(amisPartner, 'filter').map((name) => [name, '']));
  const search = { filters, setFilter: () => {} } as unknown as Parameters<typeof RecordFilters>[0]['search'];
  const held = { region: [{ value: 'Miền Bắc', count: 1 }] };
  expect(renderToStaticMarkup(<RecordFilters record={amisPartner} search={search} held={held} />)).toContain('Vùng');
});

test('history', () => {
  expect(recordLabels(amisPartner).region).toBe('Vùng');
});

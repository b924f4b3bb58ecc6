import { describe, expect, test } from 'vitest';
import {
  columnsOf,
  type Draft,
  draftOf,
  mapOf,
  type Preview,
  withField,
  withHeader,
  withNotation,
  withSheet,
} from './draft.ts';

const ROWS = [
  ['Sổ kho', '', ''],
  ['Mã SP', 'Tên SP', 'Tồn'],
  ['A1', 'Nồi', '5', 'thừa'],
];
const choice = (field: string): Draft['choices'][string] => ({ field, by: 'guess', sureness: 0.5 });
const draft: Draft = {
  ...{ sheet: 'Kho', headerRow: 2, headerRows: 1 },
  choices: { A: choice('code'), B: choice('name') },
};
const fields = ({ choices }: Draft) =>
  Object.fromEntries(Object.entries(choices).map(([letters, one]) => [letters, one.field]));

describe('a draft of a map', () => {
  test('begins with the guess, or with the remembered map that is near', () => {
    const guess = {
      layout: 'amis-products',
      sheet: 'Kho',
      headerRow: 2,
      headerRows: 1,
      columns: [{ field: 'code', column: 'A', header: 'Mã SP' }],
    };
    const preview = { guess, sureness: { code: 0.7 }, near: null, sheets: [] } as unknown as Preview;
    expect(draftOf(preview)).toMatchObject({
      headerRow: 2,
      choices: { A: { field: 'code', by: 'guess', sureness: 0.7 } },
    });
    expect(draftOf({ ...preview, near: { id: '1', name: 'Sổ', missing: [] } }).choices.A!.by).toBe('memory');
    expect(draftOf({ ...preview, guess: null, sheets: [{ name: 'Kho', rows: [] }] })).toEqual({
      ...{ sheet: 'Kho', headerRow: 1, headerRows: 1, choices: {} },
    });
  });

  test('gives a field one column: chosen anew it leaves the earlier one', () => {
    expect(fields(withField(draft, 'C', 'name'))).toEqual({ A: 'code', C: 'name' });
    expect(fields(withField(draft, 'A', ''))).toEqual({ B: 'name' });
    expect(withField(draft, 'A', 'unit').choices.A).toEqual({ field: 'unit', by: 'person', sureness: 1 });
  });

  test('keeps how a column writes its days and numbers, until that is said anew', () => {
    const said = withNotation(draft, 'A', { days: 'dmy' });
    expect(said.choices.A).toMatchObject({ days: 'dmy' });
    expect(withNotation(said, 'A', { decimal: ',' }).choices.A).toEqual({ ...choice('code'), decimal: ',' });
    expect(withNotation(said, 'A', {}).choices.A).toEqual(choice('code'));
  });

  test('says a map of the texts that are shown, also of columns beyond the header', () => {
    expect(columnsOf(ROWS, draft).map(({ letters, header }) => letters + header)).toEqual([
      'AMã SP',
      'BTên SP',
      'CTồn',
      'D',
    ]);
    expect(mapOf('amis-products', ROWS, withField(draft, 'D', 'note'))).toEqual({
      ...{ layout: 'amis-products', sheet: 'Kho', headerRow: 2, headerRows: 1, headers: ['Mã SP', 'Tên SP', 'Tồn'] },
      columns: [
        { field: 'code', column: 'A', header: 'Mã SP' },
        { field: 'name', column: 'B', header: 'Tên SP' },
        { field: 'note', column: 'D', header: '' },
      ],
    });
  });

  test('guesses anew where a person puts the header, and finds it in another sheet', () => {
    expect(fields(withHeader('amis-products', ROWS, { sheet: 'Kho', headerRow: 1, headerRows: 1 }))).toEqual({});
    expect(fields(withHeader('amis-products', ROWS, draft))).toMatchObject({ A: 'code', B: 'name' });
    expect(withSheet('amis-products', { name: 'Kho', rows: ROWS })).toMatchObject({ sheet: 'Kho', headerRow: 2 });
  });
});

import { buffer } from 'node:stream/consumers';
import { tableSheet } from '@khop/engine/sheets/table-sheet.ts';
import { expect, it } from 'vitest';
import { unzip } from '../../../testing/unzip.ts';
import { writeWorkbook } from './write-workbook.ts';

it('repeats title and headers on every printed page, fits the width and numbers the pages', async () => {
  const table = { columns: [{ header: 'Mã', width: 10, format: 'text' as const }], rows: [['A']] };
  const cover = { name: 'Bìa', columns: [], rows: [['x']] };
  const lots = tableSheet({ ...table, name: "Lô 'A", title: 'Lô hàng' });
  const parts = await unzip(await buffer(writeWorkbook([cover, lots])));
  expect(
    parts
      .get('xl/workbook.xml')!
      .toString()
      .match(/<definedName .*?<\/definedName>/g),
  ).toEqual([`<definedName name="_xlnm.Print_Titles" localSheetId="1">'Lô ''A'!$1:$3</definedName>`]);
  const sheet = parts.get('xl/worksheets/sheet2.xml')!.toString();
  expect(sheet).toContain('<pageSetUpPr fitToPage="1"/>');
  expect(sheet).toContain('fitToHeight="0"');
  expect(sheet).toContain('Trang &amp;P/&amp;N');
});

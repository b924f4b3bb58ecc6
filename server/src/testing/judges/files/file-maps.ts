import { expect } from 'vitest';
import { counted, type Judges, type Row, run } from '../judge.ts';

const kept = { table: 'file_maps', except: ['map', 'updatedAt'] };

export const fileMapJudges = {
  previewFileMap: {
    holds: ({ body, stage }) =>
      expect(body).toMatchObject({
        ...{ fileName: 'tep.xlsx', layout: 'amis-suppliers', profileId: stage.profileId, near: null },
        sheets: [
          {
            name: 'Sheet1',
            rows: [
              ['Biệt hiệu', 'Xưng là', 'Ngụ tại'],
              ['NCC-LA', 'Xưởng gốm Bát Tràng', 'Hà Nội'],
            ],
          },
        ],
        guess: { headerRow: 1 },
      }),
  },
  tryFileMap: {
    holds: async ({ body, rows }) => {
      expect(body).toMatchObject({ problem: null, read: 1, rejected: 0 });
      expect(await rows("select 1 from amis_partners where code = 'NCC-LA'")).toEqual([]);
    },
  },
  importByFileMap: {
    writes: ['amis_partners', 'import_batches', 'file_maps'],
    holds: run('import', async ({ body, rows, sent }) => {
      const [map] = await rows('select id, name, map, layout from file_maps');
      expect(map).toMatchObject({ name: 'Sổ xưởng gốm', layout: 'amis-suppliers', map: (sent.body as Row).map });
      expect(body.result).toMatchObject({ created: 1, mappedBy: { id: map!.id, name: 'Sổ xưởng gốm' } });
      expect(await rows("select name, address from amis_partners where code = 'NCC-LA'")).toEqual([
        { name: 'Xưởng gốm Bát Tràng', address: 'Hà Nội' },
      ]);
    }),
  },
  listFileMaps: { of: kept, total: counted('file_maps') },
  updateFileMap: {
    writes: ['file_maps'],
    of: kept,
    holds: async ({ body, rows, sent }) => {
      const { name, columns } = sent.body as Row;
      expect(body).toMatchObject({ name, map: { columns } });
      expect(
        await rows('select name, map -> $2 as columns from file_maps where id = $1', [sent.params!.id, 'columns']),
      ).toEqual([{ name, columns }]);
    },
  },
  deleteFileMap: {
    writes: ['file_maps'],
    holds: async ({ rows, sent }) =>
      expect(await rows('select from file_maps where id = $1', [sent.params!.id])).toEqual([]),
  },
} as const satisfies Judges;

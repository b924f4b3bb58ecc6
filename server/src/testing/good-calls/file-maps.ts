import { sheetFile } from '../workbook-file.ts';
import type { GoodCalls, Sent, Stage } from './stage.ts';

const HEADERS = ['Biệt hiệu', 'Xưng là', 'Ngụ tại'];
const ROW = ['NCC-LA', 'Xưởng gốm Bát Tràng', 'Hà Nội'];
const FIELDS = ['code', 'name', 'address'];

const map = {
  ...{ layout: 'amis-suppliers', sheet: 'Sheet1', headerRow: 1, headerRows: 1, headers: HEADERS },
  columns: FIELDS.map((field, at) => ({ field, column: 'ABC'[at]!, header: HEADERS[at]! })),
};

/** The run of a file of suppliers that was refused for its headers, and waits to be mapped. */
async function refusedRun({ api, profileId, notes }: Stage): Promise<Sent> {
  const known = notes.get('refusedRun');
  if (known !== undefined) return { params: { id: known } };
  const fields = { profileId, type: 'supplier' };
  const { body } = await api.upload<{ runId: string }>('/amis/partners/bulk', await sheetFile([HEADERS, ROW]), fields);
  const { id, errorCode } = await api.runEnd(body.runId);
  if (errorCode !== 'UNKNOWN_LAYOUT') throw new Error(`A file of unknown headers is answered by ${errorCode}`);
  notes.set('refusedRun', id);
  return { params: { id } };
}

const kept = async (stage: Stage): Promise<{ id: string; version: number }> =>
  stage.first<{ id: string; version: number }>('/file-maps');

export const fileMapCalls = {
  previewFileMap: { input: refusedRun },
  tryFileMap: {
    input: async (stage) => ({ ...(await refusedRun(stage)), body: { map } }),
    notKept: 'it writes nothing',
  },
  importByFileMap: {
    input: async (stage) => ({ ...(await refusedRun(stage)), body: { map, remember: 'Sổ xưởng gốm' } }),
    otherBody: () => ({ map, remember: null }),
  },
  listFileMaps: {},
  updateFileMap: {
    input: async (stage): Promise<Sent> => {
      const { id, version } = await kept(stage);
      const columns = map.columns.slice(0, 2);
      return { params: { id }, body: { version, name: 'Sổ xưởng gốm mới', columns } };
    },
  },
  deleteFileMap: { input: async (stage): Promise<Sent> => ({ params: { id: (await kept(stage)).id } }) },
} as const satisfies GoodCalls;

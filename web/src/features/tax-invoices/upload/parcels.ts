import type { TaxUploadReport } from '@khop/contract/tax-invoices/resources.ts';
import { isWorkbook } from '../../../shared/upload/tax-files.ts';
import type { PickedFile } from '../../../ui/fields/dropped-files.ts';
import { zipFiles } from '../../../ui/grid/sheet/zip.ts';

/** The portion for one run: a file as it is, or many XML files packed together, so that they are one run with one report. */
export type Contents = { readonly name: string; readonly size: number; readonly files: readonly PickedFile[] };

/** Bounds of a pack, well under what one upload may hold. */
const PACK_BYTES = 100 * 1024 * 1024;
const PACK_FILES = 5_000;

/** The files by runs: every zip and every list by itself, the XML files in as few packs as their bounds allow. */
export function parcelsOf(files: readonly PickedFile[]): Contents[] {
  const isAlone = (one: PickedFile) => one.file.name.toLowerCase().endsWith('.zip') || isWorkbook(one);
  const packs: PickedFile[][] = [];
  let room = 0;
  for (const one of files.filter((file) => !isAlone(file))) {
    const pack = packs.at(-1);
    if (pack && pack.length < PACK_FILES && one.file.size <= room) pack.push(one);
    else {
      packs.push([one]);
      room = PACK_BYTES;
    }
    room -= one.file.size;
  }
  return [...packs, ...files.filter(isAlone).map((one) => [one])].map((pack) => ({
    name: pack.length === 1 ? pack[0]!.file.name : `${pack.length} tệp XML.zip`,
    size: pack.reduce((sum, { file }) => sum + file.size, 0),
    files: pack,
  }));
}

/** The file that is sent: the bytes of each XML file are in the pack as they are on the disk. */
export async function fileOf({ name, files }: Contents): Promise<File> {
  if (files.length === 1) return files[0]!.file;
  const zipped = await Promise.all(
    files.map(async ({ file, path }) => ({ name: path, parts: [new Uint8Array(await file.arrayBuffer())] })),
  );
  return new File([await zipFiles(zipped)], name, { type: 'application/zip' });
}

/** One report of all runs; undefined before the first. Of the refused files the first ones, as in each. */
export function sumOf(reports: readonly TaxUploadReport[]): TaxUploadReport | undefined {
  const [first, ...rest] = reports;
  return first && rest.reduce(added, first);
}

function added(a: TaxUploadReport, b: TaxUploadReport): TaxUploadReport {
  const ignored = { ...a.ignored };
  for (const [ending, count] of Object.entries(b.ignored)) ignored[ending] = (ignored[ending] ?? 0) + count;
  return {
    fileName: `${a.fileName}, ${b.fileName}`,
    files: a.files + b.files,
    created: a.created + b.created,
    known: a.known + b.known,
    versions: a.versions + b.versions,
    refused: a.refused + b.refused,
    refusedFiles: [...a.refusedFiles, ...b.refusedFiles],
    ignored,
    purchases: a.purchases + b.purchases,
    sales: a.sales + b.sales,
    lists: [...(a.lists ?? []), ...(b.lists ?? [])],
  };
}

import type { ExportFile } from '@khop/engine/invoice-issuance/export/export-files.ts';
import type { BundledFile, WorkbookPort } from '../../../adapters/workbook/port.ts';

export const RECONCILIATION = 'DoiChieu.xlsx';
/** The reconciliation of the closed period as it is now, with who closed it and their note. */
const AT_CLOSING = 'DoiChieuDongKy.xlsx';

/** Lists of adjusting invoices and of an agent: those that left with the invoices do not know their numbers, nor what came back. */
const WITH_NUMBERS = /^(.+\/(?:DieuChinh\w+|BangKeDaiLy))\.xlsx$/;

const profileOf = (path: string): string | undefined => (path.includes('/') ? path.split('/')[0] : undefined);

/**
 * The files of a closed period: everything that was handed over, byte for byte, and the reconciliation and
 * the lists of adjusting invoices and of an agent at closing beside it. The last hand-over lies where it lay; files of earlier ones that it does not repeat lie under «Lần xuất
 * 1», 2 … `made` are the workbooks as they would be made now: they replace the hand-overs of a profile that are not
 * kept any more.
 */
export async function closedFiles(
  handedOver: readonly Uint8Array[],
  made: readonly ExportFile[],
  profiles: ReadonlySet<string>,
  workbooks: WorkbookPort,
): Promise<(BundledFile | ExportFile)[]> {
  const isWanted = ({ path }: { path: string }) => {
    const own = profileOf(path);
    return own === undefined || profiles.has(own);
  };
  const rounds: BundledFile[][] = [];
  for (const content of handedOver) rounds.push((await workbooks.unzip(content)).filter(isWanted));
  const last = rounds.pop() ?? [];
  const there = new Map(last.map(({ path, bytes }) => [path, bytes]));
  const earlier = rounds.flatMap((files, index) =>
    files
      .filter(({ path, bytes }) => !isSame(there.get(path), bytes))
      .map(({ path, bytes }) => ({ path: `Lần xuất ${index + 1}/${path}`, bytes })),
  );
  const kept = new Set([...rounds.flat(), ...last].map(({ path }) => profileOf(path)));
  return [
    ...last,
    ...made.filter(({ path }) => path !== RECONCILIATION && !kept.has(profileOf(path))),
    ...earlier,
    ...made.flatMap((file) => {
      const [, list] = WITH_NUMBERS.exec(file.path) ?? [];
      const isBeside = list !== undefined && isWanted(file) && kept.has(profileOf(file.path));
      return isBeside ? { ...file, path: `${list}DongKy.xlsx` } : [];
    }),
    ...made.flatMap((file) => (file.path === RECONCILIATION ? { ...file, path: AT_CLOSING } : [])),
  ];
}

const isSame = (one: Uint8Array | undefined, other: Uint8Array): boolean =>
  one !== undefined && Buffer.compare(one, other) === 0;

import { posix } from 'node:path';
import { Problem } from '@khop/engine/problem.ts';
import { limits } from '../limits.ts';
import type { RowSource } from '../row-source.ts';
import { readMoments } from './xlsx-moments.ts';
import { readSheetPart, type SheetContext } from './xlsx-sheet.ts';
import { readSharedStrings } from './xlsx-strings.ts';
import { readDateStyles } from './xlsx-styles.ts';
import { attribute, walkXml } from './xml.ts';
import { openZipPackage, type ZipPackage } from './zip-package.ts';

type Relation = { readonly id: string; readonly type: string; readonly target: string };

const relationsPathOf = (part: string): string =>
  posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);

async function readRelations(zip: ZipPackage, part: string): Promise<Relation[]> {
  const path = relationsPathOf(part);
  if (!zip.has(path)) return [];
  const relations: Relation[] = [];
  await walkXml(await zip.open(path, limits.partBytes), {
    open(name, attributes) {
      if (name !== 'Relationship' || attribute(attributes, 'TargetMode') === 'External') return;
      const target = attribute(attributes, 'Target') ?? '';
      relations.push({
        id: attribute(attributes, 'Id') ?? '',
        type: (attribute(attributes, 'Type') ?? '').replace(/^.*\//, ''),
        target: target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(part), target),
      });
    },
    close() {},
    wantsText: () => false,
    text() {},
  });
  return relations;
}

type WorkbookPart = { readonly sheets: { name: string; id: string; isHidden: boolean }[]; from1904: boolean };

async function readWorkbookPart(zip: ZipPackage, part: string): Promise<WorkbookPart> {
  const workbook: WorkbookPart = { sheets: [], from1904: false };
  let hasProperties = false;
  await walkXml(await zip.open(part, limits.partBytes), {
    open(name, attributes) {
      // The first one: an extension behind it may have an element of the same name.
      if (name === 'workbookPr' && !hasProperties) {
        hasProperties = true;
        workbook.from1904 = /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '');
      }
      if (name !== 'sheet') return;
      workbook.sheets.push({
        name: attribute(attributes, 'name') ?? '',
        id: relationIdOf(attributes),
        isHidden: (attribute(attributes, 'state') ?? 'visible') !== 'visible',
      });
    },
    close() {},
    wantsText: () => false,
    text() {},
  });
  return workbook;
}

/** `r:id` under whatever prefix, never `sheetId`. */
const relationIdOf = (attributes: string): string => /\s[\w.-]+:id\s*=\s*["']([^"']*)["']/.exec(attributes)?.[1] ?? '';

type SheetEntry = WorkbookPart['sheets'][number];

/** The sheets that have a part, one for each part: a file that names one part a hundred thousand times is read once. */
function onePerPart(sheets: readonly SheetEntry[], targets: ReadonlyMap<string, string>): SheetEntry[] {
  const seen = new Set<string>();
  return sheets.filter(({ id }) => {
    const target = targets.get(id);
    if (target === undefined || seen.has(target)) return false;
    seen.add(target);
    return true;
  });
}

/** Opens an OOXML workbook. Throws FILE_DAMAGED, FILE_SUSPICIOUS, FILE_TOO_LARGE, FILE_TYPE_NOT_SUPPORTED. */
export async function openXlsx(path: string): Promise<RowSource> {
  const zip = await openZipPackage(path);
  try {
    const main = (await readRelations(zip, '')).find((relation) => relation.type === 'officeDocument')?.target;
    const workbookPath = main ?? 'xl/workbook.xml';
    if (!zip.has(workbookPath) || workbookPath.endsWith('.bin')) {
      throw new Problem('FILE_TYPE_NOT_SUPPORTED', 'Tệp nén này không phải sổ Excel .xlsx. Hãy lưu lại dạng .xlsx.');
    }
    const workbook = await readWorkbookPart(zip, workbookPath);
    const moments = await readMoments(zip);
    const relations = await readRelations(zip, workbookPath);
    const targets = new Map(relations.filter((one) => one.type === 'worksheet').map((one) => [one.id, one.target]));
    const sheets = onePerPart(workbook.sheets, targets);
    let context: Promise<SheetContext> | undefined;
    const loadContext = async (): Promise<SheetContext> => {
      const part = (type: string) => relations.find((one) => one.type === type)?.target;
      const [strings, styles] = [part('sharedStrings'), part('styles')];
      return {
        strings:
          strings && zip.has(strings)
            ? await readSharedStrings(await zip.open(strings, limits.sharedStringsBytes))
            : [],
        dateStyles: styles && zip.has(styles) ? await readDateStyles(await zip.open(styles, limits.partBytes)) : [],
        from1904: workbook.from1904,
      };
    };
    return {
      sheets: [...sheets.filter((sheet) => !sheet.isHidden), ...sheets.filter((sheet) => sheet.isHidden)].map(
        (sheet) => sheet.name,
      ),
      async read(name, sink, pause) {
        // Waited for before anything else may fail: a promise that is not awaited takes the whole thread down.
        context ??= loadContext();
        const loaded = await context;
        const sheet = sheets.find((one) => one.name === name);
        await readSheetPart(await zip.open(targets.get(sheet?.id ?? '') ?? ''), loaded, sink, pause);
      },
      ...(moments.length > 0 && { moments }),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

import { posix } from 'node:path';
import { Problem } from '@khop/engine/problem.ts';
import { limits } from '../limits.ts';
import { type RowSource, visibleFirst } from '../row-source.ts';
import { macrosIgnored, sheetRemarks } from '../sheet-remarks.ts';
import type { PartReaders, WorkbookPart } from './part-readers.ts';
import type { SharedStrings } from './shared-texts.ts';
import { recordParts } from './xlsb.ts';
import { readMoments } from './xlsx-moments.ts';
import { readSheetPart, type SheetContext } from './xlsx-sheet.ts';
import { readSharedStrings } from './xlsx-strings.ts';
import { readNumberStyles } from './xlsx-styles.ts';
import { attribute, walkXml } from './xml.ts';
import type { ZipPackage } from './zip-package.ts';

/** Of a workbook whose cells hold their texts themselves. */
const NO_STRINGS: SharedStrings = { get: () => undefined };

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

async function readWorkbookPart(part: AsyncIterable<Buffer>): Promise<WorkbookPart> {
  const sheets: SheetEntry[] = [];
  let [from1904, hasProperties] = [false, false];
  await walkXml(part, {
    open(name, attributes) {
      // The first one: an extension behind it may have an element of the same name.
      if (name === 'workbookPr' && !hasProperties) {
        hasProperties = true;
        from1904 = /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '');
      }
      if (name !== 'sheet') return;
      sheets.push({
        name: attribute(attributes, 'name') ?? '',
        id: relationIdOf(attributes),
        isHidden: (attribute(attributes, 'state') ?? 'visible') !== 'visible',
      });
    },
    close() {},
    wantsText: () => false,
    text() {},
  });
  return { sheets, from1904 };
}

/** Reads the parts of an .xlsx or .xlsm package. */
const xmlParts: PartReaders = {
  workbook: readWorkbookPart,
  strings: readSharedStrings,
  numberStyles: readNumberStyles,
  sheet: readSheetPart,
};

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

/** Opens an OOXML workbook, of XML or of records (.xlsb). Throws FILE_DAMAGED, FILE_SUSPICIOUS, FILE_TOO_LARGE, FILE_TYPE_NOT_SUPPORTED. */
export async function openXlsx(zip: ZipPackage): Promise<RowSource> {
  const main = (await readRelations(zip, '')).find((relation) => relation.type === 'officeDocument')?.target;
  const workbookPath = main ?? 'xl/workbook.xml';
  if (!zip.has(workbookPath)) {
    throw new Problem('FILE_TYPE_NOT_SUPPORTED', 'Tệp nén này không phải sổ Excel .xlsx. Hãy lưu lại dạng .xlsx.');
  }
  const parts = workbookPath.endsWith('.bin') ? recordParts : xmlParts;
  const workbook = await parts.workbook(await zip.open(workbookPath, limits.partBytes));
  const moments = await readMoments(zip);
  const relations = await readRelations(zip, workbookPath);
  const targets = new Map(relations.filter((one) => one.type === 'worksheet').map((one) => [one.id, one.target]));
  const sheets = onePerPart(workbook.sheets, targets);
  let context: Promise<Omit<SheetContext, 'remarks'>> | undefined;
  const loadContext = async (): Promise<Omit<SheetContext, 'remarks'>> => {
    const part = (type: string) => relations.find((one) => one.type === type)?.target;
    const [strings, styles] = [part('sharedStrings'), part('styles')];
    return {
      strings:
        strings && zip.has(strings)
          ? await parts.strings(await zip.open(strings, limits.sharedStringsBytes))
          : NO_STRINGS,
      numberStyles: styles && zip.has(styles) ? await parts.numberStyles(await zip.open(styles, limits.partBytes)) : [],
      from1904: workbook.from1904,
    };
  };
  return {
    ...visibleFirst(sheets),
    notes: relations.some((one) => one.type === 'vbaProject') ? [macrosIgnored()] : [],
    async read(name, sink, pause) {
      // Waited for before anything else may fail: a promise that is not awaited takes the whole thread down.
      context ??= loadContext();
      const loaded = await context;
      const sheet = sheets.find((one) => one.name === name);
      const remarks = sheetRemarks(name);
      const part = await zip.open(targets.get(sheet?.id ?? '') ?? '');
      await parts.sheet(part, { ...loaded, remarks }, sink, pause);
      return remarks.issues();
    },
    ...(moments.length > 0 && { moments }),
    close: () => zip.close(),
  };
}

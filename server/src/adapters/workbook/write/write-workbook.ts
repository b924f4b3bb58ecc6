import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { escapeText, sheetXml, type WritableSheet, XML_HEADER } from './sheet-xml.ts';
import { STYLES_XML } from './styles-xml.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Zip's own earliest day, in local time because a zip stores local time: the same bytes in every time zone. */
export const zipMoment = (): Date => new Date(1980, 0, 1);

const options = () => ({ mtime: zipMoment(), mode: 0o100644, forceDosTimestamp: true, compressionLevel: 6 });

/** The facts that a workbook states of itself. */
export type WorkbookFacts = {
  /** Instant in UTC at which it was made, kept in its core properties; absent: it does not say. */
  readonly createdAt?: string;
};

/**
 * An .xlsx as a stream of bytes: rows are pulled as the reader of the stream takes them, so memory does not grow with
 * the sheet. Equal sheets give equal bytes. Texts are text cells, never formulas. A failure in `rows` fails the stream.
 */
export function writeWorkbook(sheets: readonly WritableSheet[], { createdAt }: WorkbookFacts = {}): Readable {
  const zip = new ZipFile();
  const names = sheetNames(sheets.map((sheet) => sheet.name));
  const add = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path, options());
  add('[Content_Types].xml', contentTypesXml(sheets.length, createdAt !== undefined));
  add(
    '_rels/.rels',
    `${XML_HEADER}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/>${createdAt ? `<Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/>` : ''}</Relationships>`,
  );
  if (createdAt !== undefined) add('docProps/core.xml', corePropertiesXml(createdAt));
  add('xl/workbook.xml', workbookXml(names, sheets));
  add('xl/_rels/workbook.xml.rels', workbookRelationsXml(sheets.length));
  add('xl/styles.xml', STYLES_XML);
  const output = zip.outputStream as Readable;
  // Every sheet listens for the end of the stream.
  output.setMaxListeners(sheets.length + 10);
  sheets.forEach((sheet, index) => {
    zip.addReadStreamLazy(`xl/worksheets/sheet${index + 1}.xml`, options(), (give) => {
      const part = Readable.from(sheetXml(sheet, index === 0));
      part.on('error', (error) => output.destroy(error));
      output.on('close', () => part.destroy());
      give(null, part);
    });
  });
  zip.on('error', (error) => output.destroy(error));
  zip.end();
  return output;
}

/** Writes an .xlsx file. */
export async function writeWorkbookFile(
  path: string,
  sheets: readonly WritableSheet[],
  facts?: WorkbookFacts,
): Promise<void> {
  await pipeline(writeWorkbook(sheets, facts), createWriteStream(path));
}

/** Excel's rules for sheet names: at most 31 characters, none of []:*?/\, unique without case, never empty. */
function sheetNames(wanted: readonly string[]): string[] {
  const used = new Set<string>();
  return wanted.map((raw, index) => {
    const clean =
      raw
        .replace(/[[\]:*?/\\]/g, ' ')
        .replace(/^'+|'+$/g, '')
        .trim()
        .slice(0, 31)
        .trim() || `Sheet${index + 1}`;
    let name = clean;
    for (let copy = 2; used.has(name.toLowerCase()); copy++) name = `${clean.slice(0, 27)} (${copy})`;
    used.add(name.toLowerCase());
    return name;
  });
}

const quoteAttribute = (text: string): string => escapeText(text).replaceAll('"', '&quot;');

/** Every printed page begins with the rows that stay in sight on screen, so that its columns have their names. */
function printTitlesXml(names: readonly string[], sheets: readonly WritableSheet[]): string {
  const titles = sheets.flatMap(({ freezeRows = 0 }, at) =>
    freezeRows === 0
      ? []
      : [
          `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">'${escapeText(names[at]!.replaceAll("'", "''"))}'!$1:$${freezeRows}</definedName>`,
        ],
  );
  return titles.length > 0 ? `<definedNames>${titles.join('')}</definedNames>` : '';
}

function workbookXml(names: readonly string[], written: readonly WritableSheet[]): string {
  const sheets = names.map(
    (name, at) => `<sheet name="${quoteAttribute(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  return `${XML_HEADER}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets>${sheets.join('')}</sheets>${printTitlesXml(names, written)}</workbook>`;
}

function workbookRelationsXml(count: number): string {
  const relations = Array.from(
    { length: count },
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  return `${XML_HEADER}<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}<Relationship Id="rId${count + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`;
}

/** Dates of core properties have no fractions of a second in what Excel itself writes. */
function corePropertiesXml(createdAt: string): string {
  const instant = createdAt.replace(/\.\d+Z$/, 'Z');
  const stamp = (name: string) => `<dcterms:${name} xsi:type="dcterms:W3CDTF">${instant}</dcterms:${name}>`;
  return `${XML_HEADER}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${stamp('created')}${stamp('modified')}</cp:coreProperties>`;
}

function contentTypesXml(count: number, hasProperties: boolean): string {
  const sheets = Array.from(
    { length: count },
    (_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${TYPES}.worksheet+xml"/>`,
  );
  return `${XML_HEADER}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${hasProperties ? '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>' : ''}<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/>${sheets.join('')}</Types>`;
}

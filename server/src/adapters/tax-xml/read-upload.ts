import { hash } from 'node:crypto';
import { open, readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Problem } from '@khop/engine/problem.ts';
import { taxRefusal } from '@khop/engine/tax-invoices/element.ts';
import { limits } from './limits.ts';
import type { TaxPiece, TaxReadSummary } from './port.ts';
import { readXmlFile, refusedFile } from './read-xml.ts';
import { rootsOf } from './signature/certificate.ts';
import { endingOf, type FileKind, isCalledWorkbook, isMeantAsInvoice, sniff } from './sniff.ts';
import { Budget, isPackage, zipEntries } from './zip-entries.ts';

export type UploadRequest = {
  readonly path: string;
  readonly name: string;
  readonly roots: readonly string[];
  /** The part of a zip that this call reads: every `of`th entry. */
  readonly share?: { readonly index: number; readonly of: number; readonly counters: SharedArrayBuffer };
};

/** Takes what each file held; the next one is read when that is fulfilled. */
export type Take = (piece: TaxPiece) => Promise<void> | void;

/**
 * Reads an upload in this thread: one XML, or a zip of them with zips inside. Throws UPLOAD_TOO_LARGE, UPLOAD_TOO_MANY_FILES,
 * UPLOAD_INFLATES_TOO_MUCH, ZIP_DAMAGED when the outer zip cannot be read, NOT_XML when it is neither.
 */
export async function readUpload(request: UploadRequest, take: Take): Promise<TaxReadSummary> {
  const { path, name, roots, share } = request;
  const { size, kind } = await kindOf(path);
  const reading = new Reading(rootsOf(roots), new Budget(share?.counters), take);
  const isMine = (ordinal: number): boolean => share === undefined || ordinal % share.of === share.index;
  if (kind === 'zip') await reading.zip(name, path, { depth: 1, isMine });
  else if (kind !== 'xml') throw taxRefusal('NOT_XML');
  else if (size > limits.fileBytes) throw taxRefusal('XML_TOO_LARGE');
  else await reading.xml(name, await readFile(path));
  return reading.summary();
}

/** The kind of an upload. Throws FILE_NOT_FOUND, UPLOAD_TOO_LARGE. */
export async function kindOf(path: string): Promise<{ readonly size: number; readonly kind: FileKind }> {
  const { size } = await stat(path).catch(() => {
    throw new Problem('FILE_NOT_FOUND', 'Không mở được tệp.');
  });
  if (size > limits.uploadBytes) throw taxRefusal('UPLOAD_TOO_LARGE');
  return { size, kind: sniff(await head(path)) };
}

const HEAD_BYTES = 1024;

async function head(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

type Layer = { readonly depth: number; readonly isMine?: (ordinal: number) => boolean };

class Reading {
  readonly #budget: Budget;
  readonly #ignored = new Map<string, number>();
  readonly #roots: ReturnType<typeof rootsOf>;
  readonly #take: Take;
  #files = 0;
  #invoices = 0;
  #refused = 0;

  constructor(roots: ReturnType<typeof rootsOf>, budget: Budget, take: Take) {
    this.#budget = budget;
    this.#roots = roots;
    this.#take = take;
  }

  async xml(name: string, bytes: Uint8Array): Promise<void> {
    this.#files += 1;
    await this.#give(readXmlFile(name, bytes, this.#roots));
  }

  /** `depth`: 1 for the zip that was dropped. An inner zip that cannot be read is refused alone. */
  async zip(name: string, source: string | Buffer, { depth, isMine }: Layer): Promise<void> {
    for await (const entry of zipEntries(source, this.#budget, isMine)) {
      const place = `${name}/${entry.name}`;
      if (entry.content instanceof Problem) {
        this.#files += 1;
        await this.#give({ invoices: [], refused: [refusedFile(place, null, entry.content)] });
        continue;
      }
      const kind = sniff(entry.content);
      const isInner = kind === 'zip' && !(await isPackage(bufferOf(entry.content)));
      if (kind === 'xml' || isMeantAsInvoice(entry.name, kind)) await this.xml(place, entry.content);
      else if (isInner) await this.#inner(place, entry.content, depth + 1);
      else if (kind === 'sheet' || isCalledWorkbook(entry.name)) await this.#workbook(place, entry.content);
      else this.#ignored.set(endingOf(entry.name), (this.#ignored.get(endingOf(entry.name)) ?? 0) + 1);
    }
  }

  async #inner(name: string, content: Uint8Array, depth: number): Promise<void> {
    try {
      if (depth > limits.nesting) throw taxRefusal('ZIP_NESTED_TOO_DEEP');
      await this.zip(name, bufferOf(content), { depth });
    } catch (error) {
      if (!(error instanceof Problem) || !error.code.startsWith('ZIP_')) throw error;
      this.#files += 1;
      await this.#give({ invoices: [], refused: [refusedFile(name, null, error)] });
    }
  }

  #workbook(name: string, bytes: Uint8Array): Promise<void> {
    return this.#give({ invoices: [], refused: [], workbooks: [{ name, bytes, hash: hash('sha256', bytes) }] });
  }

  async #give(piece: TaxPiece): Promise<void> {
    this.#invoices += piece.invoices.length;
    this.#refused += piece.refused.length;
    await this.#take(piece);
  }

  summary(): TaxReadSummary {
    return {
      files: this.#files,
      invoices: this.#invoices,
      refused: this.#refused,
      ignored: Object.fromEntries(this.#ignored),
    };
  }
}

export const nameOf = (path: string): string => basename(path);

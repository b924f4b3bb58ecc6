import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Problem } from '@khop/engine/problem.ts';
import { taxRefusal } from '@khop/engine/tax-invoices/element.ts';
import { limits } from './limits.ts';
import type { TaxPiece, TaxReadSummary } from './port.ts';
import { readXmlFile, refusedFile } from './read-xml.ts';
import { rootsOf } from './signature/certificate.ts';
import { endingOf, sniff } from './sniff.ts';
import { Budget, zipEntries } from './zip-entries.ts';

export type UploadRequest = { readonly path: string; readonly name: string; readonly roots: readonly string[] };

/** Takes what each file held; the next one is read when that is fulfilled. */
export type Take = (piece: TaxPiece) => Promise<void> | void;

/**
 * Reads an upload in this thread: one XML, or a zip of them with zips inside. Throws UPLOAD_TOO_LARGE, UPLOAD_TOO_MANY_FILES,
 * UPLOAD_INFLATES_TOO_MUCH, ZIP_DAMAGED when the outer zip cannot be read, NOT_XML when it is neither.
 */
export async function readUpload({ path, name, roots }: UploadRequest, take: Take): Promise<TaxReadSummary> {
  const { size } = await stat(path).catch(() => {
    throw new Problem('FILE_NOT_FOUND', 'Không mở được tệp.');
  });
  if (size > limits.uploadBytes) throw taxRefusal('UPLOAD_TOO_LARGE');
  const reading = new Reading(rootsOf(roots), take);
  const kind = sniff(await head(path));
  if (kind === 'zip') await reading.zip(name, path, 1);
  else if (kind !== 'xml') throw taxRefusal('NOT_XML');
  else if (size > limits.fileBytes) throw taxRefusal('XML_TOO_LARGE');
  else await reading.xml(name, await wholeFile(path));
  return reading.summary();
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

async function wholeFile(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

class Reading {
  readonly #budget = new Budget();
  readonly #ignored = new Map<string, number>();
  readonly #roots: ReturnType<typeof rootsOf>;
  readonly #take: Take;
  #files = 0;
  #invoices = 0;
  #refused = 0;

  constructor(roots: ReturnType<typeof rootsOf>, take: Take) {
    this.#roots = roots;
    this.#take = take;
  }

  async xml(name: string, bytes: Uint8Array): Promise<void> {
    this.#files += 1;
    await this.#give(readXmlFile(name, bytes, this.#roots));
  }

  /** `depth`: 1 for the zip that was dropped. An inner zip that cannot be read is refused alone. */
  async zip(name: string, source: string | Buffer, depth: number): Promise<void> {
    for await (const entry of zipEntries(source, this.#budget)) {
      const place = `${name}/${entry.name}`;
      if (entry.content instanceof Problem) {
        this.#files += 1;
        await this.#give({ invoices: [], refused: [refusedFile(place, null, entry.content)] });
        continue;
      }
      const kind = sniff(entry.content);
      if (kind === 'xml') await this.xml(place, entry.content);
      else if (kind === 'zip') await this.#inner(place, entry.content, depth + 1);
      else this.#ignored.set(endingOf(entry.name), (this.#ignored.get(endingOf(entry.name)) ?? 0) + 1);
    }
  }

  async #inner(name: string, content: Uint8Array, depth: number): Promise<void> {
    try {
      if (depth > limits.nesting) throw taxRefusal('ZIP_NESTED_TOO_DEEP');
      await this.zip(name, Buffer.from(content.buffer, content.byteOffset, content.byteLength), depth);
    } catch (error) {
      if (!(error instanceof Problem) || !error.code.startsWith('ZIP_')) throw error;
      this.#files += 1;
      await this.#give({ invoices: [], refused: [refusedFile(name, null, error)] });
    }
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

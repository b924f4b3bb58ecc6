import type { ImportBatch, ImportReport } from '@khop/contract/runs.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dumpAll,
  IMPORT_KINDS,
  type ImportKind,
  type ImportWorld,
  makeImportWorld,
  take,
} from '../../../testing/import-world.ts';
import { workbookFile } from '../../../testing/workbook-file.ts';

let world: ImportWorld;
beforeAll(async () => {
  world = await makeImportWorld();
});
afterAll(() => world?.api.close());

const undo = (id: string | null) => world.api.call<ImportBatch>('POST', `/imports/${id}/undo`);

/** A rough file: of twelve records some are left out, some say something else, some are turned down. */
function roughFile(kind: ImportKind, random: () => number) {
  const rows = Array.from({ length: 12 }, (_, n) => n).flatMap((n) => {
    const draw = random();
    if (draw < 0.25) return [];
    return [draw < 0.4 ? kind.bad(n) : kind.row(n, draw < 0.7 ? 0 : 1)];
  });
  // Never without a row: that is another test's.
  return workbookFile(kind.layout, rows.length > 0 ? rows : [kind.row(0, 0)], kind.meta);
}

/** Numbers between 0 and 1, the same for the same seed (mulberry32). */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const figures = ({ created, changed, unchanged, rejected }: ImportReport) => ({
  created,
  changed,
  unchanged,
  rejected,
});

describe.each(IMPORT_KINDS.map((kind) => [kind.name, kind] as const))('an import of %s', (_name, kind) => {
  it.each([1, 2, 3])('is as if it had never been once it is undone, with rough files (seed %i)', async (seed) => {
    const random = numbersOf(seed);
    const imports: { id: string; before: Record<string, string[]> }[] = [];
    for (let round = 0; round < 3; round += 1) {
      const before = await dumpAll(world);
      const file = await roughFile(kind, random);
      const report = await take(world, kind, file);
      if (report.sameFile) continue;
      const after = await dumpAll(world);
      expect((await undo(report.importId)).status).toBe(200);
      expect(await dumpAll(world)).toEqual(before);
      // The same file does the same again: it is not taken for one that is there.
      const again = await take(world, kind, file);
      expect(figures(again)).toEqual(figures(report));
      expect(again.sameFile).toBe(false);
      if (report.created + report.changed > 0) expect(after).not.toEqual(before);
      imports.push({ id: again.importId!, before });
    }
    for (const { id, before } of imports.reverse()) {
      expect(await undo(id)).toMatchObject({ status: 200, body: { undoneBy: 'ketoan@khop.local', undo: null } });
      expect(await dumpAll(world)).toEqual(before);
    }
  });
});

import { limits } from '../limits.ts';
import { walkXml } from './xml.ts';
import type { ZipPackage } from './zip-package.ts';

const PART = 'docProps/core.xml';
const NAMES: readonly string[] = ['created', 'modified'];

/** When a workbook says that it was made, and last saved (`dcterms:created`, `dcterms:modified`); what is no instant is left out. */
export async function readMoments(zip: ZipPackage): Promise<string[]> {
  if (!zip.has(PART)) return [];
  const texts = new Map<string, string>();
  let inside: string | undefined;
  try {
    await walkXml(await zip.open(PART, limits.partBytes), {
      open(name) {
        inside = NAMES.includes(name) ? name : undefined;
      },
      close() {
        inside = undefined;
      },
      wantsText: () => inside !== undefined,
      text(text) {
        if (inside !== undefined) texts.set(inside, `${texts.get(inside) ?? ''}${text}`);
      },
    });
  } catch {
    // A broken description of a file is no reason to refuse its rows.
    return [];
  }
  return NAMES.flatMap((name) => {
    const moment = new Date((texts.get(name) ?? '').trim());
    return Number.isNaN(moment.getTime()) ? [] : [moment.toISOString()];
  });
}

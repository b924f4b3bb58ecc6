import type { RecognisedFile } from '@khop/contract/runs.ts';
import { atMost } from '@khop/engine/at-most.ts';
import { Problem } from '@khop/engine/problem.ts';
import { namedInHeading, namedInPath, type Owner } from '@khop/engine/sheets/recognise/whose.ts';
import type { Context } from '../../context.ts';
import type { UploadedFile } from '../../http/call.ts';
import { removeUpload, withUploadedFile } from '../../http/request/uploads.ts';
import { rememberedMaps } from './maps/remembered.ts';

/** Threads of the process that answers everybody. */
const looking = atMost(2);

/**
 * Recognises the kind and the profile of an uploaded file, by its top and by its path in the chosen folder; a file that
 * Khớp does not read gets its `problem`. The file is not kept.
 */
export async function recogniseFile(context: Context, file: UploadedFile, path: string): Promise<RecognisedFile> {
  const { fileName, size, sha256, uploadId } = file;
  const same = { fileName, size, sha256 };
  try {
    const maps = await rememberedMaps(context.db, {});
    const glance = await looking(() =>
      withUploadedFile(context, uploadId, fileName, (stored) => context.workbooks.glance(stored, maps)),
    );
    const { layout, title, fromDate, toDate, hasRows, mapId } = glance;
    const profile = await ownerOf(context, glance.heading, path);
    const mappedBy = maps.find(({ id }) => id === mapId)?.name ?? null;
    return { ...same, layout, title, fromDate, toDate, hasRows, profile, problem: null, mappedBy };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, message } = error;
    const nothing = {
      layout: null,
      title: null,
      fromDate: null,
      toDate: null,
      hasRows: false,
      profile: null,
      mappedBy: null,
    };
    return { ...same, ...nothing, problem: { code, message } };
  } finally {
    await removeUpload(context.db, uploadId);
  }
}

/** The file's own heading comes before its path; the only profile there is needs no name. */
async function ownerOf({ db }: Context, heading: readonly string[], path: string): Promise<RecognisedFile['profile']> {
  const profiles: Owner[] = await db
    .selectFrom('profiles')
    .select(['id', 'code', 'name', 'taxCode'])
    .orderBy('code')
    .execute();
  const shown = ({ id, code }: Owner, by: 'heading' | 'path' | 'only') => ({ id, code, by });
  const named = namedInHeading(heading, profiles);
  if (named.length === 1) return shown(named[0]!, 'heading');
  const inPath = namedInPath(path, profiles);
  if (inPath) return shown(inPath, 'path');
  return profiles.length === 1 ? shown(profiles[0]!, 'only') : null;
}

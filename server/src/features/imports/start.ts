import type { RunKind } from '@khop/contract/runs.ts';
import type { DateOrder } from '@khop/engine/text/day-text.ts';
import type { Call, UploadedFile } from '../../http/call.ts';
import { startRun } from '../../jobs/runs.ts';
import { found } from '../../refusal.ts';
import { rememberedMaps } from './maps/remembered.ts';
import type { ImportPayload, ImportTarget } from './target.ts';

type UploadCall = Pick<Call, 'context' | 'user' | 'commit'> & {
  readonly file: UploadedFile;
  readonly query: {
    readonly dryRun?: boolean | undefined;
    readonly again?: boolean | undefined;
    readonly dateOrder?: DateOrder | undefined;
    readonly notations?: string | undefined;
  };
};

export type ImportStart = {
  readonly target: ImportTarget;
  /** Absent for what belongs to no profile. Refused with NOT_FOUND when there is no such profile. */
  readonly profileId?: string;
  /** Default 'import'. */
  readonly kind?: RunKind;
  /** The place that the file goes into, one live run each; default `<layout>:<profileId>`. */
  readonly scope?: string;
  readonly options?: Readonly<Record<string, string>>;
};

/** Starts the run that takes an uploaded file in: what every upload handler does. */
export function startImport(call: UploadCall, start: ImportStart): Promise<{ runId: string }> {
  const { context, user, file, query, commit } = call;
  const { target, profileId = null, kind = 'import', options = {} } = start;
  return commit(async (tx) => {
    if (profileId !== null) {
      const profile = await tx.db.selectFrom('profiles').select('id').where('id', '=', profileId).executeTakeFirst();
      found(profile, 'Không tìm thấy hồ sơ này. Có thể nó đã bị xóa.');
    }
    const payload: ImportPayload = {
      target: target.name,
      layout: target.layout,
      uploadId: file.uploadId,
      fileName: file.fileName,
      sha256: file.sha256,
      profileId,
      dryRun: query.dryRun ?? false,
      ...(query.again && { again: true }),
      ...(query.dateOrder && { dateOrder: query.dateOrder }),
      ...(query.notations && { notations: query.notations }),
      maps: await rememberedMaps(tx.db, { layout: target.layout, profileId }),
      options,
    };
    const scope = start.scope ?? (profileId === null ? target.layout : `${target.layout}:${profileId}`);
    return startRun(tx, context, { kind, scope, payload, createdBy: user.email });
  });
}

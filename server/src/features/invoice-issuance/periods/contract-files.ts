import { audit } from '../../../audit/audit.ts';
import type { Call } from '../../../http/call.ts';
import { newId } from '../../../id.ts';
import { found, Refusal } from '../../../refusal.ts';
import { refuseWhenLow } from '../../../telemetry/disk.ts';
import { imageTypeOf } from '../../media/image-type.ts';

/** The real type of a scan, by its first bytes: what the sender says does not count. */
const typeOf = (content: Buffer): string | undefined =>
  content.subarray(0, 5).toString('latin1') === '%PDF-' ? 'application/pdf' : imageTypeOf(content)?.contentType;

/** So many files of one person may wait for the terms of a period to name them. */
const MOST_WAITING = 50;

/**
 * Takes the scan of a contract. Which basis it belongs to is said with the terms of the period; one that none names goes
 * after a week.
 */
export async function uploadContractFile({
  context,
  fileInMemory,
  user,
  commit,
  requestId,
}: Call<'uploadContractFile'>) {
  const { fileName, content, sha256 } = fileInMemory;
  const contentType = typeOf(content);
  if (!contentType)
    throw new Refusal(
      'FILE_TYPE_NOT_SUPPORTED',
      'Hợp đồng phải là tệp PDF hoặc ảnh PNG, JPEG, WebP. Hãy chọn tệp khác.',
    );
  refuseWhenLow(context.disk);
  return commit(async (tx) => {
    const { waiting } = await tx.db
      .selectFrom('contractFiles')
      .select(({ fn }) => fn.countAll<number>().as('waiting'))
      .where('createdBy', '=', user.email)
      .where('isKept', '=', false)
      .executeTakeFirstOrThrow();
    if (Number(waiting) >= MOST_WAITING)
      throw new Refusal(
        'UPLOADS_OF_PERSON_FULL',
        `Bạn đã tải ${MOST_WAITING} tệp hợp đồng chưa ghi vào kỳ nào. Hãy ghi căn cứ và lưu kỳ trước.`,
      );
    const file = { id: newId(), fileName, sha256 };
    await tx.db
      .insertInto('contractFiles')
      .values({ ...file, contentType, content, createdBy: user.email })
      .execute();
    await audit(tx, {
      actor: user.email,
      action: 'contract-file.upload',
      entity: 'contract-file',
      entityId: file.id,
      summary: `Tải lên tệp hợp đồng ${fileName}`,
      after: { ...file, bytes: content.length },
      requestId,
    });
    return file;
  });
}

export async function getContractFile({ context, params, reply }: Call<'getContractFile'>) {
  const { fileName, contentType, content } = found(
    await context.db
      .selectFrom('contractFiles')
      .select(['fileName', 'contentType', 'content'])
      .where('id', '=', params.id)
      .executeTakeFirst(),
    'Không tìm thấy tệp hợp đồng này.',
  );
  reply.header('x-content-type-options', 'nosniff');
  return { fileName, contentType, content };
}

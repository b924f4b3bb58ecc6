import { call } from './client.ts';
import { ApiError } from './errors.ts';
import { sendForm } from './files.ts';

const IMAGE_LIMIT_BYTES = 5 * 1024 * 1024;

/** Sends a picture to the media service with a signature of ours; answers its address. Throws ApiError. */
export async function uploadImage(file: File, onProgress?: (share: number) => void): Promise<string> {
  if (!file.type.startsWith('image/'))
    throw new ApiError(422, 'FILE_TYPE_NOT_SUPPORTED', 'Hãy chọn một tệp ảnh (PNG, JPEG hoặc WebP).');
  if (file.size > IMAGE_LIMIT_BYTES)
    throw new ApiError(413, 'FILE_TOO_LARGE', 'Ảnh vượt quá 5 MB. Hãy chọn ảnh nhỏ hơn.');
  const [config, signed] = await Promise.all([call('getAppConfig'), call('getUploadSignature')]);
  const form = new FormData();
  const { cloud_name: cloudName, ...fields } = signed;
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append('file', file, file.name);
  const url = config.mediaUploadUrl.replace('{cloud_name}', encodeURIComponent(cloudName));
  const answer = JSON.parse(
    await sendForm('POST', url, {}, form, { withCredentials: false, ...(onProgress ? { onProgress } : {}) }),
  ) as { secure_url?: unknown };
  if (typeof answer.secure_url !== 'string')
    throw new ApiError(502, 'UNKNOWN', 'Dịch vụ lưu ảnh trả lời không đúng. Hãy thử lại.');
  return answer.secure_url;
}

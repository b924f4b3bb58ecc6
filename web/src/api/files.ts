import { saveBlob } from '../ui/save.ts';
import { newIdempotencyKey, request, whole, withSession } from './client.ts';
import { errorFrom, networkError } from './errors.ts';
import { type InputOf, type OperationId, type OutputOf, requestLine } from './operations.ts';

export type UploadOptions = {
  /** 0–1 of the bytes sent. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** Give the same key to repeat an upload safely. */
  idempotencyKey?: string;
};

/**
 * Sends a file with the operation's text fields as multipart, telling the progress:
 * `upload('uploadAmisProducts', file, { body: { profileId } }, { onProgress })`. Throws ApiError.
 */
export async function upload<Op extends OperationId>(
  operation: Op,
  file: File,
  input: InputOf<Op>,
  options: UploadOptions = {},
): Promise<OutputOf<Op>> {
  const parts = input as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: Record<string, unknown>;
  };
  const { method, url } = requestLine(operation, parts.params, parts.query);
  const key = options.idempotencyKey ?? newIdempotencyKey();
  const text = await withSession(false, (token) => {
    const form = new FormData();
    // Fields go before the file, so that a streaming reader knows them when the bytes come.
    for (const [name, value] of Object.entries(parts.body ?? {})) {
      if (value !== undefined && value !== null) form.append(name, String(value));
    }
    form.append('file', file, file.name);
    const headers: Record<string, string> = { accept: 'application/json', 'idempotency-key': key };
    if (token) headers.authorization = `Bearer ${token}`;
    return sendForm(method, url, headers, form, options);
  });
  return (text === '' ? undefined : JSON.parse(text)) as OutputOf<Op>;
}

/** One multipart request by XHR, because fetch cannot tell how much of a body has been sent. */
export function sendForm(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  form: FormData,
  options: UploadOptions & { withCredentials?: boolean } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(method, url);
    xhr.withCredentials = options.withCredentials ?? true;
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    };
    xhr.onload = () => {
      if (xhr.status >= 200 && xhr.status < 300) resolve(xhr.responseText);
      else reject(errorFrom(xhr.status, xhr.responseText));
    };
    xhr.onerror = () => reject(networkError());
    xhr.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    if (options.signal?.aborted) {
      reject(new DOMException('Aborted', 'AbortError'));
      return;
    }
    options.signal?.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.send(form);
  });
}

/** Fetches a file answer (zip by POST, workbook by GET) and gives it to the person under its own name. */
export async function download<Op extends OperationId>(
  operation: Op,
  input: InputOf<Op>,
  options: { fileName?: string; signal?: AbortSignal; idempotencyKey?: string } = {},
): Promise<void> {
  const response = await request(operation, input, {
    headers: {
      accept: '*/*',
      ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
    },
    ...(options.signal ? { signal: options.signal } : {}),
  });
  const name = fileNameOf(response.headers.get('content-disposition')) ?? options.fileName ?? 'tep';
  saveBlob(await whole(() => response.blob()), name);
}

/** Reads `filename*=UTF-8''…` or `filename="…"`. */
function fileNameOf(disposition: string | null): string | undefined {
  if (!disposition) return undefined;
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded.trim());
    } catch {
      // Badly encoded: fall through to the plain name.
    }
  }
  return /filename="([^"]+)"|filename=([^;]+)/i.exec(disposition)?.slice(1).find(Boolean)?.trim();
}

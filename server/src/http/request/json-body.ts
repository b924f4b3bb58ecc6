import { isUtf8 } from 'node:buffer';
import type { Endpoint } from '@khop/contract/endpoint.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../refusal.ts';

/** No body of the contract is deeper than a template's conditions. */
const MAX_DEPTH = 64;

/** The longest JSON body, and the most values that it may hold. */
export type BodySize = { readonly bytes: number; readonly values: number };

const NOT_UTF8 = 'Nội dung gửi lên không phải UTF-8. Hãy gửi lại bằng bảng mã UTF-8.';

/** Refuses a packed body by its header: its bytes would be taken for letters, and unpacking them for strangers costs what they like. */
export function refusePacked({ headers }: FastifyRequest): void {
  const packing = headers['content-encoding']?.trim().toLowerCase();
  if (packing && packing !== 'identity')
    throw new Refusal(
      'VALIDATION',
      `Nội dung gửi lên được nén (Content-Encoding: ${packing.slice(0, 20)}), Khớp không nhận. Hãy gửi lại không nén.`,
    );
}

/** Of callers without a token: a token and little else. */
const OF_STRANGERS: BodySize = { bytes: 16 * 1024, values: 100 };
/** The longest is a choice of ten thousand partners. */
const OF_PEOPLE: BodySize = { bytes: 2 * 1024 * 1024, values: 30_000 };
/** Ten thousand ledger lines, the longest list of the contract, have 220,000 values. */
const OF_LISTS: BodySize = { bytes: 10 * 1024 * 1024, values: 300_000 };

export const bodySizeOf = ({ access, bulk }: Pick<Endpoint, 'access' | 'bulk'>): BodySize =>
  access === 'public' ? OF_STRANGERS : bulk ? OF_LISTS : OF_PEOPLE;

/**
 * Reads JSON bodies, and refuses those whose shape alone would keep everybody waiting: millions of brackets or values take
 * seconds to read and check, whatever they say.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    // Read anyway, wrong bytes would become «�» in what people wrote.
    if (!isUtf8(bytes as Buffer)) return done(new Refusal('VALIDATION', NOT_UTF8));
    const text = bytes.toString();
    const { mostValues } = request.routeOptions.config as { mostValues?: number };
    const why = whyTooComplex(text, mostValues ?? OF_STRANGERS.values);
    if (why) done(new Refusal('VALIDATION', `Nội dung gửi lên ${why}. Hãy chia nhỏ.`));
    else parse(request, text, done);
  });
}

const [QUOTE, COMMA, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_GROUP, CLOSE_GROUP] = [34, 44, 92, 91, 93, 123, 125];

/** Counts what JSON is made of, without understanding it. */
function whyTooComplex(text: string, mostValues: number): string | undefined {
  let [depth, values] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfText(text, at);
        break;
      case COMMA:
        values++;
        break;
      case OPEN_LIST:
      case OPEN_GROUP:
        values++;
        if (++depth > MAX_DEPTH) return `lồng nhau quá ${MAX_DEPTH} tầng`;
        break;
      case CLOSE_LIST:
      case CLOSE_GROUP:
        depth--;
    }
    if (values > mostValues) return `có hơn ${mostValues} giá trị`;
  }
  return undefined;
}

/** Position of the quote that ends the text begun at `from`; the end of everything when none does. */
function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === QUOTE) return at;
  }
  return text.length;
}

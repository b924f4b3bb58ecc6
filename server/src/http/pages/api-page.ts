import { createHash } from 'node:crypto';
import { openApiDocument } from '@khop/contract/openapi.ts';
import type { FastifyInstance } from 'fastify';

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
};
type Content = Readonly<Record<string, { readonly schema: Schema }>>;
type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly 'x-access': 'public' | 'user' | 'admin';
  readonly parameters: readonly { name: string; in: string; required: boolean; schema: Schema }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
};
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const text = (value: unknown): string => String(value).replace(/[&<>"]/g, (sign) => ESCAPES[sign]!);

const ACCESS = { public: 'ai cũng gọi được', user: 'người đã đăng nhập', admin: 'quản trị viên' } as const;
const PLACES: Readonly<Record<string, string>> = { path: 'đường dẫn', query: 'tham số', header: 'đầu yêu cầu' };

/** A schema in one line; a named one leads to its place on the page. */
function typeOf(schema: Schema): string {
  if (schema.$ref) {
    const name = text(schema.$ref.split('/').at(-1));
    return `<a href="#schema-${name}">${name}</a>`;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeOf))].join(' | ');
  if (schema.enum) return schema.enum.map((value) => `<code>${text(value)}</code>`).join(' | ');
  if (schema.const !== undefined) return `<code>${text(schema.const)}</code>`;
  if (schema.type === 'array') return `danh sách ${schema.items ? typeOf(schema.items) : ''}`;
  if (schema.properties) return `{ ${Object.keys(schema.properties).map(text).join(', ')} }`;
  if (typeof schema.additionalProperties === 'object') return `tên → ${typeOf(schema.additionalProperties)}`;
  const plain = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'bất kỳ');
  return text(schema.format ? `${plain} (${schema.format})` : plain);
}

type Field = { readonly name: string; readonly place: string; readonly required: boolean; readonly schema: Schema };

const fieldsOf = (schema: Schema, place: string): Field[] =>
  Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    place,
    required: schema.required?.includes(name) ?? false,
    schema: property,
  }));

function fieldTable(fields: readonly Field[]): string {
  if (fields.length === 0) return '';
  const rows = fields.map(({ name, place, required, schema }) => {
    const fallback =
      schema.default === undefined ? '' : ` Mặc định <code>${text(JSON.stringify(schema.default))}</code>.`;
    return `<tr><th scope="row"><code>${text(name)}</code>${required ? ' *' : ''}</th><td>${text(place)}</td><td>${typeOf(schema)}</td><td>${text(schema.description ?? '')}${fallback}</td></tr>`;
  });
  return `<div class="wide"><table><thead><tr><th scope="col">Tên</th><th scope="col">Ở</th><th scope="col">Kiểu</th><th scope="col">Nghĩa</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function operationPart(method: string, path: string, operation: Operation): string {
  const parameters = operation.parameters.map((one): Field => ({ ...one, place: PLACES[one.in] ?? one.in }));
  const [mediaType, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const bodyFields = body ? fieldsOf(body.schema, 'nội dung') : [];
  const bodyLine =
    body && bodyFields.length === 0 ? `<p>Nội dung (${text(mediaType)}): ${typeOf(body.schema)}</p>` : '';
  const answers = Object.entries(operation.responses).map(([status, { description, content }]) => {
    const schema = Object.values(content ?? {})[0]?.schema;
    const shape = schema && Number(status) < 400 ? `${typeOf(schema)}` : '';
    const lines = Number(status) < 400 ? shape || 'không có nội dung' : description.split('\n').map(text).join('<br>');
    return `<tr><th scope="row">${text(status)}</th><td>${lines}</td></tr>`;
  });
  return `<details id="${text(operation.operationId)}"><summary><b class="${text(method)}">${text(method.toUpperCase())}</b> <code>${text(path)}</code> <span>${text(operation.summary)}</span></summary>
<p>Ai gọi: ${ACCESS[operation['x-access']]}. Tên: <code>${text(operation.operationId)}</code></p>
${fieldTable([...parameters, ...bodyFields])}${bodyLine}
<div class="wide"><table><thead><tr><th scope="col">Trả lời</th><th scope="col">Nội dung</th></tr></thead><tbody>${answers.join('')}</tbody></table></div></details>`;
}

const STYLE = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:72rem;margin:0 auto;padding:1rem}
summary{cursor:pointer;padding:.35rem 0;overflow-wrap:anywhere}summary b{display:inline-block;min-width:4.5rem;color:#15803d}summary span{opacity:.8}
details{border-top:1px solid #8884}.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;margin:.5rem 0}
th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-top:1px solid #8883;font-weight:normal}thead th{font-weight:600}
h2{margin-top:2rem}a{color:#15803d}@media(prefers-color-scheme:dark){a,summary b{color:#4ade80}}`;

/**
 * The contract as a page for people: every call with its fields, answers and refusals, without a script. The cast: `Document`
 * names what the page reads of the generated document, which the tests read too.
 */
export function apiPage(document = openApiDocument() as Document): string {
  const byTag = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? '';
      byTag.set(tag, [...(byTag.get(tag) ?? []), operationPart(method, path, operation)]);
    }
  }
  const parts = [...byTag].map(([tag, list]) => `<h2 id="tag-${text(tag)}">${text(tag)}</h2>\n${list.join('\n')}`);
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `<details id="schema-${text(name)}" open><summary><b>${text(name)}</b></summary>${fieldTable(fieldsOf(schema, '')) || `<p>${typeOf(schema)}</p>`}</details>`,
  );
  const chapters = [...byTag.keys()].map((tag) => `<a href="#tag-${text(tag)}">${text(tag)}</a>`).join(' · ');
  return `<!doctype html><html lang="vi"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Khớp – Giao diện lập trình</title><style>${STYLE}</style></head><body>
<main><h1>Khớp – Giao diện lập trình</h1>
<p>Bản cho máy: <a href="/v1/openapi.json">OpenAPI 3.1</a>. Dấu * là bắt buộc. Tiền là số đồng nguyên; số lượng là chuỗi thập phân; lỗi là { error_code, message, details }.</p>
<nav>${chapters}</nav>
${parts.join('\n')}
<h2>Kiểu dữ liệu</h2>
${schemas.join('\n')}</main></body></html>`;
}

/** The page, made when it is first asked for and kept. */
let page: string | undefined;
const keptPage = (): string => {
  page ??= apiPage();
  return page;
};

/** Serves the page beside the document that it is made from. */
export function serveApiPage(app: FastifyInstance): void {
  // It loads nothing; its one style is known by its hash.
  const style = createHash('sha256').update(STYLE).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  app.get('/v1/docs', { config: { isPublic: true } }, (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy)
      .send(keptPage()),
  );
}

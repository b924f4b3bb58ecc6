import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { COMMON_ERRORS, ERRORS, type ErrorCode, errorBody, SIGNED_IN_ERRORS } from './errors.ts';
import { contract } from './index.ts';
import { accepted } from './values.ts';

type Json = Record<string, unknown>;

/** The schema of a request or an answer, as JSON Schema 2020-12; named schemas become shared components. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const json = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' }) as Json;
  const { $schema: _, $defs, ...rest } = json;
  for (const [name, definition] of Object.entries(($defs ?? {}) as Json)) components[name] = strip(definition as Json);
  const own = typeof rest.id === 'string' ? rest.id : undefined;
  const plain = strip(rest);
  if (!own) return relink(plain) as Json;
  components[own] = plain;
  return { $ref: `#/components/schemas/${own}` };
}

const strip = ({ id: _, ...rest }: Json): Json => rest;

function relink(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relink);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === '$ref' && typeof inner === 'string'
        ? [key, inner.replace('#/$defs/', '#/components/schemas/')]
        : [key, relink(inner)],
    ),
  );
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query', components: Json): Json[] {
  if (!schema) return [];
  const json = schemaOf(schema, 'input', components);
  const required = (json.required ?? []) as string[];
  return Object.entries((json.properties ?? {}) as Record<string, Json>).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function bodyOf(endpoint: Endpoint, components: Json): Json | undefined {
  const json = endpoint.body && schemaOf(endpoint.body, 'input', components);
  if (!endpoint.multipart) {
    return (
      json && {
        required: !endpoint.body?.safeParse(undefined).success,
        content: { 'application/json': { schema: json } },
      }
    );
  }
  const properties = { ...((json?.properties ?? {}) as Json), file: { type: 'string', format: 'binary' } };
  const required = [...((json?.required ?? []) as string[]), 'file'];
  return { required: true, content: { 'multipart/form-data': { schema: { type: 'object', properties, required } } } };
}

/** The content of an answer that is no refusal: JSON by its schema, a file by its media types, or a stream. */
function contentOf(endpoint: Endpoint, schema: z.ZodType | undefined, components: Json): Json | undefined {
  if (endpoint.kind === 'file') {
    const types = endpoint.mediaTypes.length > 0 ? endpoint.mediaTypes : ['application/octet-stream'];
    return Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));
  }
  if (endpoint.kind === 'events') return { 'text/event-stream': { schema: { type: 'string' } } };
  return endpoint.kind === 'json' && schema
    ? { 'application/json': { schema: schemaOf(schema, 'output', components) } }
    : undefined;
}

/** Success by status: a call that either starts a run or answers at once has two of them. */
function successesOf(endpoint: Endpoint, components: Json): Json {
  const options = endpoint.response instanceof z.ZodUnion ? (endpoint.response.options as z.ZodType[]) : [];
  const atOnce = options.filter((option) => option !== accepted);
  const starts = atOnce.length < options.length;
  const answer = starts ? (atOnce.length === 1 ? atOnce[0] : z.union(atOnce)) : endpoint.response;
  const content = contentOf(endpoint, answer, components);
  const run = starts && contentOf(endpoint, accepted, components);
  return {
    [String(endpoint.status)]: { description: endpoint.summary, ...(content && { content }) },
    ...(run && { '202': { description: 'Lượt chạy đã bắt đầu', content: run } }),
  };
}

function answersOf(endpoint: Endpoint, components: Json): Json {
  const codes = new Set<ErrorCode>([
    ...endpoint.errors,
    ...COMMON_ERRORS,
    ...(endpoint.access === 'public' ? [] : SIGNED_IN_ERRORS),
    ...(endpoint.access === 'admin' ? (['ADMIN_ONLY'] as const) : []),
  ]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) byStatus.set(ERRORS[code].status, [...(byStatus.get(ERRORS[code].status) ?? []), code]);
  const refusals = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, list]) => [
      String(status),
      {
        description: list.map((code) => `${code}: ${ERRORS[code].message}`).join('\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]);
  return { ...successesOf(endpoint, components), ...Object.fromEntries(refusals) };
}

/** The whole contract as an OpenAPI 3.1 document, with the same content for the same contract. */
export function openApiDocument(): Json {
  const components: Json = {};
  schemaOf(errorBody, 'output', components);
  const paths: Record<string, Json> = {};
  for (const [operationId, endpoint] of Object.entries(contract) as [string, Endpoint][]) {
    const requestBody = bodyOf(endpoint, components);
    const item = paths[`/v1${endpoint.path}`] ?? {};
    item[endpoint.method.toLowerCase()] = {
      operationId,
      summary: endpoint.summary,
      tags: [endpoint.path.split('/')[1]],
      security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
      'x-access': endpoint.access,
      parameters: [
        ...parametersOf(endpoint.params, 'path', components),
        ...parametersOf(endpoint.query, 'query', components),
        ...(endpoint.method === 'POST'
          ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 200 } }]
          : []),
      ],
      ...(requestBody && { requestBody }),
      responses: answersOf(endpoint, components),
    };
    paths[`/v1${endpoint.path}`] = item;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Khớp',
      version: '1',
      description: 'Giao diện lập trình của Khớp. Tiền là số đồng nguyên; số lượng là chuỗi thập phân.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(components)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, schema]) => [name, relink(schema)]),
      ),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

/** `operationId → [method, path]`: enough for a browser to place a call, without the schemas. */
export function routeTable(): Record<string, readonly [string, string]> {
  return Object.fromEntries(
    Object.entries(contract).map(([operationId, endpoint]) => [operationId, [endpoint.method, endpoint.path] as const]),
  );
}

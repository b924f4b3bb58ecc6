import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ledgerRows } from '../../testing/amis-ledger.ts';
import { unsignedToken } from '../../testing/api.ts';
import { expectLaws } from '../../testing/laws.ts';
import { type SampleMonth, startSampleMonth } from '../../testing/sample-month.ts';
import { workbookFile } from '../../testing/workbook-file.ts';

type Answer = { readonly status: number; readonly code: string; readonly runId?: string };

let month: SampleMonth;
let site: string;
beforeAll(async () => {
  month = await startSampleMonth(400);
  site = await month.api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => month?.api.close());

const place = (rest: string): string => `/invoice-issuance/periods/${month.periodId}/${rest}`;

/** One person at a screen of their own: every request is a connection to the service. */
function person(email: string) {
  const token = unsignedToken(email);
  const send = async (method: string, address: string, body?: unknown): Promise<Answer> => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${site}/v1${address}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const isJson = response.headers.get('content-type')?.includes('json');
    const told = isJson ? ((await response.json()) as { error_code?: string; runId?: string }) : {};
    if (!isJson) await response.arrayBuffer();
    return { status: response.status, code: told.error_code ?? '', ...(told.runId && { runId: told.runId }) };
  };
  const upload = (address: string, profileId: string, name: string, content: Uint8Array) => {
    const form = new FormData();
    form.set('profileId', profileId);
    form.set('file', new Blob([new Uint8Array(content)]), name);
    return send('POST', address, form);
  };
  return { send, upload };
}

/** Refusals that somebody else's work may lawfully cause; anything else is a fault. */
const EXPECTED = new Set([
  ...['', 'RUN_IN_PROGRESS', 'PERIOD_STATE', 'STALE_VERSION', 'INVOICE_STATE', 'NOT_FOUND', 'PROPOSAL_STALE'],
  ...['UNDO_NOT_POSSIBLE', 'NOTHING_TO_EXPORT'],
]);

it('two people generating, editing, deciding, uploading and exporting at once never break a law', async () => {
  const [an, binh] = [person('an@khop.local'), person('binh@khop.local')];
  const [[code, profileId]] = [...month.profiles] as [[string, string]];
  const inventory = await readFile(path.join(month.folder, 'amis', code, 'TonKho.xlsx'));
  const ledger = await workbookFile('amis-sales-ledger', await ledgerRows(month, profileId), {
    fromDate: '2026-09-01',
    toDate: '2026-09-30',
  });
  const ids = async (query: string): Promise<{ id: string; version: number }[]> =>
    (await month.api.call<{ items: { id: string; version: number }[] }>('GET', place(`amis-invoices?${query}`))).body
      .items;
  const finishRuns = async (answers: readonly Answer[]): Promise<void> => {
    for (const { runId } of answers) if (runId) await month.api.runEnd(runId);
  };
  await finishRuns([await an.send('POST', place('generate-invoices'), {})]);

  for (let round = 0; round < 5; round += 1) {
    const drafts = await ids('status=draft&limit=6');
    const { rows: lines } = await month.api.context.pool.query<{ key: string }>(
      'select source_key as key from period_sales_lines where period_id = $1 order by md5(source_key || $2) limit 3',
      [month.periodId, String(round)],
    );
    const { body: waiting } = await month.api.call<{ items: { profileId: string; entryKey: string }[] }>(
      'GET',
      place('reviews?limit=1'),
    );
    const answers = await Promise.all([
      an.send('POST', place('regenerate-invoices'), { preview: round % 2 === 0 }),
      binh.send('POST', place('regenerate-invoices'), {}),
      binh.send('POST', place('exclusions'), {
        sourceKeys: lines.map((line) => line.key),
        reason: round % 2 === 0 ? 'not_a_sale' : null,
        note: 'Cùng lúc',
      }),
      an.upload(place('load-amis-sales-ledger'), profileId, ledger.name, ledger.content),
      binh.upload(place('load-amis-inventory'), profileId, 'TonKho.xlsx', inventory),
      an.send('POST', place('regeneration/apply')),
      binh.send('POST', place('regeneration/undo')),
      ...waiting.items.map(({ profileId: owner, entryKey }) =>
        an.send('POST', place('reviews/decisions'), { decisions: [{ profileId: owner, entryKey, line: null }] }),
      ),
      ...drafts.flatMap(({ id, version }) =>
        [an, binh].map((who) =>
          who.send('PATCH', `/invoice-issuance/amis-invoices/${id}/pin`, { version, pinned: round % 2 === 0 }),
        ),
      ),
      ...(round > 1 ? [an.send('POST', place('download-excel'), { only: round === 2 ? 'new' : 'all' })] : []),
    ]);
    for (const { status, code: refusal } of answers) {
      expect(EXPECTED, `${status} ${refusal}`).toContain(refusal);
      expect(status).toBeLessThan(500);
    }
    await finishRuns(answers);
    // Whatever won, a regeneration from what is there now ends in a state that keeps every law.
    const last = await an.send('POST', place('regenerate-invoices'), {});
    expect(last.status, last.code).toBe(202);
    expect(await month.api.runEnd(last.runId!)).toMatchObject({ status: 'succeeded' });
    await expectLaws(month.api.context.pool, month.periodId);
  }

  // Both export what is there now, while one of them still pins: everything leaves, once and whole.
  const drafts = await ids('status=draft&limit=10');
  expect(drafts.length).toBeGreaterThan(0);
  const [first, second, ...pins] = await Promise.all([
    an.send('POST', place('download-excel'), { only: 'new' }),
    binh.send('POST', place('download-excel'), {}),
    ...drafts.map(({ id, version }) =>
      an.send('PATCH', `/invoice-issuance/amis-invoices/${id}/pin`, { version, pinned: true }),
    ),
  ]);
  expect([first.status, second.status]).toContain(200);
  for (const { status, code: refusal } of [first, second, ...pins]) expect(EXPECTED, `${status}`).toContain(refusal);
  expect(await ids('status=draft&limit=1')).toEqual([]);
  await expectLaws(month.api.context.pool, month.periodId);
}, 300_000);

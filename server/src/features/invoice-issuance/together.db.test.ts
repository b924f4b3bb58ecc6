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
let origin: string;
beforeAll(async () => {
  month = await startSampleMonth(400);
  origin = await month.api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => month?.api.close());

const place = (rest: string): string => `/invoice-issuance/periods/${month.periodId}/${rest}`;

/** One person at a screen of their own: every request is a connection to the service. */
function person(email: string) {
  const token = unsignedToken(email);
  const send = async (method: string, address: string, body?: unknown): Promise<Answer> => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${origin}/v1${address}`, {
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

/** Refusals that another user's work may lawfully cause; anything else is a fault. */
const EXPECTED = new Set([
  ...['', 'RUN_IN_PROGRESS', 'PERIOD_STATE', 'STALE_VERSION', 'INVOICE_STATE', 'NOT_FOUND', 'PROPOSAL_STALE'],
  ...['UNDO_NOT_POSSIBLE', 'NOTHING_TO_EXPORT', 'PREFLIGHT_BLOCKED', 'DATABASE_BUSY'],
]);

/** The beginning of each round: its run is under way when everything else arrives, so every pair of them meets. */
const PIVOTS = ['preview', 'apply', 'undo', 'regenerate', 'load sales', 'load ledger', 'load inventory'] as const;

it('two people generating, editing, deciding, uploading and exporting at once never break a law', async () => {
  const [an, binh] = [person('an@khop.local'), person('binh@khop.local')];
  const [[code, profileId]] = [...month.profiles] as [[string, string]];
  const inventory = await readFile(path.join(month.folder, 'amis', code, 'TonKho.xlsx'));
  const ledger = await workbookFile('amis-sales-ledger', await ledgerRows(month, profileId), {
    fromDate: '2026-09-01',
    toDate: '2026-09-30',
  });
  const { pool } = month.api.context;
  type Named = { readonly id: string; readonly version: number; readonly profileId: string };
  const ids = async (query: string): Promise<Named[]> =>
    (await month.api.call<{ items: Named[] }>('GET', place(`amis-invoices?${query}`))).body.items;
  const finish = async ({ runId }: Answer): Promise<string> =>
    runId === undefined ? '' : (await month.api.runEnd(runId)).status;
  const someLines = async (salt: string, limit: number): Promise<string[]> =>
    (
      await pool.query<{ key: string }>(
        'select source_key as key from period_sales_lines where period_id = $1 order by md5(source_key || $2) limit $3',
        [month.periodId, salt, limit],
      )
    ).rows.map(({ key }) => key);
  const exclude = async (salt: string, reason: 'not_a_sale' | null) =>
    binh.send('POST', place('exclusions'), { sourceKeys: await someLines(salt, 3), reason, note: 'Cùng lúc' });
  // Left out until the end: whatever the rounds export, there is something to export then.
  const keptBack = await someLines('giữ lại', 30);
  const leaveOut = (reason: 'not_a_sale' | null) =>
    binh.send('POST', place('exclusions'), { sourceKeys: keptBack, reason, note: 'Để lại đến cuối' });
  expect((await leaveOut('not_a_sale')).status).toBe(200);
  expect(await finish(await an.send('POST', place('generate-invoices'), {}))).toBe('succeeded');
  // A buyer whom each profile may really invoice: what is refused is refused for what others do.
  const { rows: buyers } = await pool.query<{ id: string; profileId: string }>(
    `select distinct on (profile_id) id, profile_id as "profileId" from amis_partners
     where type = 'customer' and is_active and not is_internal order by profile_id, code`,
  );
  const buyerOf = new Map(buyers.map(({ id, profileId: owner }) => [owner, id]));
  /** Operation → how often the service took it, and how often its run succeeded. */
  const taken = new Map<string, number>();
  const note = (name: string, { status, code: refusal }: Answer): void => {
    expect(EXPECTED, `${name}: ${status} ${refusal}`).toContain(refusal);
    expect(status).toBeLessThan(500);
    if (status < 300) taken.set(name, (taken.get(name) ?? 0) + 1);
  };

  for (const [round, pivot] of PIVOTS.entries()) {
    const runs: Readonly<Record<(typeof PIVOTS)[number], (who: typeof an) => Promise<Answer>>> = {
      preview: (who) => who.send('POST', place('regenerate-invoices'), { preview: true }),
      apply: (who) => who.send('POST', place('regeneration/apply')),
      undo: (who) => who.send('POST', place('regeneration/undo')),
      regenerate: (who) => who.send('POST', place('regenerate-invoices'), {}),
      'load sales': (who) => who.send('POST', place('load-bravo-sales')),
      'load ledger': (who) => who.upload(place('load-amis-sales-ledger'), profileId, ledger.name, ledger.content),
      'load inventory': (who) => who.upload(place('load-amis-inventory'), profileId, 'TonKho.xlsx', inventory),
    };
    // So that there is something to apply, to undo, and to plan.
    if (pivot !== 'undo') note('exclude', await exclude(pivot, 'not_a_sale'));
    if (pivot === 'apply') expect(await finish(await runs.preview(an))).toBe('succeeded');
    const drafts = await ids('status=draft&limit=6');
    const { body: period } = await month.api.call<{ version: number; name: string }>(
      'GET',
      `/invoice-issuance/periods/${month.periodId}`,
    );
    const { body: waiting } = await month.api.call<{ items: { profileId: string; entryKey: string }[] }>(
      'GET',
      place('reviews?limit=1'),
    );
    const first = await runs[pivot](an);
    expect(first.status, `${pivot}: ${first.code}`).toBe(202);
    taken.set(pivot, (taken.get(pivot) ?? 0) + 1);
    const storm: (readonly [string, Promise<Answer>])[] = [
      ...PIVOTS.filter((name) => name !== pivot).map((name) => [name, runs[name](binh)] as const),
      ['exclude', exclude(`${round}`, round % 2 === 0 ? 'not_a_sale' : null)],
      ['discard', an.send('DELETE', place('regeneration'))],
      [
        'settings',
        binh.send('PATCH', `/invoice-issuance/periods/${month.periodId}`, {
          version: period.version,
          name: `${period.name}.`,
        }),
      ],
      ...waiting.items
        .map(({ profileId: owner, entryKey }) => ({ profileId: owner, entryKey }))
        .flatMap((entry) => [
          ['decide', an.send('POST', place('reviews/decisions'), { decisions: [{ ...entry, line: null }] })] as const,
          ['undecide', binh.send('POST', place('reviews/decisions/undo'), { entries: [entry] })] as const,
        ]),
      // Some are changed twice at once, of which one is stale; the others by one person only.
      ...drafts.flatMap(({ id, version, profileId: owner }, at) => {
        const pin = () =>
          an.send('PATCH', `/invoice-issuance/amis-invoices/${id}/pin`, { version, pinned: round % 2 === 0 });
        const buyer = () =>
          binh.send('PATCH', `/invoice-issuance/amis-invoices/${id}/customer`, {
            version,
            customerId: buyerOf.get(owner),
            reason: 'Cùng lúc',
          });
        return [
          ...(at % 3 !== 1 ? [['pin', pin()] as const] : []),
          ...(at % 3 !== 2 ? [['buyer', buyer()] as const] : []),
        ];
      }),
      ...(round > 3
        ? [['export', an.send('POST', place('download-excel'), { only: round === 4 ? 'new' : 'all' })] as const]
        : []),
    ];
    const answers = await Promise.all(storm.map(async ([name, answer]) => [name, await answer] as const));
    for (const [name, answer] of answers) note(name, answer);
    for (const answer of [first, ...answers.map(([, one]) => one)]) await finish(answer);
    // Whatever won, a regeneration from what is there now ends in a state that keeps every law.
    const last = await an.send('POST', place('regenerate-invoices'), {});
    expect(last.status, last.code).toBe(202);
    expect(await month.api.runEnd(last.runId!)).toMatchObject({ status: 'succeeded' });
    await expectLaws(pool, month.periodId);
  }
  for (const name of [...PIVOTS, 'exclude', 'decide', 'settings', 'pin', 'buyer'])
    expect([name, taken.get(name) ?? 0]).not.toEqual([name, 0]);

  expect((await leaveOut(null)).status).toBe(200);
  // A pinned draft of a line that was left out since must not leave: it goes its own way first.
  for (const { id, version } of await ids('pinned=true&status=draft&limit=500'))
    note('pin', await an.send('PATCH', `/invoice-issuance/amis-invoices/${id}/pin`, { version, pinned: false }));
  expect(await finish(await an.send('POST', place('regenerate-invoices'), {}))).toBe('succeeded');

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
  await expectLaws(pool, month.periodId);
}, 600_000);

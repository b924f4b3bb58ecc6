import { afterAll, beforeAll, expect, it } from 'vitest';
import { waitingFor } from '../../../testing/held-table.ts';
import { expectLaws } from '../../../testing/laws.ts';
import { type SampleMonth, startSampleMonth } from '../../../testing/sample-month.ts';
import { unzip } from '../../../testing/unzip.ts';

let month: SampleMonth;
let place: string;
beforeAll(async () => {
  month = await startSampleMonth(400);
  await month.done('generate-invoices');
  place = `/invoice-issuance/periods/${month.periodId}`;
});
afterAll(() => month?.api.close());

const pool = () => month.api.context.pool;

/** Begins an export whose thread stops in the middle of the books until `goOn`. */
async function heldExport() {
  const holder = await pool().connect();
  await holder.query('begin; lock table export_layouts in access exclusive mode');
  const answer = month.api.call('POST', `${place}/download-excel`, {});
  await waitingFor(pool(), holder);
  return {
    answer,
    goOn: async () => {
      await holder.query('rollback');
      holder.release();
    },
  };
}

/** The text of every sheet of every workbook. */
async function sheetsOf(zip: Buffer): Promise<string> {
  const texts: string[] = [];
  for (const [name, content] of await unzip(zip))
    if (name.endsWith('.xlsx'))
      for (const [part, xml] of await unzip(content)) if (part.includes('sheet')) texts.push(xml.toString());
  return texts.join('\n');
}

type Draft = { readonly id: string; readonly version: number; readonly buyer: string; readonly code: string };

/** A draft and a customer of its profile who has bought nothing in the period. */
async function draftAndStranger(): Promise<Draft> {
  const { rows } = await pool().query<Draft>(
    `select i.id, i.version, p.id as buyer, p.code from invoices i
     join amis_partners p on p.profile_id = i.profile_id and p.type = 'customer' and p.is_active
     where i.period_id = $1 and i.status = 'draft' and not exists (select from invoices o where o.buyer_customer_id = p.id)
     order by i.id, p.code limit 1`,
    [month.periodId],
  );
  return rows[0]!;
}

it('hands nothing over of files that were ready when another user’s change of the books came before them', async () => {
  const holder = await pool().connect();
  await holder.query('begin; set local idle_in_transaction_session_timeout = 0');
  await holder.query('select from invoice_periods where id = $1 for update', [month.periodId]);
  const answer = month.api.call('POST', `${place}/download-excel`, {});
  // The files are ready, and wait for the period.
  await waitingFor(pool(), holder);
  const line = `from (select max(source_key) as key from period_sales_lines where amount > 0) m where source_key = m.key`;
  await holder.query(`update period_sales_lines set amount = amount + 1 ${line}; commit`);
  holder.release();
  expect(await answer).toMatchObject({ status: 422, body: { error_code: 'PERIOD_STATE' } });
  const { rows } = await pool().query("select count(*)::int as gone from invoices where status <> 'draft'");
  expect(rows).toEqual([{ gone: 0 }]);
  await pool().query(`update period_sales_lines set amount = amount - 1 ${line}`);
});

it('lets people change a period while its files are made, and hands over files of the changed books', async () => {
  const { id, version, buyer, code } = await draftAndStranger();
  const { body: period } = await month.api.call<{ version: number }>('GET', place);
  const held = await heldExport();
  const named = await month.api.call('PATCH', place, { version: period.version, name: 'Đổi tên lúc đang xuất' });
  const bought = await month.api.call('PATCH', `/invoice-issuance/amis-invoices/${id}/customer`, {
    version,
    customerId: buyer,
    reason: 'Đổi lúc đang xuất',
  });
  await held.goOn();
  expect([named.status, bought.status]).toEqual([200, 200]);
  const first = await held.answer;
  expect(first.status).toBe(200);
  expect(await sheetsOf(first.raw)).toContain(`>${code}<`);
  // Nothing has changed since but that the invoices have left, and the files say all of the same.
  const second = await month.api.call('POST', `${place}/download-excel`, {});
  expect(second.raw.equals(first.raw)).toBe(true);
  await expectLaws(pool(), month.periodId);
});

it('makes the files while the period is locked when a user changes it again and again', async () => {
  const { body: before } = await month.api.call<{ version: number }>('GET', place);
  let [version, isOver, changes] = [before.version, false, 0];
  const busy = (async () => {
    while (!isOver) {
      const answer = await month.api.call<{ version: number }>('PATCH', place, { version, name: `Kỳ ${changes}` });
      if (answer.status === 200) changes += 1;
      version = (await month.api.call<{ version: number }>('GET', place)).body.version;
    }
  })();
  const answer = await month.api.call('POST', `${place}/download-excel`, {});
  isOver = true;
  await busy;
  expect([answer.status, changes > 2]).toEqual([200, true]);
  await expectLaws(pool(), month.periodId);
});

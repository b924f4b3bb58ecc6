import type { Row } from '@khop/engine/sheets/layouts/layout.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dumpAll, type ImportWorld, kindOf, makeImportWorld, take } from '../../../testing/import-world.ts';
import { workbookFile } from '../../../testing/workbook-file.ts';

let world: ImportWorld;
beforeEach(async () => {
  world = await makeImportWorld();
});
afterEach(() => world?.api.close());

type Refused = { error_code: string; message: string; details: { reasons: string[] } };

const load = async (name: string, rows: readonly Row[], fileName?: string): Promise<string> => {
  const kind = kindOf(name);
  const file = await workbookFile(kind.layout, rows, kind.meta);
  return (await take(world, kind, fileName ? { ...file, name: fileName } : file)).importId!;
};
/** Loads the records 0 and 1 of a kind; the other variant of them on request. */
const loadTwo = (name: string, variant: 0 | 1 = 0, fileName?: string) => {
  const { row } = kindOf(name);
  return load(name, [row(0, variant), row(1, variant)], fileName);
};
const sql = (text: string, values: readonly unknown[] = []) => world.api.context.pool.query(text, values as unknown[]);
const call = async (method: string, path: string, body?: object, options = {}) => {
  const answer = await world.api.call<Record<string, never>>(method, path, body, options);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};
const idOf = async (table: string, where: string): Promise<string> =>
  (await sql(`select id from ${table} where ${where}`)).rows[0].id;

const rejectSuggestion = (kind: 'product' | 'partner', amisId: string, bravoCode: string) =>
  sql(
    `insert into suggestion_decisions (id, kind, profile_id, amis_id, bravo_code, decision, score, engine_score, evidence, is_best, decided_by, decided_at)
     values (gen_random_uuid(), $1, $2, $3, $4, 'rejected', 0.9, 0.9, '[]', true, 'a', now())`,
    [kind, world.profileId, amisId, bravoCode],
  );

/** Asks for the undo: refused with the reason, and nothing at all has moved. */
async function expectRefused(importId: string, reason: RegExp): Promise<void> {
  const everything = () => dumpAll(world, ['import_batches', 'import_changes', 'audit_events']);
  const before = await everything();
  const answer = await world.api.call<Refused>('POST', `/imports/${importId}/undo`);
  expect(answer).toMatchObject({ status: 422, body: { error_code: 'IMPORT_IN_USE' } });
  expect(answer.body.message).toMatch(reason);
  expect(answer.body.message).toContain(answer.body.details.reasons[0]);
  expect(await everything()).toEqual(before);
}

/** An invoice of the open period, as a generation would have left it. */
async function invoice(more: { product?: string; customerId?: string; status?: string; source?: string }) {
  const { periodId, profileId } = world;
  const id = crypto.randomUUID();
  const item = crypto.randomUUID();
  await sql(
    `insert into invoices (id, period_id, profile_id, invoice_key, voucher_number, invoice_date_planned, document_date,
       bravo_document, buyer_source, buyer_customer_id, buyer_name, bravo_partner_code, amount, vat_amount, total, vat,
       amount_in_words, item_count, status)
     values ($1, $2, $3, 'k', 'BH00001', '2026-09-30', '2026-09-02', 'TAY0', 'connection', $4, 'Khách', 'KH1', 1, 0, 1, '[]', '', 1, $5)`,
    [id, periodId, profileId, more.customerId ?? null, more.status ?? 'draft'],
  );
  await sql(
    `insert into invoice_items (period_id, invoice_id, line_number, id, product_code, name, kind, quantity, unit_price, amount, vat_rate, vat_amount)
     values ($1, $2, 1, $3, $4, 'Hàng', 'goods', 1, 1, 1, '8', 0)`,
    [periodId, id, item, more.product ?? ''],
  );
  if (more.source)
    await sql(
      `insert into invoice_allocations (period_id, item_id, position, id, source_key, quantity, base_quantity, amount)
       values ($1, $2, 1, gen_random_uuid(), $3, 1, 1, 1)`,
      [periodId, item, more.source],
    );
}

describe('an import of a catalogue is not undone', () => {
  it('while a new product is connected, had a suggestion rejected, or is on an invoice: all are named', async () => {
    const id = await loadTwo('products');
    await call('POST', '/product-connections', {
      ...{ profileId: world.profileId, amisCode: 'SP0', bravoCode: 'VT0', factor: '1' },
    });
    await rejectSuggestion('product', await idOf('amis_products', "code = 'SP1'"), 'VT1');
    await invoice({ product: 'SP1' });
    await expectRefused(id, /1 mã hàng mới \(«SP0»\) đã được nối với Bravo.*«SP1».*bị từ chối.*«SP1».*hóa đơn/);
  });

  it('while an item of a supplier is connected with a new product', async () => {
    const id = await loadTwo('products');
    await sql(
      `insert into supplier_item_connections (id, profile_id, supplier_tax_code, item_key, unit_key, supplier_name, item_code, item_name,
         unit, amis_product_id, factor, origin, created_by)
       select gen_random_uuid(), profile_id, '0101243150', 'code:a', 'cái', 'Hoa Mai', 'A', 'Nồi', 'Cái', id, '1', 'manual', 'a'
       from amis_products where code = 'SP1'`,
    );
    await expectRefused(id, /1 mã hàng mới \(«SP1»\) đã được nối với mặt hàng của nhà cung cấp/);
  });

  it('while a new customer is connected or is the buyer on an invoice', async () => {
    const id = await loadTwo('customers');
    await call('POST', '/partner-connections', { profileId: world.profileId, amisCode: 'DT0', bravoCode: 'KH0' });
    await invoice({ customerId: await idOf('amis_partners', "code = 'DT1' and type = 'customer'") });
    await expectRefused(id, /«DT0»\) đã được nối.*«DT1»\) đang ở trên hóa đơn/);
  });

  it('once a record of it has been edited, changed or new', async () => {
    await loadTwo('products');
    const id = await loadTwo('products', 1);
    const edit = async (code: string, body: object) => {
      const { rows } = await sql('select id, version from amis_products where code = $1', [code]);
      await call('PATCH', `/amis/products/${rows[0].id}`, { version: rows[0].version, ...body });
    };
    await edit('SP1', { note: 'sửa tay' });
    await expectRefused(id, /Mã hàng «SP1» đã được sửa hoặc bỏ sau lần tải này/);
    const fresh = await load('products', [kindOf('products').row(7, 0)]);
    await edit('SP7', { note: 'sửa tay' });
    await expectRefused(fresh, /«SP7» đã được sửa/);
  });

  it('before the later files that touched the same records, and is undone after them', async () => {
    await loadTwo('products');
    const second = await loadTwo('products', 1, 'thang-9.xlsx');
    const third = await load('products', [kindOf('products').row(1, 0)], 'thang-10.xlsx');
    await expectRefused(second, /Mã hàng «SP1» đã được tệp «thang-10\.xlsx» sửa lúc .*Hãy hoàn tác lần tải đó trước/);
    await call('POST', `/imports/${third}/undo`);
    await call('POST', `/imports/${second}/undo`);
  });

  it('before the purchase ledger that gave its products prices', async () => {
    const id = await load('products', [{ code: 'P0', name: 'Hàng 0 tên mới', unit: 'Cái' }]);
    await load('purchase ledger', [kindOf('purchase ledger').row(0, 0)], 'so-mua.xlsx');
    await expectRefused(id, /«P0» đã được tệp «so-mua\.xlsx» sửa/);
  });
});

describe('an import of Bravo’s side is not undone', () => {
  it('once a requirement was set otherwise', async () => {
    const id = await loadTwo('invoice requirements');
    await call('POST', '/bravo/partners/bulk-update-selected-invoice-requirement', {
      ...{ partnerCodes: ['KH1'], invoiceRequirement: 'unset' },
    });
    await expectRefused(id, /Đối tượng Bravo «KH1» đã được sửa/);
  });

  it('while an item that a file gave is connected, had a suggestion rejected, or was sold: all are named', async () => {
    const id = await load(
      'items of Bravo',
      [0, 1, 2].map((n) => kindOf('items of Bravo').row(n, 0)),
    );
    await call('POST', '/product-connections', {
      ...{ profileId: world.profileId, amisCode: 'P0', bravoCode: 'GT0', factor: '1' },
    });
    await rejectSuggestion('product', await idOf('amis_products', "code = 'P1'"), 'GT1');
    await load('given sales', [{ ...kindOf('given sales').row(2, 0), itemCode: 'GT2', unit: 'Cái' }]);
    await expectRefused(id, /1 vật tư Bravo mới \(«GT0»\) đã được nối.*«GT1».*bị từ chối.*«GT2».*dòng bán hàng/);
  });

  it('while a partner that a file gave is connected, had a suggestion rejected, or bought', async () => {
    const id = await load(
      'partners of Bravo',
      [0, 1, 2].map((n) => kindOf('partners of Bravo').row(n, 0)),
    );
    await call('POST', '/partner-connections', { profileId: world.profileId, amisCode: 'KHA0', bravoCode: 'GT0' });
    await rejectSuggestion('partner', await idOf('amis_partners', "code = 'KHA1'"), 'GT1');
    await load('given sales', [{ ...kindOf('given sales').row(2, 0), partnerCode: 'GT2' }]);
    await expectRefused(id, /1 đối tượng Bravo mới \(«GT0»\) đã được nối.*«GT1».*bị từ chối.*«GT2».*dòng bán hàng/);
  });

  it('once a given sale was removed, has left in an invoice, or is in a closed period', async () => {
    const removed = await loadTwo('given sales');
    const sale = await idOf('sales_ledger_lines', "doc_no = 'TAY0'");
    await call('POST', '/bravo-sales-ledgers/remove', { ids: [sale], reason: 'nhầm' });
    await expectRefused(removed, /sửa hoặc bỏ/);

    const { row } = kindOf('given sales');
    const id = await load('given sales', [row(4, 0), row(5, 0)]);
    const period = `/invoice-issuance/periods/${world.periodId}`;
    await world.api.runEnd((await call('POST', `${period}/load-bravo-sales`, {})).runId!);
    const { rows } = await sql("select source_key from sales_ledger_lines where doc_no = 'TAY4'");
    await invoice({ status: 'exported', source: rows[0].source_key });
    await expectRefused(id, /Chứng từ TAY4 đã có hóa đơn BH00001/);
    await sql("update invoices set status = 'cancelled'");
    await sql("update invoice_periods set status = 'closed'");
    await expectRefused(id, /kỳ «Kỳ 09» đã đóng/);
  });

  it('takes its lines out of the open periods that had loaded them, when it is', async () => {
    const id = await loadTwo('given sales');
    const period = `/invoice-issuance/periods/${world.periodId}`;
    await world.api.runEnd((await call('POST', `${period}/load-bravo-sales`, {})).runId!);
    const lines = async () => (await sql('select source_key from period_sales_lines')).rows.length;
    expect(await lines()).toBe(2);
    await call('POST', `/imports/${id}/undo`);
    expect(await lines()).toBe(0);
  });
});

it('a file of connections is not undone once one of them was edited', async () => {
  const id = await loadTwo('product connections');
  const connection = await idOf('product_connections', "bravo_code = 'VT1'");
  await call('PATCH', `/product-connections/${connection}`, { version: 1, factor: '1/24' });
  await expectRefused(id, /Liên kết với vật tư «VT1» đã được sửa/);
});

it('pairs that a file connected are asked about again, rejected ones stay rejected', async () => {
  const suggest = (bravoCode: string, status: string) =>
    sql(
      `insert into suggestions (id, kind, profile_id, amis_id, bravo_code, score, engine_score, status)
       select gen_random_uuid(), 'product', profile_id, id, $1, 0.9, 0.9, $2 from amis_products where code = 'P' || substr($1, 3)`,
      [bravoCode, status],
    );
  await suggest('VT0', 'pending');
  await suggest('VT1', 'rejected');
  const before = await dumpAll(world);
  const id = await loadTwo('product connections');
  expect((await sql("select from suggestions where status = 'accepted'")).rows).toHaveLength(2);
  await call('POST', `/imports/${id}/undo`);
  expect(await dumpAll(world)).toEqual(before);
});

describe('a report of a period is not undone', () => {
  it.each(['stock of a period', 'sales ledger of a period'])(
    '%s: before the later one, and once invoices were generated from it',
    async (name) => {
      const first = await loadTwo(name);
      const second = await loadTwo(name, 1, 'ban-moi.xlsx');
      await expectRefused(first, /Tệp «ban-moi\.xlsx» đã được tải đè lên lúc/);
      await sql('update invoice_periods set generated_at = now(), status = $1', ['generated']);
      await expectRefused(second, /Hóa đơn của kỳ «Kỳ 09» đã được sinh từ tệp này/);
      await sql("update invoice_periods set status = 'closed'");
      await expectRefused(second, /Kỳ «Kỳ 09» đã đóng/);
      // A plan that was made before says nothing of it.
      await sql("update invoice_periods set generated_at = now() - interval '1 day', status = 'generated'");
      const { rows } = await sql('select input_revision from invoice_periods');
      await call('POST', `/imports/${second}/undo`);
      expect((await sql('select input_revision from invoice_periods')).rows[0].input_revision).toBe(
        rows[0].input_revision + 1,
      );
    },
  );

  it('once invoices have got their numbers from the ledger', async () => {
    await invoice({ product: 'P1', status: 'exported' });
    const row = { ...kindOf('sales ledger of a period').row(1, 0), voucherNumber: 'BH00001', amount: 1 };
    const id = await load('sales ledger of a period', [
      { ...row, invoiceNumber: '00000123', invoiceDate: '2026-09-02' },
    ]);
    expect((await sql('select status, invoice_number from invoices')).rows).toEqual([
      { status: 'issued', invoice_number: '00000123' },
    ]);
    await expectRefused(id, /1 hóa đơn đã nhận số hoặc trạng thái từ sổ này/);
  });

  it('once an entry of the ledger has been decided about', async () => {
    const id = await loadTwo('sales ledger of a period');
    await sql(
      `insert into period_reconciliations (period_id, profile_id, entry_key, created_by)
       select period_id, profile_id, entry_key, 'a' from period_amis_sales limit 1`,
    );
    await expectRefused(id, /1 bút toán của sổ này đã có người quyết định/);
  });

  it('of shared inventory: once it is locked, generated, followed by Bravo’s stock or by another file', async () => {
    const first = await loadTwo('shared inventory');
    const id = await loadTwo('shared inventory', 1, 'ban-moi.xlsx');
    await expectRefused(first, /«ban-moi\.xlsx» đã được tải đè lên/);
    await sql("update shared_inventory_periods set bravo_loaded_at = now() + interval '1 minute'");
    await expectRefused(id, /Tồn kho Bravo tháng 09\/2026 đã được nạp sau tệp này/);
    await sql("update shared_inventory_periods set generated_at = now() + interval '2 minutes', status = 'generated'");
    await expectRefused(id, /Kho dùng chung tháng 09\/2026 đã được sinh từ tệp này/);
    await sql("update shared_inventory_periods set status = 'locked'");
    await expectRefused(id, /Kỳ tồn kho tháng 09\/2026 đã khóa/);
  });
});

describe('an import', () => {
  it('is not undone when what it changed is kept in an older schema', async () => {
    const id = await loadTwo('products');
    await sql("update import_batches set undo_schema = '0001-people.sql' where id = $1", [id]);
    await expectRefused(id, /đã được nâng cấp sau lần tải này/);
    // The last one before the squash made the schema of 0013, which is an older one too.
    await sql("update import_batches set undo_schema = '0041-codes-of-documents.sql' where id = $1", [id]);
    await expectRefused(id, /đã được nâng cấp sau lần tải này/);
    await sql('update import_batches set undo_schema = (select max(name) from schema_migrations) where id = $1', [id]);
    await call('POST', `/imports/${id}/undo`);
  });

  it('is not undone once what it changed is forgotten', async () => {
    const id = await loadTwo('products');
    await sql("update import_batches set created_at = created_at - interval '31 days' where id = $1", [id]);
    await loadTwo('suppliers');
    expect((await sql('select from import_changes where import_id = $1', [id])).rows).toHaveLength(0);
    await expectRefused(id, /30 ngày gần nhất/);
  });

  it('is undone once: asked again, it only says so; and not while its like is at work', async () => {
    const id = await loadTwo('products');
    await sql(
      `insert into runs (id, kind, scope, status, created_by)
       select gen_random_uuid(), r.kind, r.scope, 'running', 'a' from runs r join import_batches b on b.run_id = r.id where b.id = $1`,
      [id],
    );
    expect(await world.api.call('POST', `/imports/${id}/undo`)).toMatchObject({
      status: 422,
      body: { error_code: 'RUN_IN_PROGRESS' },
    });
    await sql("delete from runs where status = 'running'");
    const first = await call('POST', `/imports/${id}/undo`, undefined, { as: 'phokt@khop.local' });
    expect(await call('POST', `/imports/${id}/undo`)).toEqual(first);
    expect(first).toMatchObject({ undoneBy: 'phokt@khop.local', undo: null, report: { created: 2 } });
    const { rows } = await sql("select actor, summary from audit_events where action = 'import.undo'");
    expect(rows).toEqual([{ actor: 'phokt@khop.local', summary: expect.stringContaining('bỏ 2 bản ghi') }]);
    expect(await world.api.call('POST', `/imports/${world.profileId}/undo`)).toMatchObject({ status: 404 });
  });
});

import { addDays, formatDay } from '@khop/engine/day.ts';
import { formatVnd } from '@khop/engine/money.ts';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { type Issuers, profilesOf, readPeriod } from './period-rows.ts';

type Problem = {
  code: string;
  severity: 'block' | 'warn' | 'info';
  message: string;
  remedy: string;
  count: number;
  link: string | null;
};

/** "Kiểm tra kỳ": every obstacle that is known before generating and before exporting, each with its remedy. */
export async function periodPreflight(db: Database, periodId: string): Promise<{ problems: Problem[] }> {
  const period = await readPeriod(db, periodId);
  const profiles = await profilesOf(db, period);
  const problems: Problem[] = [];
  const add = (
    severity: Problem['severity'],
    code: string,
    count: number,
    message: string,
    remedy: string,
    link: string | null = null,
  ): void => {
    if (count > 0) problems.push({ severity, code, count, message, remedy, link });
  };

  const lines = await db
    .selectFrom('periodSalesLines')
    .select(sql<number>`count(*)`.as('count'))
    .where('periodId', '=', periodId)
    .executeTakeFirstOrThrow();
  add('block', 'NO_SALES', lines.count === 0 ? 1 : 0, 'Kỳ chưa có dòng sổ bán hàng Bravo nào.', 'Bấm «Nạp sổ Bravo».');

  const issuers = period.issuers as Issuers;
  const branches = await db
    .selectFrom('periodSalesLines')
    .select(['branchCode', sql<number>`sum(amount - discount)::bigint`.as('amount')])
    .where('periodId', '=', periodId)
    .groupBy('branchCode')
    .orderBy('branchCode')
    .execute();
  for (const branch of branches.filter((row) => !issuers[row.branchCode]?.length)) {
    add(
      'warn',
      'ISSUER_NOT_DECLARED',
      1,
      `Chi nhánh ${branch.branchCode} (${formatVnd(branch.amount)} đồng) chưa có hồ sơ nào được xuất hóa đơn.`,
      'Khai báo trong thiết lập kỳ.',
      '/#thiet-lap',
    );
  }

  const loads = await db
    .selectFrom('periodLoads')
    .select(['profileId', 'kind', 'fromDate', 'toDate'])
    .where('periodId', '=', periodId)
    .execute();
  for (const profile of profiles) {
    const inventory = loads.find((load) => load.profileId === profile.id && load.kind === 'inventory');
    add(
      'warn',
      'INVENTORY_NOT_LOADED',
      inventory ? 0 : 1,
      `Hồ sơ ${profile.code} chưa nạp tồn kho AMIS: không có gì để cấp.`,
      'Nạp tệp «Tổng hợp tồn kho» của kỳ.',
    );
    const ledger = loads.some((load) => load.profileId === profile.id && load.kind === 'sales_ledger');
    add(
      'warn',
      'SALES_LEDGER_NOT_LOADED',
      ledger ? 0 : 1,
      `Hồ sơ ${profile.code} chưa nạp sổ chi tiết bán hàng AMIS: không biết gì đã xuất rồi.`,
      'Nạp tệp «Sổ chi tiết bán hàng» của kỳ.',
    );
    if (
      inventory?.fromDate &&
      inventory.toDate &&
      (inventory.fromDate !== period.fromDate || inventory.toDate !== period.toDate)
    ) {
      add(
        'warn',
        'SNAPSHOT_DRIFT',
        1,
        `Tồn kho hồ sơ ${profile.code} lấy từ ${formatDay(inventory.fromDate)} đến ${formatDay(inventory.toDate)}, khác kỳ.`,
        'Xuất lại tệp tồn kho đúng khoảng ngày của kỳ.',
      );
    }
  }

  const unset = await sql<{ partners: number; amount: number }>`
    select count(distinct s.partner_code) as partners, coalesce(sum(s.amount - s.discount), 0)::bigint as amount from period_sales_lines s
    left join bravo_partners b on b.code = s.partner_code where s.period_id = ${periodId} and coalesce(b.invoice_requirement, 'unset') = 'unset'`.execute(
    db,
  );
  const waiting = unset.rows[0]!;
  add(
    'warn',
    'INVOICE_REQUIREMENT_UNSET',
    waiting.partners,
    `${waiting.partners} đối tượng chưa đặt yêu cầu hóa đơn (${formatVnd(waiting.amount)} đồng).`,
    'Đặt yêu cầu ở danh sách đối tượng Bravo.',
    '/bravo/partners?invoiceRequirement=unset',
  );

  const unconnected = await sql<{ items: number; amount: number }>`
    select count(distinct s.item_code) as items, coalesce(sum(s.amount - s.discount), 0)::bigint as amount from period_sales_lines s
    where s.period_id = ${periodId} and s.kind <> 'discount' and not exists (
      select from product_connections c where c.bravo_code = s.item_code and c.profile_id = any(${period.profileIds}::uuid[]))`.execute(
    db,
  );
  const loose = unconnected.rows[0]!;
  add(
    'warn',
    'ITEM_NOT_CONNECTED',
    loose.items,
    `${loose.items} vật tư chưa nối với mã hàng AMIS nào của kỳ (${formatVnd(loose.amount)} đồng).`,
    'Nối mã hàng hoặc duyệt gợi ý.',
    profiles[0] ? `/amis/profiles/${profiles[0].id}/product-connections/suggestions` : null,
  );

  const factors = await db
    .selectFrom('productConnections')
    .select(sql<number>`count(*)`.as('count'))
    .where('profileId', 'in', period.profileIds)
    .where('factor', 'is', null)
    .executeTakeFirstOrThrow();
  add(
    'warn',
    'FACTOR_MISSING',
    factors.count,
    `${factors.count} liên kết chưa có hệ số quy đổi.`,
    'Mở liên kết mã hàng, lọc «Thiếu hệ số».',
  );

  const locked = await db
    .selectFrom('profiles')
    .select(['code', 'lockedThrough'])
    .where('id', 'in', period.profileIds)
    .where('lockedThrough', '>=', period.fromDate)
    .execute();
  for (const row of locked)
    add(
      'warn',
      'PROFILE_LOCKED',
      1,
      `Hồ sơ ${row.code} đã khóa sổ đến ${formatDay(row.lockedThrough!)}.`,
      'Các dòng bán trong khoảng đã khóa không xuất được từ hồ sơ này.',
    );

  const dated = await db
    .selectFrom('profiles')
    .select(['code', 'lastIssuedDate'])
    .where('id', 'in', period.profileIds)
    .where('lastIssuedDate', '>', period.plannedInvoiceDate)
    .execute();
  for (const row of dated)
    add(
      'warn',
      'DATE_BEFORE_LAST_ISSUED',
      1,
      `Hồ sơ ${row.code} đã có hóa đơn ngày ${formatDay(row.lastIssuedDate!)}, sau ngày lập dự kiến ${formatDay(period.plannedInvoiceDate)}.`,
      'Lùi ngày lập dự kiến của kỳ về sau ngày đó.',
    );

  // An invoice is due no later than the working day after the sale; weekends are counted by the engine's warnings.
  const late = await db
    .selectFrom('periodSalesLines')
    .select([
      sql<number>`count(distinct document_key)`.as('documents'),
      sql<number>`coalesce(sum(amount - discount), 0)::bigint`.as('amount'),
    ])
    .where('periodId', '=', periodId)
    .where('docDate', '<', addDays(period.plannedInvoiceDate, -1))
    .executeTakeFirstOrThrow();
  add(
    'info',
    'LATE_SALES',
    late.documents,
    `${late.documents} chứng từ bán trước ngày lập hóa đơn dự kiến hơn một ngày (${formatVnd(late.amount)} đồng).`,
    'Hóa đơn phải lập khi giao hàng; lập kỳ ngắn hơn hoặc ghi nhận việc lập muộn.',
    '/invoices/bravo-sales',
  );

  const reviews = await db
    .selectFrom('periodReviews')
    .select(sql<number>`count(*)`.as('count'))
    .where('periodId', '=', periodId)
    .executeTakeFirstOrThrow();
  add(
    'warn',
    'NEEDS_REVIEW',
    reviews.count,
    `${reviews.count} chứng từ AMIS có thể khớp nhiều dòng sổ.`,
    'Xem và quyết định từng chứng từ.',
  );
  const order = { block: 0, warn: 1, info: 2 };
  return { problems: problems.sort((a, b) => order[a.severity] - order[b.severity]) };
}

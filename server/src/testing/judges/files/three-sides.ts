import { expect } from 'vitest';
import { unzip } from '../../unzip.ts';
import { counted, type Judges, ofPeriod, type Row, run } from '../judge.ts';

const SHOWN =
  'three_sided_rows r join three_sided_comparisons c on c.run_id = r.run_id and c.period_id = $1 left join profiles p on p.id = r.profile_id';

type Sums = { all: Row; byState: Record<string, Row>; unexplained: { rows: number; atStake: number } };

export const threeSidesJudges = {
  startThreeSides: {
    writes: ['three_sided_comparisons', 'three_sided_rows', 'three_sided_findings'],
    holds: run('three-sides', async (given) => {
      const { body, rows, stage } = given;
      // Every invoice, voucher and waiting document of the period is in a row.
      const [sides] = await rows(
        `select (select sum(amount + vat_amount) from period_amis_sales where period_id = $1)::bigint as books,
           (select sum(total) from invoices where period_id = $1 and status not in ('cancelled', 'replaced'))::bigint as ours,
           (select sum(amount + vat_amount) from period_shortages where period_id = $1)::bigint as waiting,
           (select sum(amount + vat_amount) from period_already_invoiced where period_id = $1)::bigint as elsewhere`,
        [stage.periodId],
      );
      const [told] = await rows(
        `select sum(books_total) filter (where r.trade = 'sale')::bigint as books, sum(delivery_total)::bigint as delivery, count(*)::int as rows,
           (count(*) filter (where r.state = 'different'))::int as different, (count(*) filter (where r.state = 'uncovered'))::int as uncovered
         from ${SHOWN}`,
        [stage.periodId],
      );
      const { books, delivery, ...counts } = told!;
      expect(books).toBe(sides!.books);
      expect(delivery).toBe(Number(sides!.ours) + Number(sides!.waiting) + Number(sides!.elsewhere));
      expect(body.result).toEqual(counts);
      expect(Number(counts.different)).toBeGreaterThan(0);
    }),
  },
  getThreeSides: {
    holds: async ({ body, rows, stage }) => {
      const { all, byState, unexplained } = body as unknown as Sums;
      const [sums] = await rows(
        `select count(*)::int as rows, sum(r.at_stake)::bigint as "atStake", coalesce(sum(r.tax_total), 0)::bigint as tax from ${SHOWN}`,
        [stage.periodId],
      );
      expect({ rows: all.rows, atStake: all.atStake, tax: (all.tax as Row).total }).toEqual(sums);
      expect(unexplained).toEqual({ rows: byState.different!.rows, atStake: byState.different!.atStake });
    },
  },
  listThreeSides: {
    total: counted(SHOWN, ofPeriod),
    holds: async ({ items, body }) => {
      expect((body.totals as Row).atStake).toBeGreaterThan(0);
      for (const { state, differences, kind, missing } of items) {
        expect(state === 'different').toBe((differences as Row[]).length > 0);
        expect((differences as Row[])[0]?.kind ?? null).toBe(kind);
        expect(state === 'uncovered').toBe(missing !== '' && state !== 'different');
      }
    },
  },
  explainThreeSides: {
    writes: ['three_sided_findings'],
    twice: 'STALE_VERSION',
    holds: async ({ body, rows, sent }) => {
      const [{ id }] = (sent.body as { findings: { id: string }[] }).findings as [{ id: string }];
      const [row] = await rows(
        'select reason, note, explained_stamp = stamp as holds from three_sided_findings where id = $1',
        [id],
      );
      expect(row).toEqual({ reason: 'asked', note: 'Thư hỏi ngày 05/11, chờ trả lời', holds: true });
      expect(body).toEqual({ updated: 1 });
    },
  },
  withdrawThreeSides: {
    writes: ['three_sided_findings'],
    twice: 'STALE_VERSION',
    holds: async ({ body, rows }) => {
      expect(body).toEqual({ updated: 1 });
      expect(await rows('select from three_sided_findings where explained_stamp is not null')).toEqual([]);
    },
  },
  downloadThreeSides: {
    holds: async ({ raw, headers, rows, stage }) => {
      const sheet = (await unzip(raw)).get('xl/worksheets/sheet3.xml')!.toString();
      const [count] = await rows(`select count(*)::int as n from ${SHOWN}`, [stage.periodId]);
      // One for the headers.
      expect(sheet.match(/<row /g)).toHaveLength(Number(count!.n) + 1);
      expect(String(headers['content-disposition'])).toContain('doi-chieu-ba-ben');
    },
  },
} as const satisfies Judges;

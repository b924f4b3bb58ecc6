import { addDays, type Day } from '../../../day.ts';
import { invoiceDate, lastSigningDay } from '../dates.ts';
import { INCIDENT_NAMES, type Incident } from '../incidents.ts';
import type { WorkTerms } from '../working-days.ts';
import { type LawCase, lawCase } from './law-case-fixture.ts';

/** The date of the invoice of a sale that is made on a day, with the last date of the symbol. */
const dated = (sale: Day, issueDay: Day, expected: string, lastIssuedDate?: Day): LawCase =>
  lawCase(
    'T1',
    `bán ${sale}, lập ${issueDay}${lastIssuedDate ? `, số cuối ngày ${lastIssuedDate}` : ''}`,
    (rules) => {
      const { date, late } = invoiceDate(issueDay, sale, rules, { lastIssuedDate });
      return late === null ? date : `${date} ${late}`;
    },
    expected,
  );

/** The last signing days of an invoice of a day: to plan with, and to judge with where it differs. */
const signed = (date: Day, expected: string, terms: WorkTerms = {}, rule = 'T2'): LawCase =>
  lawCase(
    rule,
    `hạn ký của hóa đơn ngày ${date} ${JSON.stringify(terms)}`,
    (rules) => {
      const day = lastSigningDay(date, rules, terms);
      if (day === null) return 'không có';
      return `${day.plan}${day.judge === day.plan ? '' : `..${day.judge}`}${day.isProvisional ? ' tạm tính' : ''}`;
    },
    expected,
  );

/** The last day of the invoice of a sale that an incident kept back, and what becomes of one made on a day. */
const keptBack = (sale: Day, incident: Omit<Incident, 'evidence'>, expected: string): LawCase =>
  lawCase(
    'T12',
    `bán ${sale}, ${INCIDENT_NAMES[incident.kind]} ${incident.fromDate} – ${incident.endedOn}`,
    (rules) => lastSigningDay(sale, rules, { incidents: [{ ...incident, evidence: 'biên bản' }] })?.judge ?? 'không có',
    expected,
  );

const BREAKDOWN = { kind: 'seller', fromDate: '2026-11-20', endedOn: '2026-11-25' } as const;

const madeAfter = (issueDay: Day, expected: string, lastIssuedDate?: Day): LawCase =>
  lawCase(
    'T12',
    `bán 2026-11-20 trong sự cố, lập ${issueDay}${lastIssuedDate ? `, số cuối ngày ${lastIssuedDate}` : ''}`,
    (rules) => {
      const incidents = [{ ...BREAKDOWN, evidence: 'biên bản' }];
      const { date, late } = invoiceDate(issueDay, '2026-11-20', rules, { lastIssuedDate, incidents });
      return late === null ? date : `${date} ${late}`;
    },
    expected,
  );

/** The days off of a year as the notices list them, `MM-DD`. */
const daysOff = (year: number, expected: string): LawCase =>
  lawCase(
    'H1',
    `ngày nghỉ lễ năm ${year}`,
    ({ holidays }) =>
      Array.from({ length: 366 }, (_, index) => addDays(`${year}-01-01`, index))
        .filter((day) => day.startsWith(`${year}`) && holidays.some((off) => off.fromDate <= day && day <= off.toDate))
        .map((day) => day.slice(5))
        .join(' '),
    expected,
  );

const WORKED: WorkTerms = { saturdayIsWorking: true, followsSwaps: 'no' };
const SWAPS: WorkTerms = { followsSwaps: 'yes' };
const NO_SWAPS: WorkTerms = { followsSwaps: 'no' };

/** Rules T1 to T3, T12 and H1 to H3 of docs/law.md: dates of invoices, limits of signatures, days off. */
export const SIGNING_CASES: readonly LawCase[] = [
  dated('2026-11-20', '2026-11-20', '2026-11-20'),
  dated('2026-11-20', '2026-11-23', '2026-11-20', '2026-11-20'),
  dated('2026-11-20', '2026-11-23', '2026-11-23 LATER_NUMBER', '2026-11-21'),
  dated('2026-11-20', '2026-11-24', '2026-11-24 SIGNING_OVER'),
  dated('2026-11-23', '2026-11-25', '2026-11-23'),
  dated('2026-12-31', '2027-01-04', '2026-12-31', '2026-12-31'),
  dated('2026-12-31', '2027-01-04', '2027-01-04 LATER_NUMBER', '2027-01-02'),
  dated('2026-11-30', '2026-12-01', '2026-11-30'),
  dated('2026-11-27', '2026-12-01', '2026-12-01 SIGNING_OVER'),
  dated('2026-11-30', '2026-12-05', '2026-12-05 SIGNING_OVER'),
  // An entity that may swap Monday 31 August has two possible days: the later one counts.
  dated('2026-08-28', '2026-09-03', '2026-08-28'),
  dated('2026-08-28', '2026-09-04', '2026-09-04 SIGNING_OVER'),
  // No limit of the signature is known then: the day of the sale is kept.
  dated('2025-05-20', '2025-05-31', '2025-05-20'),
  dated('2026-06-30', '2026-07-01', '2026-06-30'),
  keptBack('2026-11-20', BREAKDOWN, '2026-11-30'),
  keptBack('2026-11-25', BREAKDOWN, '2026-11-30'),
  keptBack('2026-11-19', BREAKDOWN, '2026-11-20'),
  keptBack('2026-11-26', BREAKDOWN, '2026-11-27'),
  keptBack('2026-11-20', { ...BREAKDOWN, kind: 'tax_system' }, '2026-11-27'),
  keptBack('2026-06-29', { ...BREAKDOWN, fromDate: '2026-06-29', endedOn: '2026-06-30' }, '2026-06-30'),
  keptBack('2026-06-29', { kind: 'tax_system', fromDate: '2026-06-29', endedOn: '2026-06-30' }, '2026-06-30'),
  keptBack('2026-06-30', { ...BREAKDOWN, fromDate: '2026-06-30', endedOn: '2026-07-01' }, '2026-07-06'),
  madeAfter('2026-11-30', '2026-11-20'),
  madeAfter('2026-11-30', '2026-11-30 INCIDENT', '2026-11-26'),
  madeAfter('2026-12-01', '2026-12-01 SIGNING_OVER'),
  signed('2026-11-20', '2026-11-23'),
  signed('2026-11-23', '2026-11-25'),
  signed('2026-11-21', '2026-11-23'),
  signed('2026-12-31', '2027-01-04 tạm tính'),
  signed('2025-05-31', 'không có'),
  signed('2025-06-01', '2025-06-02'),
  signed('2025-06-02', '2025-06-03'),
  signed('2026-06-30', '2026-07-01'),
  signed('2026-07-01', '2026-07-02'),
  signed('2026-11-20', '2026-11-21', WORKED, 'T3'),
  signed('2026-08-28', '2026-08-31..2026-09-03', {}, 'T3'),
  signed('2026-08-28', '2026-09-03', SWAPS, 'T3'),
  signed('2026-08-28', '2026-08-31', NO_SWAPS, 'T3'),
  signed('2026-08-21', '2026-08-22..2026-08-24', {}, 'T3'),
  signed('2026-04-29', '2026-05-04', {}, 'H1'),
  signed('2026-04-24', '2026-04-28', {}, 'H1'),
  signed('2026-02-13', '2026-02-23', {}, 'H1'),
  signed('2026-08-31', '2026-09-03', {}, 'H1'),
  signed('2025-12-31', '2026-01-02..2026-01-05', {}, 'H1'),
  signed('2026-01-09', '2026-01-10..2026-01-12', {}, 'H2'),
  signed('2025-08-29', '2025-09-03', {}, 'H1'),
  signed('2027-02-05', '2027-02-08 tạm tính', {}, 'H1'),
  signed('2027-04-15', '2027-04-19 tạm tính', {}, 'H1'),
  signed('2027-04-29', '2027-05-04 tạm tính', {}, 'H1'),
  signed('2027-09-01', '2027-09-03 tạm tính', {}, 'H1'),
  signed('2027-11-23', '2027-11-25 tạm tính', {}, 'H1'),
  // Days off before the rule of signing began are read with the signature of today.
  ...(
    [
      ['2024-12-31', '2025-01-02'],
      ['2025-01-24', '2025-02-03'],
      ['2025-04-04', '2025-04-08'],
      ['2025-04-29', '2025-05-02..2025-05-05'],
      ['2025-04-25', '2025-04-26..2025-04-28'],
    ] as const
  ).map(([date, expected]) =>
    lawCase(
      'H1',
      `ngày làm việc sau ${date}`,
      (rules) => {
        const signing = [{ ...rules.signing.at(-1)!, fromDate: '1900-01-01' }];
        const day = lastSigningDay(date, { ...rules, signing }, {})!;
        return day.judge === day.plan ? day.plan : `${day.plan}..${day.judge}`;
      },
      expected,
    ),
  ),
  ...([2025, 2026, 2027] as const).map((year) =>
    lawCase(
      'H3',
      `lịch nghỉ năm ${year} đã công bố đủ`,
      (rules) =>
        [`${year}-01-01`, `${year}-12-31`].every((day) =>
          rules.announcedHolidays.some(({ fromDate, toDate }) => fromDate <= day && day <= toDate),
        ),
      year < 2027,
    ),
  ),
  daysOff(2024, ''),
  daysOff(2025, '01-01 01-27 01-28 01-29 01-30 01-31 04-07 04-30 05-01 09-01 09-02'),
  daysOff(2026, '01-01 02-16 02-17 02-18 02-19 02-20 04-27 04-30 05-01 09-01 09-02 11-24'),
  daysOff(2027, '01-01 04-16 04-30 05-03 09-02 11-24'),
  lawCase(
    'H3',
    'lịch nghỉ ngày 31/12/2024 và 01/01/2027 không có',
    ({ announcedHolidays }) =>
      announcedHolidays.some((year) => year.fromDate <= '2024-12-31' || year.toDate >= '2027-01-01'),
    false,
  ),
];

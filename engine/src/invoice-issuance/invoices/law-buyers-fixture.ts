import type { Day } from '../../day.ts';
import type { LawCase } from '../rules/law-cases/law-case-fixture.ts';
import { namingOf } from '../rules/naming.ts';
import type { BuyerIdentity } from '../types.ts';
import { consumerText } from './buyers.ts';

type Said = BuyerIdentity & {
  readonly name?: string;
  readonly address?: string;
  readonly taxCode?: string;
  readonly isOrganisation?: boolean;
};

/** A buyer who asks for an invoice of that date: it carries the name or the consumer's text, or there is none. */
const buyer = (rule: string, says: string, said: Said, expected: string, date: Day = '2026-11-20'): LawCase => ({
  rule,
  says: `${says}, hóa đơn ngày ${date}`,
  answer: ({ consumerTexts }) => {
    const { name = '', address = '', taxCode = '', isOrganisation = null, ...identity } = said;
    const rest = { source: 'connection', customerCode: '', phone: '', email: '', bravoPartnerCode: '' } as const;
    const naming = namingOf({ buyer: { ...rest, name, address, taxCode, identity }, isOrganisation }, date);
    if (naming.as === 'named') return 'ghi tên';
    return naming.as === 'consumer' ? consumerText(date, consumerTexts) : `chặn: ${naming.why}`;
  },
  expected,
});

const FIRM = { name: 'Công ty TNHH Hoa Mai', address: '1 Lê Lai, Hà Nội' };
const LAN = { name: 'Nguyễn Thị Lan', address: '2 Lê Lai, Hà Nội', isOrganisation: false };
const SCHOOL = { name: 'Trường Tiểu học Hoa Mai', address: '3 Lê Lai, Hà Nội', isOrganisation: true };
const SMITH = { name: 'John Smith', passport: 'C1234567' };
const CONSUMER = 'Bán cho người tiêu dùng';

/** Rules B1, B2 and B5 of docs/law.md: who may be named on an invoice, and with what. */
export const BUYER_CASES: readonly LawCase[] = [
  buyer('B1', 'công ty có mã số thuế', { ...FIRM, taxCode: '0316520076' }, 'ghi tên'),
  buyer('B1', 'công ty không mã số thuế', FIRM, 'chặn: tổ chức kinh doanh thiếu mã số thuế'),
  buyer(
    'B1',
    'công ty không địa chỉ',
    { name: FIRM.name, taxCode: '0316520076' },
    'chặn: tổ chức kinh doanh thiếu địa chỉ',
  ),
  buyer('B1', 'tổ chức theo danh mục, không mã số thuế', SCHOOL, 'chặn: tổ chức kinh doanh thiếu mã số thuế'),
  buyer('B1', 'hộ kinh doanh dùng số định danh làm mã số thuế', { ...LAN, taxCode: '079203001234' }, 'ghi tên'),
  buyer('B1', 'đơn vị ngân sách có mã, không mã số thuế', { ...SCHOOL, budgetCode: '1054321' }, 'ghi tên'),
  buyer(
    'B1',
    'đơn vị ngân sách có mã 6 chữ số',
    { ...SCHOOL, budgetCode: '105432' },
    'chặn: đơn vị có quan hệ với ngân sách thiếu mã ĐVQHNS 7 chữ số',
  ),
  buyer('B1', 'cá nhân đủ tên, địa chỉ, số định danh', { ...LAN, personalId: '079203001234' }, 'ghi tên'),
  buyer('B1', 'người nước ngoài có hộ chiếu, quốc tịch', { ...SMITH, nationality: 'Anh' }, 'ghi tên'),
  buyer('B2', 'người nước ngoài có hộ chiếu, không quốc tịch', SMITH, CONSUMER),
  buyer('B2', 'cá nhân chỉ có tên', { name: LAN.name, isOrganisation: false }, CONSUMER),
  buyer('B2', 'cá nhân có tên và địa chỉ', LAN, CONSUMER),
  buyer('B2', 'cá nhân có số định danh, không địa chỉ', { name: LAN.name, personalId: '079203001234' }, CONSUMER),
  // Before the decree partial data were written as they were.
  buyer('B1', 'cá nhân có tên và địa chỉ', LAN, 'ghi tên', '2026-06-30'),
  buyer('B1', 'công ty không mã số thuế', FIRM, 'ghi tên', '2026-06-30'),
  buyer('B1', 'công ty không mã số thuế', FIRM, 'chặn: tổ chức kinh doanh thiếu mã số thuế', '2026-07-01'),
  buyer('B5', 'tên 400 ký tự', { ...FIRM, name: 'A'.repeat(400), taxCode: '0316520076' }, 'ghi tên'),
  buyer(
    'B5',
    'tên 401 ký tự',
    { ...FIRM, name: 'A'.repeat(401), taxCode: '0316520076' },
    'chặn: tên dài 401 ký tự, hóa đơn ghi được 400: viết tắt những chữ luật cho phép còn 401, cần rút thêm 1 ký tự',
  ),
  buyer(
    'B5',
    'tên 401 ký tự, viết tắt thì vừa',
    { ...FIRM, name: `Công ty Cổ phần ${'A'.repeat(385)}`, taxCode: '0316520076' },
    `chặn: tên dài 401 ký tự, hóa đơn ghi được 400: đề nghị ghi «Công ty CP ${'A'.repeat(385)}»`,
  ),
  buyer(
    'B5',
    'địa chỉ 401 ký tự',
    { ...FIRM, address: 'B'.repeat(401), taxCode: '0316520076' },
    'chặn: địa chỉ dài 401 ký tự, hóa đơn ghi được 400: viết tắt những chữ luật cho phép còn 401, cần rút thêm 1 ký tự',
  ),
  buyer(
    'B5',
    'tên cá nhân 101 ký tự',
    { ...LAN, name: 'L'.repeat(101), personalId: '079203001234' },
    'chặn: tên dài 101 ký tự, hóa đơn ghi được 100: viết tắt những chữ luật cho phép còn 101, cần rút thêm 1 ký tự',
  ),
  buyer(
    'B5',
    'hộ chiếu 21 ký tự',
    { ...SMITH, nationality: 'Anh', passport: 'C'.repeat(21) },
    'chặn: số hộ chiếu dài 21 ký tự, hóa đơn ghi được 20: viết tắt những chữ luật cho phép còn 21, cần rút thêm 1 ký tự',
  ),
  buyer(
    'B5',
    'mã số thuế 15 ký tự',
    { ...FIRM, taxCode: '0316520076-0012' },
    'chặn: mã số thuế dài 15 ký tự, hóa đơn ghi được 14: viết tắt những chữ luật cho phép còn 15, cần rút thêm 1 ký tự',
  ),
];

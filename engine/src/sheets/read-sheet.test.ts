import { describe, expect, it } from 'vitest';
import type { Cell } from './cell.ts';
import { WARNINGS_PER_CODE } from './read-result.ts';
import { readSheet } from './read-sheet.ts';

const day = (text: string) => ({ day: text });
const CUSTOMER_HEADER = ['STT', 'Mã khách hàng', 'Tên khách hàng', 'Công nợ', 'Mã số thuế', 'Là nhà cung cấp'];
const LEDGER_HEADER = [
  'Ngày hạch toán',
  'Số chứng từ',
  'Mã hàng',
  'Tổng số lượng bán',
  'Doanh số bán',
  'Chiết khấu',
  'Giá trị trả lại',
];

const customers = (...rows: Cell[][]) => readSheet([['Danh sách khách hàng'], [], CUSTOMER_HEADER, ...rows]);
const ledger = (...rows: Cell[][]) =>
  readSheet([['Sổ chi tiết bán hàng'], ['Từ ngày 01/09/2026 đến ngày 30/09/2026'], [], LEDGER_HEADER, ...rows]);

describe('readSheet', () => {
  it('gives rows by field name, null for what is blank or has no column', () => {
    const read = customers(
      [1, 'MB.ĐB.Nguyễn Văn A', 'NPP Hoa Mai - NEW ', 0, 101243150, '✓'],
      [2, 'LIVE 11/11/2024', 'Live', '', '', ''],
    );
    expect(read).toMatchObject({ layout: 'amis-customers', headerRow: 3, rowNumbers: [4, 5], rejected: [] });
    expect(read.rows[0]).toMatchObject({
      code: 'MB.ĐB.Nguyễn Văn A',
      name: 'NPP Hoa Mai - NEW',
      debt: 0,
      taxCode: '0101243150',
      isSupplier: true,
      phone: null,
    });
    expect(read.rows[1]).toMatchObject({ code: 'LIVE 11/11/2024', debt: null, taxCode: null, isSupplier: false });
    expect(read.columns[1]).toEqual({ column: 'B', header: 'Mã khách hàng', field: 'code' });
    expect(read.warnings).toMatchObject([{ row: 4, column: 'E', code: 'LEADING_ZERO_RESTORED', value: 101243150 }]);
  });

  it('rejects a bad row with its place, value and remedy, and reads the others', () => {
    const read = customers([1, 'A', 'Anh A', 0, '12345', ''], [2, 'B', '', 0, '', ''], [3, 'C', 'Chị C', 'x', '', '']);
    expect(read.rows).toEqual([]);
    expect(read.rejected).toMatchObject([
      { row: 4, column: 'E', value: '12345', code: 'TAX_CODE_FORMAT' },
      { row: 5, column: 'C', value: null, code: 'REQUIRED' },
      { row: 6, column: 'D', value: 'x', code: 'NOT_A_NUMBER' },
    ]);
    expect(read.rejected[0]?.message).toMatch(
      /^Dòng 4, cột E «Mã số thuế»: giá trị «12345» không phải mã số thuế\. Cần 10 số/,
    );
  });

  it('tells the beginning of a wrong value that goes on and on', () => {
    const [rejected] = customers([1, 'A', 'Anh A', 0, 'x'.repeat(500_000), '']).rejected;
    expect(rejected).toMatchObject({ column: 'E', value: `${'x'.repeat(200)}…`, code: 'TAX_CODE_FORMAT' });
    expect(rejected!.message.length).toBeLessThan(300);
  });

  it('takes the row of «Tổng» as control totals, in whatever column it is', () => {
    const read = customers(
      [1, 'A', 'A', 100, '', ''],
      [2, 'B', 'B', 250, '', ''],
      [null, 'Tổng', null, 350],
      ['Người lập biểu'],
    );
    expect(read.rows).toHaveLength(2);
    expect(read.rejected).toEqual([]);
    expect(read.totals).toEqual({ file: { debt: 350 }, read: { rowCount: 2, debt: 350 } });
    expect(read.warnings).toEqual([]);
  });

  it('reads on after a subtotal, and then rejects what it would have taken for a note', () => {
    const read = customers(
      [1, 'A', 'A', 100],
      ['Cộng nhóm 1', null, null, 100],
      [2, 'B', '', 5],
      [3, 'C', 'C', 50],
      ['Tổng', null, null, 150],
      [null, 'Kế toán'],
    );
    expect(read.rows.map((row) => row.code)).toEqual(['A', 'C']);
    expect(read.rejected).toMatchObject([{ row: 6, code: 'REQUIRED' }]);
    expect(read.totals.file).toEqual({ debt: 150 });
    expect(read.warnings).toEqual([]);
  });

  it('takes a point for the decimal one in a file with our own field names', () => {
    const header = ['docDate', 'docNo', 'itemCode', 'quantity', 'amount'];
    const read = readSheet([header, ['2026-09-01', 'HD1', 'A', '1.234', '1500']]);
    expect(read.rows).toMatchObject([{ quantity: '1.234', amount: 1500 }]);
  });

  it('warns when the file adds up to something else, and when it counts other rows', () => {
    const read = customers([1, 'A', 'A', 100, '', ''], ['Tổng cộng', null, null, 350], ['Số dòng = 2']);
    expect(read.totals.file).toEqual({ debt: 350, rowCount: 2 });
    expect(read.warnings.map(({ code, value }) => [code, value])).toEqual([
      ['TOTAL_MISMATCH', 350],
      ['TOTAL_MISMATCH', 2],
    ]);
  });

  it('takes no fraction or endless number for a count of rows', () => {
    const { totals } = customers([1, 'A', 'A', 100], ['Số dòng', 1.5], [`Số dòng = ${'9'.repeat(30)}`]);
    expect(totals.file).toEqual({});
  });

  it('takes a row of totals whose sums come before its label, and no bad row for one', () => {
    const header = [...CUSTOMER_HEADER].reverse();
    const read = readSheet([header, ['', '', 100, 'Anh A', 'A', 1], ['', '', 100, 'Tổng', '', '']]);
    expect(read).toMatchObject({ rejected: [], totals: { file: { debt: 100 } } });
    expect(customers([1, '', 'Tổng công ty X', 5, '', '']).rejected).toMatchObject([{ code: 'REQUIRED' }]);
  });

  it('finds a header below many blank rows', () => {
    const blank = Array.from({ length: 41 }, (): Cell[] => []);
    const read = readSheet([...blank, ['Danh sách khách hàng'], CUSTOMER_HEADER, [1, 'A', 'Anh A', 0, '', '']]);
    expect(read).toMatchObject({ headerRow: 43, rowNumbers: [44] });
    expect(() => readSheet(Array.from({ length: 1200 }, (): Cell[] => []))).toThrow(/không có dữ liệu/);
  });

  it('says that a repeated column is not read', () => {
    const read = readSheet([
      [...CUSTOMER_HEADER, 'Mã khách hàng'],
      [1, 'A', 'Anh A', 0, '', '', 'XX'],
    ]);
    expect(read.rows[0]).toMatchObject({ code: 'A' });
    expect(read.warnings).toMatchObject([
      {
        ...{ row: 1, column: 'G', code: 'HEADER_REPEATED' },
        message: 'Dòng 1, cột G «Mã khách hàng»: trùng tiêu đề với cột B: chỉ cột B được đọc.',
      },
    ]);
  });

  it('keeps a customer whose name begins with «Tổng»', () => {
    const read = readSheet([
      ['Tên khách hàng', 'Mã khách hàng'],
      ['Tổng công ty Sông Đà', 'TCT'],
      ['Cộng đồng xanh', 'CDX'],
    ]);
    expect(read.rows.map((row) => row.name)).toEqual(['Tổng công ty Sông Đà', 'Cộng đồng xanh']);
  });

  it('reads a ledger line only with voucher and product, derives its net amount, and knows the period', () => {
    const read = ledger(
      [day('2026-09-01'), 'BH1', 'A', 2, 1000, 50, 100],
      ['Mã hàng: A', null, null, null, null],
      [day('2026-09-02'), 'BH2', null, null, 700, null, null],
      [day('2026-09-03'), 'BH3', 'B', -1, -500, null, null],
      ['Tổng cộng', null, null, 1, 1200, 50, 100],
    );
    expect(read).toMatchObject({ fromDate: '2026-09-01', toDate: '2026-09-30', rowNumbers: [5, 8] });
    expect(read.rows.map((row) => row.netAmount)).toEqual([850, -500]);
    expect(read.totals.read).toEqual({ rowCount: 2, quantity: '1', amount: 500, discount: 50, returnAmount: 100 });
    expect(read.warnings.map(({ code, row }) => [code, row])).toEqual([
      ['ROW_SKIPPED', 7],
      ['TOTAL_MISMATCH', 9],
    ]);
  });

  it('rejects a line of goods whose voucher is in a merged cell above it, and never passes it over', () => {
    const header = [...LEDGER_HEADER.slice(0, 3), 'ĐVT', 'Đơn giá', ...LEDGER_HEADER.slice(3, 5)];
    const voucher = [day('2026-09-01'), 'BH1', 'A', 'Hộp', 100, 2, 200];
    const next = [day('2026-09-02'), 'BH2', 'A', 'Hộp', 100, 1, 100];
    const read = (...rows: Cell[][]) => readSheet([['Sổ chi tiết bán hàng'], [], header, ...rows]);
    const asNumbers = read(voucher, [null, null, 'B', 'Hộp', 100, 3, 300], next);
    const asTexts = read(voucher, ['', '', 'B', 'Hộp', '100', '3', '300,0'], next);
    const belowSubtotal = read(['Cộng', null, null, null, null, 2, 200], [null, null, 'B', 'Hộp', 100, 3, 300]);
    for (const [{ rejected, warnings }, row] of [[asNumbers, 5] as const, [asTexts, 5] as const]) {
      expect(rejected.map((one) => [one.row, one.column, one.code])).toEqual([
        [row, 'A', 'REQUIRED'],
        [row, 'B', 'REQUIRED'],
      ]);
      expect(warnings).toEqual([]);
    }
    expect(belowSubtotal.rejected.map(({ row }) => row)).toEqual([5, 5]);
  });

  it('remarks on a row that is passed over with an amount, as a number or as a text, and on none without', () => {
    const read = ledger(
      [day('2026-09-01'), 'BH1', 'A', 2, 1000],
      [null, null, 'Nhóm A', '2', '1.000'],
      ['Khách lẻ', null, null, '0', '0', '-'],
      [null, null, null, null, '1.000,00'],
      [day('2026-09-03'), 'BH3', 'B', '1', '1.000'],
    );
    expect(read.rowNumbers).toEqual([5, 9]);
    expect(read.rejected).toEqual([]);
    expect(read.warnings.map(({ code, row, column }) => [code, row, column])).toEqual([
      ['ROW_SKIPPED', 6, 'D'],
      ['ROW_SKIPPED', 8, 'E'],
    ]);
  });

  it('remarks on a sale without goods also below the sums of a part, and on no signature there', () => {
    const read = ledger(
      [day('2026-09-01'), 'BH1', 'A', 2, 1000],
      ['Cộng', null, null, 2, 1000],
      [day('2026-09-02'), 'BH2', null, null, 700],
      [day('2026-09-03'), 'BH3', 'B', 1, 100],
      ['Cộng', null, null, 1, 800],
      [null, null, null, null, 1800],
    );
    expect(read.rowNumbers).toEqual([5, 8]);
    expect(read.warnings.map(({ code, row }) => [code, row])).toContainEqual(['ROW_SKIPPED', 7]);
    expect(read.warnings.some(({ row }) => row === 10)).toBe(false);
  });

  it('says of a Bravo ledger which returns are not negative and which discounts have no amount', () => {
    const header = ['Ngày ct', 'Số ct', 'Mã ct', 'Mã vật tư', 'Số lượng', 'Tiền hàng', 'Tỷ lệ CK', 'Tiền CK'];
    const line = (code: string, quantity: number, rate: Cell, discount: Cell): Cell[] => [
      day('2026-09-01'),
      `${code}1`,
      code,
      'A',
      quantity,
      quantity * 1000,
      rate,
      discount,
    ];
    const read = readSheet([
      ['Bảng kê bán hàng'],
      header,
      line('HD', 2, 0, null),
      line('TL', -2, null, 0),
      line('tl', 2, 5, 100),
      line('R2', 1, 5, null),
      line('HD', 3, null, null),
    ]);
    expect(read.rows).toHaveLength(5);
    expect(read.warnings.map(({ row, column, code }) => [row, column, code])).toEqual([
      [5, 'E', 'RETURN_NOT_NEGATIVE'],
      [6, 'E', 'RETURN_NOT_NEGATIVE'],
      [6, 'G', 'DISCOUNT_NOT_STATED'],
    ]);
    expect(read.warnings[0]!.message).toContain(
      'của chứng từ trả lại «tl» không âm nên dòng chờ xem lại, chưa lập hóa đơn',
    );
  });

  it('names the first row of a repeated key', () => {
    const read = customers([1, 'A', 'Một', 0, '', ''], [2, 'A', 'Hai', 0, '', '']);
    expect(read.rows).toHaveLength(2);
    expect(read.warnings).toMatchObject([{ row: 5, column: 'B', code: 'DUPLICATE_KEY' }]);
    expect(read.warnings[0]?.message).toContain('trùng với dòng 4');
  });

  it('warns about negative stock, value without quantity and blank units', () => {
    const read = readSheet([
      ['Mã', 'Tên', 'Đơn vị tính chính', 'Số lượng tồn', 'Giá trị tồn', 'Trạng thái'],
      ['A', 'Hàng A', 'Cái', -3, 0, 'Đang sử dụng'],
      ['B', 'Hàng B\n', '', 0, 5000, 'Ngừng sử dụng'],
    ]);
    expect(read.warnings.map(({ row, code }) => [row, code])).toEqual([
      [2, 'NEGATIVE_STOCK'],
      [3, 'TEXT_CLEANED'],
      [3, 'VALUE_WITHOUT_QUANTITY'],
      [3, 'BLANK_UNIT'],
    ]);
    expect(read.rows.map((row) => [row.name, row.isActive, row.vatReduction])).toEqual([
      ['Hàng A', true, null],
      ['Hàng B', false, null],
    ]);
  });

  it('says that a file of headers only has no rows', () => {
    expect(customers().warnings).toMatchObject([{ code: 'NO_ROWS' }]);
  });

  it('lists a warning up to a limit, then only counts it', () => {
    const many = Array.from({ length: WARNINGS_PER_CODE + 5 }, (_, at): Cell[] => [at, `K${at}`, 'K', 1.5, '', '']);
    const { warnings } = customers(...many);
    expect(warnings).toHaveLength(WARNINGS_PER_CODE + 1);
    expect(warnings.at(-1)).toMatchObject({ code: 'FRACTION_ROUNDED', value: 5, row: 0 });
  });

  it('reads which partners ask for invoices, a blank cell saying nothing', () => {
    const read = readSheet([
      ['Mã đối tượng', 'Yêu cầu hóa đơn'],
      ['A', 'Có'],
      ['B', 'không'],
      ['C', null],
      ['D', 'x'],
      ['E', 'Chưa xác định'],
    ]);
    expect(read.rows.map((row) => row.invoiceRequirement)).toEqual([
      'required',
      'not_required',
      null,
      'required',
      'unset',
    ]);
  });

  it('gives a connection without a factor none, never 1', () => {
    const read = readSheet(
      [
        ['Mã hàng AMIS', 'Mã hàng Bravo', 'Hệ số'],
        ['A', 'B', null],
        ['C', 'D', 0.125],
      ],
      'product-connections',
    );
    expect(read.rows.map((row) => row.factor)).toEqual([null, '0.125']);
  });

  it('gives a file up that is wrong from end to end', () => {
    const bad = (function* () {
      yield ['Mã', 'Tên', 'Đơn vị tính chính', 'Số lượng tồn', 'Giá trị tồn'];
      for (;;) yield ['', '', '', 'x', 'y'];
    })();
    expect(() => readSheet(bad, 'amis-products')).toThrow(/hơn 200 nghìn ô sai.*Dòng 2, cột A «Mã»/);
  });
});

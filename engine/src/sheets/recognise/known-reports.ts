import { type KnownReport, PURCHASES, SALES, STOCK } from './known-report.ts';
import { purchases, sales, stock } from './reports-of-trade.ts';

const read: readonly KnownReport[] = [
  {
    report: 'amis-inventory',
    title: 'Tổng hợp tồn kho',
    layout: 'amis-inventory',
    titles: ['tong hop ton kho', 'tong hop nhap xuat ton', 'nhap xuat ton kho', 'nhap xuat ton'],
  },
  {
    report: 'amis-sales-ledger',
    title: 'Sổ chi tiết bán hàng',
    layout: 'amis-sales-ledger',
    titles: ['so chi tiet ban hang'],
  },
  {
    report: 'amis-purchase-ledger',
    title: 'Sổ chi tiết mua hàng',
    layout: 'amis-purchase-ledger',
    titles: ['so chi tiet mua hang'],
  },
  {
    report: 'amis-products',
    title: 'Danh sách hàng hóa, dịch vụ',
    layout: 'amis-products',
    titles: ['danh sach hang hoa', 'danh muc hang hoa'],
    // Bravo's list of items is called so as well.
    exactTitles: ['danh sach vat tu hang hoa', 'danh muc vat tu hang hoa'],
  },
  {
    report: 'bravo-items',
    title: 'Danh mục vật tư Bravo',
    layout: 'bravo-items',
    titles: ['danh muc vat tu bravo'],
    exactTitles: ['danh muc vat tu'],
  },
  {
    report: 'bravo-partners',
    title: 'Danh mục đối tượng Bravo',
    layout: 'bravo-partners',
    titles: ['danh muc doi tuong'],
  },
  {
    report: 'amis-customers',
    title: 'Danh sách khách hàng',
    layout: 'amis-customers',
    titles: ['danh sach khach hang', 'danh muc khach hang'],
  },
  {
    report: 'amis-suppliers',
    title: 'Danh sách nhà cung cấp',
    layout: 'amis-suppliers',
    titles: ['danh sach nha cung cap', 'danh muc nha cung cap'],
  },
  {
    report: 'bravo-sales',
    title: 'Bảng kê bán hàng',
    layout: 'bravo-sales',
    titles: ['bang ke ban hang', 'bang ke hoa don ban hang'],
  },
];

const invoices: readonly KnownReport[] = [
  {
    report: 'vat-out-list',
    title: 'Bảng kê hóa đơn, chứng từ hàng hóa, dịch vụ bán ra',
    layout: null,
    titles: [
      'bang ke hoa don, chung tu hang hoa, dich vu ban ra',
      'bang ke hoa don chung tu hang hoa dich vu ban ra',
      'bang ke hang hoa, dich vu ban ra',
      'bang ke ban ra',
    ],
    signs: [
      [
        'ky hieu hd|ky hieu hoa don|so hoa don',
        'ten nguoi mua',
        'doanh so ban chua co thue gtgt|doanh so ban chua co thue|mat hang',
      ],
    ],
    advice: `Bảng kê thuế không có mã hàng. ${SALES}`,
  },
  {
    report: 'vat-in-list',
    title: 'Bảng kê hóa đơn, chứng từ hàng hóa, dịch vụ mua vào',
    layout: null,
    titles: [
      'bang ke hoa don, chung tu hang hoa, dich vu mua vao',
      'bang ke hoa don chung tu hang hoa dich vu mua vao',
      'bang ke hang hoa, dich vu mua vao',
      'bang ke mua vao',
    ],
    signs: [['so hoa don', 'ten nguoi ban', 'gia tri hhdv mua vao chua co thue|mat hang']],
    advice: `Bảng kê thuế không có mã hàng. ${PURCHASES}`,
  },
  {
    report: 'tax-invoice-list',
    title: 'Danh sách hóa đơn (cổng thuế)',
    layout: 'tax-invoice-list',
    titles: [],
    signs: [['ky hieu mau so', 'ky hieu hoa don', 'so hoa don', 'tong tien thanh toan', 'trang thai hoa don']],
  },
  {
    report: 'used-invoices',
    title: 'Bảng kê hóa đơn đã sử dụng (meInvoice)',
    layout: null,
    titles: [
      ...['bang ke hoa don da su dung', 'bang ke chi tiet hoa don', 'bang ke hoa don chi tiet'],
      ...['bang ke hoa don, chung tu da su dung', 'tinh hinh su dung hoa don', 'bao cao tinh hinh su dung hoa don'],
    ],
    exactTitles: ['danh sach hoa don'],
    signs: [
      [
        'ky hieu|ky hieu hd|ky hieu hoa don|mau so',
        'so hoa don|so|so hd',
        'ngay hoa don|ngay|ngay lap|trang thai hoa don|tong tien hang|trang thai',
        '!tong so luong ban',
        '!ky hieu mau so',
      ],
    ],
    advice: `Đây là hóa đơn đã phát hành; số hóa đơn được đọc lại từ sổ của AMIS. ${SALES}`,
  },
];

const debts: readonly KnownReport[] = [
  {
    report: 'debt-report',
    title: 'Báo cáo công nợ',
    layout: null,
    titles: [
      ...[
        'tong hop cong no',
        'phan tich cong no',
        'chi tiet cong no',
        'so chi tiet cong no',
        'bao cao cong no',
        'cong no phai',
      ],
      ...['bien ban doi chieu', 'doi chieu cong no', 'bao cao tuoi no', 'tuoi no'],
    ],
    signs: [
      [
        'ma khach hang|ma nha cung cap|ma doi tuong|ten khach hang|ten nha cung cap',
        'tong no|no qua han|qua han|truoc han|so du dau ky|so du cuoi ky|dau ky|cuoi ky|phat sinh|phat sinh no|con phai thu|so con phai thu|con phai tra|chua den han|du no|tong',
        '!so chung tu',
        '!ma hang',
      ],
    ],
    advice:
      'Báo cáo công nợ không có mã số thuế, địa chỉ. Hãy xuất danh sách Khách hàng (hoặc Nhà cung cấp) từ danh mục đối tượng của AMIS rồi tải lên.',
  },
];

const books: readonly KnownReport[] = [
  {
    report: 'account-ledger',
    title: 'Sổ chi tiết tài khoản',
    layout: null,
    titles: ['so chi tiet tai khoan', 'so chi tiet cac tai khoan', 'so cai', 'so nhat ky', 'nhat ky chung'],
    signs: [['so chung tu|so ct', 'phat sinh no|ps no|phat sinh|tk doi ung']],
    advice: `Sổ kế toán không có mã hàng và số lượng. ${SALES}`,
  },
  {
    report: 'bravo-receipts',
    title: 'Bảng kê phiếu nhập',
    layout: null,
    titles: ['bang ke phieu nhap', 'bang ke hang nhap', 'bang ke nhap', 'danh sach phieu nhap', 'phieu nhap'],
    signs: [['so ct|so c.tu|so chung tu', 'gia nhap|tien nhap|kho nhap|ly do nhap']],
    advice:
      'Phiếu nhập không phải bán hàng. Sổ bán của Bravo là «Bảng kê bán hàng»; hàng mua của AMIS là «Sổ chi tiết mua hàng».',
  },
  {
    report: 'bravo-issues',
    title: 'Bảng kê phiếu xuất',
    layout: null,
    titles: ['bang ke phieu xuat', 'bang ke hang xuat', 'bang ke xuat', 'danh sach phieu xuat', 'phieu xuat'],
    advice: 'Phiếu nhập, xuất kho ghi giá vốn, không phải doanh thu. Sổ bán của Bravo là «Bảng kê bán hàng».',
  },
  {
    report: 'bravo-stock-vouchers',
    title: 'Bảng kê phiếu nhập, phiếu xuất kho',
    layout: null,
    titles: [],
    signs: [
      [
        'so ct|so c.tu|so chung tu',
        'ma vat tu|ma hang',
        'gia von|tien von|kho xuat|tk vat tu|tk gia von|tk no|tk co',
        '!doanh so ban',
        '!gia tri mua',
      ],
    ],
    advice: 'Phiếu nhập, xuất kho ghi giá vốn, không phải doanh thu. Sổ bán của Bravo là «Bảng kê bán hàng».',
  },
];

/** Workbooks that Khớp writes for people to read. */
const own: readonly KnownReport[] = [
  {
    report: 'reconciliation',
    title: 'Đối chiếu của Khớp (DoiChieu.xlsx)',
    layout: null,
    titles: ['doi chieu so ban hang va hoa don'],
    advice: 'Tệp này Khớp lập ra để xem. Hãy xuất báo cáo từ AMIS hay Bravo rồi tải lên.',
  },
  {
    report: 'goods-to-buy',
    title: 'Danh sách hàng cần nhập thêm của Khớp',
    layout: null,
    titles: ['hang can mua hoac nhap them'],
    signs: [['ho so', 'ma hang', 'ten hang', 'so luong thieu|thieu hay am']],
    advice: 'Tệp này chỉ có hàng thiếu, của mọi hồ sơ. Hãy xuất «Hàng hóa, dịch vụ» từ AMIS rồi tải lên.',
  },
  {
    report: 'expected-goods',
    title: 'Danh sách hàng đang về của Khớp',
    layout: null,
    titles: [],
    signs: [['ten tren hoa don', 'ma hang amis', 'con chua nhap', 'chung tu nhap']],
    advice: `Tệp này Khớp lập ra từ hóa đơn mua vào, để xem. ${PURCHASES}`,
  },
];

const templates: readonly KnownReport[] = [
  {
    report: 'sale-voucher-template',
    title: 'Mẫu nhập chứng từ bán hàng vào AMIS (BanHang.xlsx)',
    layout: null,
    titles: [],
    signs: [
      ['hinh thuc ban hang', 'so chung tu'],
      ['so chung tu', 'ma hang', 'tk tien/chi phi/no'],
    ],
    advice: `Tệp này để nhập vào AMIS, không phải sổ AMIS xuất ra. Nhập vào AMIS xong, hãy xuất «Sổ chi tiết bán hàng» rồi tải lên.`,
  },
  {
    report: 'new-customers-template',
    title: 'Mẫu nhập khách hàng vào AMIS (KhachHangMoi.xlsx)',
    layout: null,
    titles: [],
    signs: [['la to chuc/ca nhan', 'ma khach hang|ma nha cung cap']],
    advice: 'Tệp này để nhập vào AMIS. Nhập xong, hãy xuất danh sách Khách hàng từ AMIS rồi tải lên.',
  },
  {
    report: 'stock-voucher-template',
    title: 'Mẫu nhập chứng từ kho vào AMIS',
    layout: null,
    titles: [],
    signs: [['so chung tu', 'loai nhap kho|loai xuat kho|tham chieu|ly do nhap|ly do xuat', 'ma hang|kho|ma kho']],
    advice: `Tệp này để nhập vào AMIS, không phải báo cáo. ${STOCK}`,
  },
];

/** Any other template for entry: known by the marks of its headers. */
export const importTemplate: KnownReport = {
  report: 'import-template',
  title: 'Mẫu nhập dữ liệu vào AMIS',
  layout: null,
  titles: [],
  advice:
    'Tệp này để nhập vào AMIS, không phải báo cáo AMIS xuất ra. Hãy xuất báo cáo hoặc danh sách từ AMIS rồi tải lên.',
};

/**
 * Every known report. Of several whose headers tell them, the first: templates identify themselves most plainly,
 * summaries least.
 */
export const knownReports: readonly KnownReport[] = [
  ...templates,
  ...own,
  ...invoices,
  ...stock.slice(1),
  ...books,
  ...purchases.slice(1),
  ...sales.slice(1),
  ...debts,
  ...stock.slice(0, 1),
  ...purchases.slice(0, 1),
  ...sales.slice(0, 1),
  ...read,
];

/** The report of that name. */
export const reportNamed = (report: string): KnownReport => knownReports.find((one) => one.report === report)!;

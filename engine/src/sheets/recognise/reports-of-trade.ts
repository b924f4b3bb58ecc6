import { type KnownReport, PURCHASES, SALES, STOCK } from './known-report.ts';

export const stock: readonly KnownReport[] = [
  {
    report: 'inventory-cross-table',
    title: 'Tổng hợp tồn kho trên nhiều kho (dạng bảng chéo)',
    layout: null,
    titles: [
      'tong hop ton tren nhieu kho',
      'tong hop ton kho tren nhieu kho',
      'tong hop ton kho nhieu kho',
      'ton kho tren nhieu kho',
    ],
    signs: [['ma hang|ma vthh|ma vat tu', 'ten hang|ten vthh|ten vat tu', 'tong|tong cong|tong ton', '!so chung tu']],
    advice: `Bảng chéo chỉ có một cột cho mỗi kho, không có nhập, xuất. Hãy xuất «Tổng hợp tồn kho» (không phải dạng bảng chéo) từ AMIS rồi tải lên.`,
  },
  {
    report: 'inventory-by-day',
    title: 'Tổng hợp tồn kho theo ngày',
    layout: null,
    titles: ['tong hop ton kho theo ngay', 'tong hop nhap xuat ton theo ngay', 'nhap xuat ton theo ngay'],
    signs: [['ma hang|ma vthh|ma vat tu', 'ngay', 'cuoi ky|ton cuoi', '!so chung tu']],
    advice: `Báo cáo này có một dòng cho mỗi ngày, cộng lại thì thừa hàng. ${STOCK}`,
  },
  {
    report: 'item-ledger',
    title: 'Sổ chi tiết vật tư hàng hóa',
    layout: null,
    titles: ['so chi tiet vat tu', 'so chi tiet hang hoa', 'so chi tiet vat lieu', 'the kho', 'so kho'],
    signs: [
      [
        'ma hang|ma vthh|ma vat tu|ma kho|ten hang',
        'ngay hach toan|ngay chung tu',
        'nhap|nhap kho|xuat|xuat kho',
        'ton|ton kho|xuat|xuat kho|cuoi ky',
      ],
      ['ma hang|ma vthh|ten hang', 'tk doi ung', 'so luong nhap|so luong xuat|nhap|xuat'],
    ],
    advice: `Sổ này ghi từng lần nhập, xuất chứ không phải tồn kho. ${STOCK}`,
  },
];

export const sales: readonly KnownReport[] = [
  {
    report: 'sales-summary',
    title: 'Tổng hợp bán hàng theo mặt hàng',
    layout: null,
    titles: [
      'tong hop ban hang',
      'tong hop doanh thu',
      'tong hop doanh so',
      'bao cao ban hang',
      'phan tich doanh thu',
      'phan tich ban hang',
    ],
    signs: [
      [
        'ma hang|ma vthh|ma khach hang|ten hang|ten khach hang',
        'doanh so ban|doanh so|doanh thu|doanh thu thuan|so luong ban|tong so luong ban',
        '!so chung tu',
      ],
    ],
    advice: `Báo cáo tổng hợp không có từng chứng từ. ${SALES}`,
  },
  {
    report: 'sales-vouchers',
    title: 'Danh sách chứng từ bán hàng',
    layout: null,
    titles: ['danh sach chung tu ban hang', 'danh sach ban hang', 'chung tu ban hang'],
    exactTitles: ['ban hang'],
    signs: [
      [
        'so chung tu',
        'khach hang|ten khach hang',
        'tt lap hoa don|tt thanh toan|tt xuat hang|tong tien thanh toan',
        '!ma hang',
      ],
    ],
    advice: `Danh sách này mỗi dòng là một chứng từ, không có mã hàng và số lượng. ${SALES}`,
  },
  {
    report: 'orders',
    title: 'Đơn đặt hàng',
    layout: null,
    titles: ['don dat hang', 'danh sach don dat hang', 'don mua hang', 'danh sach don mua hang'],
    signs: [['so don hang|so don dat hang', 'ngay don hang|ngay dat hang|tinh trang|ngay giao hang']],
    advice: `Đơn đặt hàng chưa phải là bán hàng. ${SALES}`,
  },
];

export const purchases: readonly KnownReport[] = [
  {
    report: 'purchase-summary',
    title: 'Tổng hợp mua hàng',
    layout: null,
    titles: ['tong hop mua hang', 'bao cao mua hang'],
    signs: [['ma hang|ma vthh|ten hang', 'gia tri mua|so luong mua', '!so chung tu']],
    advice: `Báo cáo tổng hợp không có từng chứng từ. ${PURCHASES}`,
  },
  {
    report: 'purchase-vouchers',
    title: 'Danh sách chứng từ mua hàng',
    layout: null,
    titles: ['danh sach chung tu mua hang', 'danh sach mua hang', 'chung tu mua hang'],
    exactTitles: ['mua hang'],
    signs: [
      [
        'so chung tu|so hoa don',
        'nha cung cap|ten nha cung cap',
        'tong cong thanh toan|phuong thuc thanh toan|tong tien thanh toan|tong thanh toan',
        '!ma hang',
      ],
    ],
    advice: `Danh sách này mỗi dòng là một chứng từ, không có mã hàng và số lượng. ${PURCHASES}`,
  },
];

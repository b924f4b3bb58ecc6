import type { Layout } from './layout.ts';

/** Bravo: Bảng kê bán hàng. Field names are those of a Bravo sales ledger line. */
export const bravoSales: Layout = {
  name: 'bravo-sales',
  title: 'Bảng kê bán hàng',
  sheetName: 'Bang ke ban hang',
  headerRow: 4,
  hasPeriod: true,
  dataWhen: ['docNo', 'itemCode'],
  checks: ['positive-return', 'unstated-discount'],
  foreign: [
    ...[
      'Ngày hạch toán',
      'Hình thức bán hàng',
      'Doanh số bán',
      'Số lượng mua',
      'TK Tiền/Chi phí/Nợ',
      'Giá nhập',
      'Tiền nhập',
    ],
    ...[
      'Ký hiệu',
      'Ký hiệu HĐ',
      'Ký hiệu hóa đơn',
      'Mẫu số',
      'Mẫu số HĐ',
      'Trạng thái hóa đơn',
      'Kho nhập',
      'Lý do nhập',
    ],
  ],
  // Receipts and issues carry the accounts of their cost, and no sales price.
  foreignUnless: {
    headers: ['TK nợ', 'TK có', 'Tài khoản nợ', 'Tài khoản có', 'TK vật tư', 'TK giá vốn', 'Giá vốn', 'Tiền vốn'],
    unless: ['Giá bán', 'Tiền hàng', 'Tiền thuế', 'Thuế suất', 'Doanh thu', 'Tiền doanh thu'],
  },
  totalLabel: { field: 'description', label: 'Tổng cộng' },
  fields: [
    {
      field: 'docDate',
      header: 'Ngày ct',
      aliases: ['Ngày chứng từ', 'Ngày c.từ', 'docDate'],
      type: 'day',
      required: 'value',
    },
    { field: 'docNo', header: 'Số ct', aliases: ['Số chứng từ', 'Số c.từ', 'docNo'], type: 'code', required: 'value' },
    { field: 'docCode', header: 'Mã ct', aliases: ['Mã chứng từ', 'Mã c.từ', 'Mã c.t', 'docCode'], type: 'code' },
    {
      field: 'partnerCode',
      header: 'Mã khách',
      aliases: ['Mã khách hàng', 'Mã đối tượng', 'partnerCode'],
      type: 'code',
    },
    { field: 'partnerName', header: 'Tên khách', aliases: ['Tên khách hàng', 'Tên đối tượng'], type: 'text' },
    { field: 'taxCode', header: 'Mã số thuế', aliases: ['MST'], type: 'taxCode' },
    { field: 'description', header: 'Diễn giải', aliases: ['description'], type: 'text' },
    { field: 'itemCode', header: 'Mã vật tư', aliases: ['Mã hàng', 'itemCode'], type: 'code', required: 'value' },
    { field: 'itemName', header: 'Tên vật tư', aliases: ['Tên hàng', 'itemName'], type: 'text' },
    { field: 'unit', header: 'Đvt', aliases: ['Đơn vị tính', 'unit'], type: 'text' },
    { field: 'warehouseCode', header: 'Mã kho', aliases: ['warehouseCode'], type: 'code' },
    {
      field: 'quantity',
      header: 'Số lượng',
      aliases: ['quantity'],
      type: 'quantity',
      required: 'column',
      total: true,
    },
    { field: 'unitPrice', header: 'Giá bán', aliases: ['Đơn giá', 'unitPrice'], type: 'price' },
    {
      field: 'amount',
      header: 'Tiền hàng',
      aliases: ['Thành tiền', 'amount'],
      type: 'vnd',
      required: 'column',
      total: true,
    },
    { field: 'discountRate', header: 'Tỷ lệ CK', aliases: ['Tỷ lệ chiết khấu'], type: 'price' },
    { field: 'discount', header: 'Tiền CK', aliases: ['Tiền chiết khấu', 'discount'], type: 'vnd', total: true },
    { field: 'vatRate', header: 'Thuế suất', aliases: ['vatRate'], type: 'vatRate' },
    { field: 'vatAmount', header: 'Tiền thuế', aliases: ['vatAmount'], type: 'vnd', total: true },
    { field: 'totalAmount', header: 'Tổng tiền', type: 'vnd', total: true },
    { field: 'rowId', header: 'RowId', aliases: ['Khóa dòng'], type: 'code', readOnly: true },
    {
      field: 'branchCode',
      header: 'BranchCode',
      aliases: ['Mã chi nhánh', 'Chi nhánh', 'Mã đơn vị', 'Mã đvcs'],
      type: 'code',
      readOnly: true,
    },
    { field: 'docStatus', header: 'DocStatus', aliases: ['Trạng thái'], type: 'code', readOnly: true },
    { field: 'convertRate', header: 'ConvertRate', aliases: ['Hệ số quy đổi'], type: 'factor', readOnly: true },
    { field: 'baseQuantity', header: 'BaseQuantity', aliases: ['Số lượng quy đổi'], type: 'quantity', readOnly: true },
    {
      field: 'kind',
      header: 'Kind',
      aliases: ['Loại dòng'],
      type: 'choice',
      readOnly: true,
      choices: {
        goods: ['Hàng hóa', 'goods'],
        service: ['Dịch vụ', 'service'],
        discount: ['Chiết khấu', 'discount'],
        free: ['Hàng tặng', 'free'],
      },
    },
    { field: 'completedOn', header: 'Ngày hoàn thành', aliases: ['completedOn'], type: 'day', readOnly: true },
    { field: 'paidOn', header: 'Ngày thu tiền', aliases: ['paidOn'], type: 'day', readOnly: true },
    { field: 'isExport', header: 'Xuất khẩu', aliases: ['isExport'], type: 'boolean', readOnly: true },
    { field: 'clearedOn', header: 'Ngày thông quan', aliases: ['clearedOn'], type: 'day', readOnly: true },
    { field: 'trade', header: 'Ngành đối soát', aliases: ['trade'], type: 'text', readOnly: true },
    { field: 'reconciledOn', header: 'Ngày đối soát', aliases: ['reconciledOn'], type: 'day', readOnly: true },
    { field: 'agreedUntil', header: 'Hết kỳ quy ước', aliases: ['agreedUntil'], type: 'day', readOnly: true },
  ],
};

/** Khớp: which Bravo partners ask for an invoice with their details. A blank cell says nothing, "Chưa xác định" takes back. */
export const invoiceRequirements: Layout = {
  name: 'invoice-requirements',
  title: 'Yêu cầu hóa đơn của đối tượng Bravo',
  sheetName: 'Yeu cau hoa don',
  headerRow: 1,
  key: ['partnerCode'],
  fields: [
    {
      field: 'partnerCode',
      header: 'Mã đối tượng',
      aliases: ['Mã khách', 'Mã khách hàng', 'Mã đối tượng Bravo', 'Mã', 'partnerCode', 'code'],
      type: 'code',
      required: 'value',
    },
    {
      field: 'partnerName',
      header: 'Tên đối tượng',
      aliases: ['Tên khách', 'Tên khách hàng', 'Tên', 'name'],
      type: 'text',
    },
    {
      field: 'invoiceRequirement',
      header: 'Yêu cầu hóa đơn',
      aliases: ['Lấy hóa đơn', 'Xuất hóa đơn', 'Yêu cầu xuất hóa đơn', 'invoiceRequirement'],
      type: 'choice',
      required: 'column',
      choices: {
        required: ['Có', 'Bắt buộc', 'Lấy hóa đơn', 'required', 'x', '✓', '1', 'true', 'yes'],
        not_required: ['Không', 'Không bắt buộc', 'Không lấy hóa đơn', 'not_required', '0', 'false', 'no'],
        unset: ['Chưa xác định', 'unset'],
      },
    },
  ],
};

/** Khớp: connections of AMIS products to Bravo items, with AMIS units per Bravo base unit. A blank factor says nothing. */
export const productConnections: Layout = {
  name: 'product-connections',
  title: 'Kết nối hàng hóa AMIS – Bravo',
  sheetName: 'Ket noi hang hoa',
  headerRow: 1,
  key: ['profileCode', 'amisCode', 'bravoCode'],
  fields: [
    {
      field: 'amisCode',
      header: 'Mã hàng AMIS',
      aliases: ['Mã AMIS', 'Mã hàng hóa AMIS', 'amisCode'],
      type: 'code',
      required: 'value',
    },
    {
      field: 'bravoCode',
      header: 'Mã hàng Bravo',
      aliases: ['Mã Bravo', 'Mã vật tư Bravo', 'bravoCode'],
      type: 'code',
      required: 'value',
    },
    {
      field: 'factor',
      header: 'Hệ số',
      aliases: ['Hệ số quy đổi', 'Tỷ lệ quy đổi', 'factor'],
      type: 'factor',
    },
    { field: 'profileCode', header: 'Mã hồ sơ', aliases: ['profileCode'], type: 'code', readOnly: true },
    { field: 'priority', header: 'Ưu tiên', aliases: ['priority'], type: 'quantity', readOnly: true },
    { field: 'note', header: 'Ghi chú', aliases: ['note'], type: 'text', readOnly: true },
  ],
};

/** Khớp: connections of AMIS partners to Bravo partners. */
export const partnerConnections: Layout = {
  name: 'partner-connections',
  title: 'Kết nối đối tượng AMIS – Bravo',
  sheetName: 'Ket noi doi tuong',
  headerRow: 1,
  key: ['profileCode', 'amisCode', 'bravoCode'],
  fields: [
    {
      field: 'amisCode',
      header: 'Mã đối tượng AMIS',
      aliases: ['Mã AMIS', 'Mã khách hàng AMIS', 'Mã nhà cung cấp AMIS', 'amisCode'],
      type: 'code',
      required: 'value',
    },
    {
      field: 'bravoCode',
      header: 'Mã đối tượng Bravo',
      aliases: ['Mã Bravo', 'Mã khách hàng Bravo', 'bravoCode'],
      type: 'code',
      required: 'value',
    },
    { field: 'profileCode', header: 'Mã hồ sơ', aliases: ['profileCode'], type: 'code', readOnly: true },
    { field: 'isDefault', header: 'Mặc định', aliases: ['isDefault'], type: 'boolean', readOnly: true },
    { field: 'note', header: 'Ghi chú', aliases: ['note'], type: 'text', readOnly: true },
  ],
};

import { paths } from '../../paths.ts';

/** One step or remark; `**…**` marks a name as it is on the screen or in AMIS. */
export type Chapter = {
  readonly id: string;
  readonly title: string;
  readonly intro: string;
  readonly points: readonly string[];
  /** Rows of a small table, the first its header. */
  readonly table?: readonly (readonly [string, string, string])[];
  readonly links: readonly { readonly label: string; readonly to: string }[];
};

/** The guide of the product, in the order in which a month is done. */
export const CHAPTERS: readonly Chapter[] = [
  {
    id: 'bat-dau',
    title: 'Bắt đầu',
    intro:
      'Khớp lấy sổ bán hàng Bravo, lập hóa đơn từ tồn kho có thật của từng hồ sơ AMIS, và chỉ ra từng đồng chưa xuất được cùng lý do. Khớp không phát hành hóa đơn: tệp làm ra được nhập vào AMIS, và AMIS phát hành.',
    points: [
      'Tạo **hồ sơ** cho từng pháp nhân: mã số thuế, địa chỉ, ký hiệu hóa đơn, tiền tố số chứng từ, kho mặc định, kho không dùng để xuất, tài khoản. Thiếu mã số thuế hay địa chỉ thì chưa xuất tệp được.',
      'Nạp **danh mục**: vật tư và đối tượng từ Bravo (nút **Đồng bộ**; không có Bravo trực tiếp thì **Tải lên** tệp danh mục), hàng hóa và khách hàng từ AMIS (nút **Tải lên** trong từng hồ sơ).',
      '**Nối** mặt hàng Bravo với mã hàng AMIS, kèm hệ số; nối khách Bravo với khách AMIS; đánh dấu khách nào lấy hóa đơn.',
      'Mở **kỳ phát hành** cho tháng cần làm, nạp sổ và tồn kho, rồi sinh hóa đơn. Tổng quan luôn cho biết bước tiếp theo.',
    ],
    links: [
      { label: 'Hồ sơ AMIS', to: paths.amisProfiles() },
      { label: 'Tổng quan', to: paths.home() },
    ],
  },
  {
    id: 'tep-amis',
    title: 'Tệp AMIS nào cần, xuất ở đâu',
    intro:
      'Mọi tệp đều là Excel do AMIS xuất ra, không cần sửa gì trước khi tải lên. Tệp được nhận ra theo tiêu đề và tên cột; thả nhầm chỗ thì Khớp nói đó là báo cáo gì.',
    points: [
      'Chọn **từ ngày, đến ngày đúng bằng kỳ** cho tồn kho. Sổ chi tiết bán hàng lấy đủ kỳ hoặc dài hơn.',
      'Xuất sổ bán hàng trước, tồn kho sau, cùng một buổi: báo cáo tồn làm ra sau sổ thì chắc chắn đã trừ hàng của mọi hóa đơn trên sổ.',
      'Có cả thư mục thì **Nạp nhiều tệp**, hoặc kéo thư mục thả vào bất kỳ trang nào: Khớp nhận ra từng tệp, hỏi chỗ chưa rõ, nạp đúng thứ tự và báo kết quả chung.',
      'Trước khi nạp thật, **Chỉ kiểm tra** cho biết mỗi dòng sẽ mới, sửa hay bị từ chối. Dòng sai có tệp lỗi để sửa rồi nạp lại.',
      'Nạp lại cùng một tệp không làm gì thêm. Tệp mới hơn của cùng báo cáo thay cho tệp cũ.',
    ],
    table: [
      ['Tệp', 'Ở AMIS', 'Dùng để'],
      ['Hàng hóa, dịch vụ', 'Danh mục → Vật tư hàng hóa → Xuất Excel', 'mã hàng, đơn vị, thuế suất'],
      ['Khách hàng', 'Danh mục → Khách hàng → Xuất Excel', 'tên, địa chỉ, mã số thuế của người mua'],
      ['Tổng hợp tồn kho', 'Kho → Báo cáo → Tổng hợp tồn kho', 'hàng có thật của kỳ'],
      ['Sổ chi tiết mua hàng', 'Mua hàng → Báo cáo → Sổ chi tiết mua hàng', 'ngày hàng về'],
      ['Sổ chi tiết bán hàng', 'Bán hàng → Báo cáo → Sổ chi tiết bán hàng', 'hóa đơn đã có ở AMIS và số hóa đơn'],
    ],
    links: [{ label: 'Hồ sơ AMIS', to: paths.amisProfiles() }],
  },
  {
    id: 'noi',
    title: 'Nối hàng và khách',
    intro:
      'Một dòng bán chỉ lập được hóa đơn khi mặt hàng Bravo đã nối với mã hàng AMIS của một hồ sơ được xuất, và có hệ số.',
    points: [
      '**Gợi ý** đưa từng cặp giống nhau kèm lý do. Enter nhận, Delete từ chối, Ctrl+Z hoàn tác; Shift+A nhận một loạt cặp chắc chắn.',
      '**Hệ số** là số đơn vị AMIS trong một đơn vị gốc Bravo. Bravo bán hộp, AMIS giữ thùng 24 hộp: hệ số 1/24.',
      'Một mặt hàng nối được nhiều mã AMIS; **mức ưu tiên** nhỏ hơn được lấy trước.',
      'Đã có bảng nối sẵn thì tải lên bằng tệp; xem trước nói cặp nào mới, cặp nào đổi hệ số.',
      '**Yêu cầu hóa đơn** của khách: cần hóa đơn thì ghi tên khách ấy, không lấy thì ghi người tiêu dùng, chưa đặt thì dòng bán chờ. Đặt từng khách, chọn nhiều khách, hoặc bằng tệp ở Đối tượng Bravo.',
    ],
    links: [
      { label: 'Đối tượng chưa đặt yêu cầu hóa đơn', to: paths.bravoPartners({ invoiceRequirement: 'unset' }) },
      { label: 'Vật tư Bravo', to: paths.bravoItems() },
    ],
  },
  {
    id: 'ky',
    title: 'Kỳ phát hành',
    intro:
      'Một kỳ gom sổ bán hàng của một khoảng ngày. Nhiều kỳ mở được cùng lúc, miễn là không ngày nào của một hồ sơ hay một chi nhánh nằm ở hai kỳ đang mở.',
    points: [
      'Trong **Thiết lập kỳ**, khai báo chi nhánh nào do hồ sơ nào xuất. Đây là quyết định của người có thẩm quyền, Khớp không tự chọn.',
      'Nạp bốn thứ theo thẻ **Các bước của kỳ**: sổ Bravo, tồn kho, sổ mua hàng và sổ bán hàng AMIS của từng hồ sơ.',
      '**Sinh hóa đơn** chia tồn kho sao cho xuất được nhiều tiền nhất, khách cần hóa đơn trước. Ngày, số lượng, tiền lấy đúng theo sổ.',
      'Sửa dữ liệu rồi thì **Sinh lại**: xem trước hóa đơn nào thêm, đổi, bỏ, rồi mới áp dụng. Hóa đơn đã xuất và đã ghim giữ nguyên; hóa đơn ghim mà ngày đã qua chỉ được ghi lại ngày.',
      'Hàng tặng giá 0 phải là khuyến mại; hàng biếu, hàng mẫu, dùng nội bộ thì chờ giá bán thị trường ở Bravo. Từ 01/07/2026, ở **Thiết lập kỳ** chọn được hồ sơ gộp khuyến mại, cho, biếu, tặng vào một hóa đơn mỗi tháng hoặc quý, kèm **BangKeKhuyenMai.xlsx**.',
      'Tháng sau không phải chờ tháng trước: hàng mà hóa đơn tháng trước còn giữ thì tháng sau không lấy, và tháng trước không lấy hàng tháng sau đã xuất.',
      'Bấm tên kỳ ở thanh trên để đổi kỳ. Kỳ nằm trong địa chỉ trang, gửi liên kết là người nhận thấy đúng kỳ.',
    ],
    links: [
      { label: 'Các kỳ phát hành', to: paths.home({ view: 'periods' }) },
      { label: 'Hóa đơn AMIS', to: paths.invoices() },
    ],
  },
  {
    id: 'cua-ngay',
    title: 'Cửa ngày: lập và giao từng ngày',
    intro:
      'Ngày trên hóa đơn là ngày bán; ký và gửi chậm nhất ngày làm việc kế tiếp. Làm mỗi ngày một lần thì hóa đơn giữ được ngày bán.',
    points: [
      'Đầu giờ: xuất **tồn kho** và **sổ bán hàng** mới từ AMIS rồi nạp vào kỳ. Số của những hóa đơn đã giao hôm trước được nhận ngay.',
      'Mở **Cửa ngày**: mỗi ngày bán một dòng, mỗi hồ sơ một ô, từ **Chưa khóa ngày** đến **Đã phát hành**. Ô ghi số hóa đơn, phần còn chờ và hạn ký; bấm vào để mở đúng những bản ghi ấy.',
      'Bấm **Lập và bàn giao đến ngày …**: Khớp đọc lại sổ Bravo, lập hóa đơn của mọi ngày đến ngày ấy, rồi đưa bộ tệp. Hóa đơn đã giao giữ nguyên.',
      'Phần chưa lập được không giữ chân phần khác: nó ở lại bảng kèm lý do. Quá hạn ký thì mang **ngày lập thật** và được đếm ở thẻ **Đúng ngày**; Khớp không lùi ngày.',
      'Ngày trước phải có số rồi mới giao ngày sau. Tệp đã giao mà quá hạn ký, AMIS chưa có: đừng nhập nữa, **Thu hồi** ở Hóa đơn AMIS rồi lập lại.',
    ],
    links: [{ label: 'Cửa ngày', to: paths.days() }],
  },
  {
    id: 'kiem-tra',
    title: 'Kiểm tra và đối chiếu',
    intro:
      'Sổ bán hàng = hóa đơn lập mới + đã xuất ở AMIS + chưa xuất + loại ra, đúng đến từng đồng. Thẻ cân đối ở Tổng quan luôn cho thấy đẳng thức này.',
    points: [
      '**Kiểm tra kỳ** xếp việc chặn lên trước; mỗi dòng nói cách xử lý và mở đúng chỗ sửa.',
      '**Chưa xuất** gom theo lý do. «Mặt hàng chưa nối mã» và «Khách chưa xác định lấy hóa đơn» thường là phần lớn nhất, và sửa nhanh nhất.',
      '**Hàng về sau ngày bán**: nếu hàng thật về trước thì sửa ngày phiếu nhập ở AMIS rồi nạp lại; không bao giờ sửa ngày ở Khớp.',
      '**Chờ quyết định** là dòng sổ AMIS có thể là chính lần bán ấy. Hãy chọn dòng bán đúng, hoặc «không phải»: Khớp không tự đoán.',
      'Loại một dòng khỏi kỳ chỉ có ba lý do: chứng từ hủy, bán nội bộ, không phải bán hàng; người loại và ghi chú được lưu.',
    ],
    links: [
      { label: 'Đối chiếu', to: paths.reconciliation() },
      { label: 'Phần chưa xuất', to: paths.home({ tab: 'shortages' }) },
    ],
  },
  {
    id: 'kho-hoa-don',
    title: 'Kho hóa đơn điện tử',
    intro:
      'Mọi hóa đơn điện tử mua vào và bán ra của các hồ sơ, đọc từ chính tệp XML đã ký. Khớp không ký và không gọi cổng thuế: chỉ đọc tệp được nạp.',
    points: [
      'Lấy tệp: ở **hoadondientu.gdt.gov.vn** tra cứu theo tháng rồi **Xuất XML** (gói .zip), hoặc dùng tệp .xml nhà cung cấp gửi. Đừng mở ra rồi lưu lại: tệp đổi một byte là chữ ký không còn khớp.',
      'Bấm **Nạp hóa đơn**, hoặc thả tệp, gói .zip hay cả thư mục vào bất kỳ trang nào. Báo cáo nói bao nhiêu hóa đơn mới, đã có, và từng tệp bị từ chối vì sao. Nạp lại cùng một tệp không đổi gì.',
      'Mua vào hay bán ra là theo **mã số thuế của hồ sơ**: hóa đơn không thuộc hồ sơ nào bị từ chối, kèm cách xử lý.',
      '**Chữ ký toàn vẹn** nghĩa là dữ liệu còn nguyên từ lúc ký, và chứng thư cho biết ai ký. Nó không nói cơ quan thuế đã nhận hóa đơn, hay hóa đơn nay còn hiệu lực: những điều ấy tra ở cổng thuế.',
      'Cột **Cần xem** đếm điều kế toán nên xem: tổng tiền không khớp các dòng, chứng thư của bên khác, hóa đơn nhắc đến hóa đơn khác mà không rõ. Mở hóa đơn để đọc từng điều.',
      '**Danh sách hóa đơn** (.xlsx) xuất ở cổng cũng nạp ở đây: nó cho biết **trạng thái** (bị thay thế, bị điều chỉnh, bị hủy) và những hóa đơn chưa có XML. Xuất đủ ba loại: có mã, không mã, máy tính tiền. Nút **Danh sách đã nạp** cho biết ngày nào, loại nào còn thiếu.',
      'Mở hóa đơn, phần **Số phận**: bản gốc, bản thay thế, bản điều chỉnh, hóa đơn nào còn được tính và điều gì cần xem.',
      'Hai tệp khác nhau của cùng một hóa đơn đều được giữ. Tệp gốc tải về được, đúng từng byte đã nạp.',
    ],
    links: [{ label: 'Kho hóa đơn', to: paths.taxInvoices() }],
  },
  {
    id: 'sau-khi-nhap',
    title: 'Sau khi nhập vào AMIS',
    intro: 'Tải bộ tệp không phải là bước cuối. Kỳ chỉ xong khi AMIS đã phát hành và Khớp đã nhận lại số hóa đơn.',
    points: [
      'Trong bộ tệp, mỗi hồ sơ một thư mục. Nhập **KhachHangMoi.xlsx** trước, rồi **BanHang.xlsx**, sau đó phát hành ở AMIS.',
      'Xuất lại **Sổ chi tiết bán hàng** từ AMIS và nạp vào kỳ: hóa đơn được nhận lại theo số chứng từ của Khớp, kèm số hóa đơn. Sau đó lấy lại **Tổng hợp tồn kho**.',
      'Hóa đơn đã xuất tệp không sửa ở Khớp nữa. Sai thì điều chỉnh hoặc thay thế ở AMIS, ghi rõ số hóa đơn bị thay vào Diễn giải, rồi nạp lại sổ.',
      'Bán thêm sau khi đã xuất tệp: nạp lại sổ Bravo, **Sinh lại**, rồi tải **chỉ hóa đơn mới**.',
      '**Đóng kỳ** khi mọi hóa đơn nháp đã xuất. Còn tiền chưa xuất thì quản trị viên ghi nhận lý do; lời này ở lại với kỳ. Kỳ đã đóng vẫn xem và tải lại bộ tệp được.',
    ],
    links: [
      { label: 'Tổng quan', to: paths.home() },
      { label: 'Các kỳ phát hành', to: paths.home({ view: 'periods' }) },
    ],
  },
];

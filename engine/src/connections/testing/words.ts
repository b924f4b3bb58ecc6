/** Vocabulary of the generated catalogues. Trade names are made up; nouns are what Vietnamese price lists use. */

export const SYLLABLES =
  'An Anh Bách Bảo Bình Châu Chí Cường Dũng Duy Đại Đạt Đông Đức Gia Giang Hà Hải Hạnh Hân Hậu Hiền Hiếu Hòa Hoàng Hóa Hồng Huệ Hùng Hưng Hương Khang Khánh Khoa Kim Lâm Lan Lập Lê Linh Lộc Long Lợi Mai Mạnh Minh Mỹ Nam Nga Ngân Ngọc Nguyên Nhân Nhật Nhi Như Phát Phong Phú Phúc Phương Quang Quân Quốc Quý Quyên Sơn Tài Tâm Tân Tấn Thái Thanh Thành Thảo Thắng Thiên Thịnh Thọ Thu Thủy Tiến Tín Toàn Trang Trí Trung Trường Tú Tuấn Tùng Tuyết Vân Việt Vinh Vũ Vượng Xuân Yến'.split(
    ' ',
  );

/** The rarer ones, met in larger lists. */
export const MORE_SYLLABLES =
  'Ánh Bắc Bạch Biên Cẩm Cát Cao Chiến Chung Công Cúc Danh Diễm Diệp Diệu Dung Đan Đăng Điền Đình Định Đồng Đỉnh Hạ Hào Hảo Hậu Hiệp Hoa Hoài Hoan Hoàn Hội Hợp Hưởng Huy Huyền Kha Khải Khôi Kiên Kiến Kiệt Kỳ Lạc Lam Lãm Liên Liễu Lĩnh Lực Lương Lưu Mẫn Mây Mộc Mộng Nghĩa Nghi Nguyệt Nhã Nhung Ninh Oanh Phan Phi Phụng Phước Quế Quyết Quyền Sang Sao Sáng Sen Song Sông Sinh Tây Thạch Thạnh Thăng Thế Thiện Thoa Thông Thuận Thục Thụy Thư Thương Tiên Tình Tịnh Tố Trà Trâm Trân Triết Triều Trinh Trọng Trúc Trực Tuệ Tường Tuyền Uyên Vạn Vĩnh Vi Vy Xương Ý'.split(
    ' ',
  );

export const FAMILY_NAMES =
  'Nguyễn Nguyễn Nguyễn Nguyễn Trần Trần Lê Lê Phạm Phạm Hoàng Huỳnh Phan Vũ Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý Đinh Mai Trương Lâm Cao Tạ Hà Tô'.split(
    ' ',
  );

export const MIDDLE_NAMES = 'Văn Văn Thị Thị Hữu Đức Minh Thanh Ngọc Kim Thu Quốc Xuân Hoàng Gia Anh Bảo Đình'.split(
  ' ',
);

/** Short foreign-looking trade names. */
export const LATIN_NAMES =
  'Alpha Vina Nova Delta Omega Saigon Pacific Asia Mekong Lotus Dragon Star Green Ocean Golden Smart Eco Tech Viet Sun Fuji Hanel Tiko Benko Rosa Lumi Domi Kato Sanri Polar Vega Orion Apollo Titan Zeta Neko Ventra Mylo'.split(
    ' ',
  );

/** Sector phrases of company names; each is written in full. */
export const SECTORS = [
  'Thương mại',
  'Thương mại Dịch vụ',
  'Thương mại và Dịch vụ',
  'Sản xuất Thương mại',
  'Sản xuất Thương mại Dịch vụ',
  'Xuất nhập khẩu',
  'Thương mại Xuất nhập khẩu',
  'Đầu tư Xây dựng',
  'Xây dựng',
  'Đầu tư Phát triển',
  'Vận tải',
  'Dược phẩm',
  'Thực phẩm',
  'Thiết bị Điện',
  'Thiết bị Y tế',
  'Cơ khí',
  'Bất động sản',
  'Vật liệu xây dựng',
  'In ấn Bao bì',
  'Nội thất',
  'May mặc',
  'Công nghệ',
  'Giải pháp Phần mềm',
  'Du lịch',
  'Nông sản',
  'Thủy sản',
  'Điện tử',
  'Quảng cáo',
];

export const PROVINCES = [
  'Hà Nội',
  'TP. Hồ Chí Minh',
  'Đà Nẵng',
  'Hải Phòng',
  'Cần Thơ',
  'Bình Dương',
  'Đồng Nai',
  'Long An',
  'Nghệ An',
  'Thanh Hóa',
  'Khánh Hòa',
  'Lâm Đồng',
  'Quảng Ninh',
  'Bắc Ninh',
  'An Giang',
];

export const STREETS = [
  'Lê Lợi',
  'Nguyễn Huệ',
  'Trần Hưng Đạo',
  'Lý Thường Kiệt',
  'Hai Bà Trưng',
  'Nguyễn Trãi',
  'Điện Biên Phủ',
  'Cách Mạng Tháng Tám',
  'Võ Văn Kiệt',
  'Phạm Văn Đồng',
  'Lê Văn Sỹ',
  'Hoàng Văn Thụ',
  'Nguyễn Thị Minh Khai',
  'Quang Trung',
  'Phan Đình Phùng',
  'Trường Chinh',
  'Giải Phóng',
  'Kim Mã',
  'Xuân Thủy',
  'Tôn Đức Thắng',
  'Bà Triệu',
  'Ngô Quyền',
  'Hùng Vương',
  'Lạc Long Quân',
  'Âu Cơ',
];

export const DISTRICTS = [
  'Quận 1',
  'Quận 3',
  'Quận 7',
  'Quận 12',
  'Quận Tân Bình',
  'Quận Gò Vấp',
  'Quận Hai Bà Trưng',
  'Quận Cầu Giấy',
  'Quận Hải Châu',
  'Huyện Bình Chánh',
  'Huyện Hóc Môn',
  'Huyện Đông Anh',
];

export const WARDS = [
  'Phường 1',
  'Phường 5',
  'Phường 12',
  'Phường Bến Nghé',
  'Phường Tân Định',
  'Phường Dịch Vọng',
  'Xã Vĩnh Lộc A',
  'Phường An Phú',
];

export const COMPANY_SHORT: readonly (readonly [string, string])[] = [
  ['Thương mại và Dịch vụ', 'TM&DV'],
  ['Thương mại Dịch vụ', 'TMDV'],
  ['Thương mại Dịch vụ', 'TM DV'],
  ['Sản xuất Thương mại', 'SX TM'],
  ['Sản xuất Thương mại', 'SXTM'],
  ['Xuất nhập khẩu', 'XNK'],
  ['Đầu tư Xây dựng', 'ĐTXD'],
  ['Đầu tư', 'ĐT'],
  ['Xây dựng', 'XD'],
  ['Phát triển', 'PT'],
  ['Thương mại', 'TM'],
  ['Dịch vụ', 'DV'],
  ['Sản xuất', 'SX'],
  ['Bất động sản', 'BĐS'],
  ['Vật liệu xây dựng', 'VLXD'],
  ['Thiết bị', 'TB'],
  ['Công nghệ', 'CN'],
  ['Quốc tế', 'QT'],
  ['Việt Nam', 'VN'],
  ['Y tế', 'YT'],
  ['Thực phẩm', 'TP'],
  ['Dược phẩm', 'DP'],
];

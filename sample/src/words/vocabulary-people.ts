export const familyNames = ['Nguyễn', 'Trần', 'Lê', 'Phạm', 'Hoàng', 'Phan', 'Vũ', 'Đặng', 'Bùi', 'Đỗ', 'Hồ', 'Ngô'];
export const middleNames = ['Văn', 'Thị', 'Minh', 'Ngọc', 'Thanh', 'Đức', 'Hữu', 'Thu', 'Quốc', 'Hồng'];
export const givenNames = [
  'An',
  'Bình',
  'Chi',
  'Dũng',
  'Đạt',
  'Giang',
  'Hà',
  'Hạnh',
  'Hùng',
  'Hương',
  'Khánh',
  'Lan',
  'Linh',
  'Long',
  'Mai',
  'Nam',
  'Nga',
  'Phúc',
  'Quân',
  'Quyên',
  'Sơn',
  'Tâm',
  'Thảo',
  'Thúy',
  'Trang',
  'Tuấn',
  'Vân',
  'Yến',
];

const firstParts = [
  'Hoa',
  'An',
  'Bảo',
  'Đại',
  'Gia',
  'Hải',
  'Hoàng',
  'Hưng',
  'Kim',
  'Lộc',
  'Minh',
  'Nam',
  'Ngọc',
  'Phú',
  'Phúc',
  'Quang',
  'Tân',
  'Thái',
  'Thành',
  'Thiên',
  'Thịnh',
  'Tín',
  'Trường',
  'Việt',
];
const secondParts = [
  'Mai',
  'Phát',
  'Khang',
  'Thịnh',
  'Long',
  'Hưng',
  'Thành',
  'Lợi',
  'Đức',
  'Anh',
  'Châu',
  'Dương',
  'Hà',
  'Lâm',
  'Nguyên',
  'Phong',
  'Sơn',
  'Tiến',
  'Vượng',
  'Xuân',
  'Ý',
  'Quân',
];

/** Every proper name a firm of the sample may bear. */
export const firmNames = firstParts.flatMap((first) =>
  secondParts.filter((second) => second !== first).map((second) => `${first} ${second}`),
);

/** Legal form with its field, and how clerks shorten it. */
export const legalForms = [
  ['Công ty TNHH Thương mại và Dịch vụ', 'Cty TNHH TM&DV'],
  ['Công ty Cổ phần Thương mại', 'CTCP TM'],
  ['Công ty TNHH Một thành viên', 'Cty TNHH MTV'],
  ['Công ty TNHH Xuất nhập khẩu', 'Cty TNHH XNK'],
  ['Công ty Cổ phần Sản xuất Thương mại', 'CTCP SX TM'],
  ['Công ty TNHH', 'Cty TNHH'],
  ['Công ty Cổ phần Đầu tư Xây dựng', 'CTCP ĐTXD'],
  ['Công ty TNHH Phân phối', 'Cty TNHH PP'],
] as const;

export const shopForms = ['Tạp hóa', 'Cửa hàng', 'Đại lý', 'NPP', 'Siêu thị mini', 'Shop', 'Nhà thuốc'];

export const streets = [
  'Nguyễn Trãi',
  'Lê Lợi',
  'Trần Hưng Đạo',
  'Hai Bà Trưng',
  'Lý Thường Kiệt',
  'Phan Chu Trinh',
  'Điện Biên Phủ',
  'Cách Mạng Tháng Tám',
  'Nguyễn Văn Cừ',
  'Võ Thị Sáu',
  'Hoàng Diệu',
  'Quang Trung',
];

/** Ward, province since 01/07/2025, and the district and province that older papers still carry. */
export const places = [
  ['Phường Bến Thành', 'TP. Hồ Chí Minh', 'Quận 1', 'TP. Hồ Chí Minh'],
  ['Phường Thủ Đức', 'TP. Hồ Chí Minh', 'TP. Thủ Đức', 'TP. Hồ Chí Minh'],
  ['Phường Dĩ An', 'TP. Hồ Chí Minh', 'TP. Dĩ An', 'Bình Dương'],
  ['Phường Cầu Giấy', 'Hà Nội', 'Quận Cầu Giấy', 'Hà Nội'],
  ['Phường Hà Đông', 'Hà Nội', 'Quận Hà Đông', 'Hà Nội'],
  ['Phường Hải Châu', 'Đà Nẵng', 'Quận Hải Châu', 'Đà Nẵng'],
  ['Phường Tam Kỳ', 'Đà Nẵng', 'TP. Tam Kỳ', 'Quảng Nam'],
  ['Phường Ninh Kiều', 'Cần Thơ', 'Quận Ninh Kiều', 'Cần Thơ'],
  ['Phường Hải Dương', 'Hải Phòng', 'TP. Hải Dương', 'Hải Dương'],
  ['Phường Biên Hòa', 'Đồng Nai', 'TP. Biên Hòa', 'Đồng Nai'],
] as const;

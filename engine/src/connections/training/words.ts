/** Vocabulary of the generated catalogues. Trade names are made up; nouns are what Vietnamese price lists use. */

export const SYLLABLES =
  'An Anh Bách Bảo Bình Châu Chí Cường Dũng Duy Đại Đạt Đông Đức Gia Giang Hà Hải Hạnh Hân Hậu Hiền Hiếu Hòa Hoàng Hóa Hồng Huệ Hùng Hưng Hương Khang Khánh Khoa Kim Lâm Lan Lập Lê Linh Lộc Long Lợi Mai Mạnh Minh Mỹ Nam Nga Ngân Ngọc Nguyên Nhân Nhật Nhi Như Phát Phong Phú Phúc Phương Quang Quân Quốc Quý Quyên Sơn Tài Tâm Tân Tấn Thái Thanh Thành Thảo Thắng Thiên Thịnh Thọ Thu Thủy Tiến Tín Toàn Trang Trí Trung Trường Tú Tuấn Tùng Tuyết Vân Việt Vinh Vũ Vượng Xuân Yến'.split(
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

export type Category = {
  readonly nouns: readonly string[];
  readonly attributes: readonly (readonly string[])[];
  readonly sizes: readonly string[];
  readonly unit: string;
  readonly packs: readonly number[];
  /** Model codes rather than sizes tell the goods apart. */
  readonly models?: boolean;
  readonly price: number;
};

const category = (
  nouns: string,
  attributes: string,
  sizes: string,
  unit: string,
  packs: string,
  price: number,
  models = false,
): Category => ({
  nouns: nouns.split('|'),
  attributes: attributes.split(';').map((group) => group.split('|')),
  sizes: sizes === '' ? [] : sizes.split('|'),
  unit,
  packs: packs === '' ? [] : packs.split('|').map(Number),
  models,
  price,
});

export const CATEGORIES: readonly Category[] = [
  category(
    'Sữa tươi|Sữa tươi tiệt trùng',
    'có đường|không đường|ít đường|dâu|socola|hương vani',
    '110ml|180ml|220ml|1L',
    'Hộp',
    '12|48',
    7000,
  ),
  category('Sữa chua|Sữa chua ăn', 'có đường|không đường|nha đam|trái cây|việt quất', '100g|80g', 'Hộp', '24|48', 6000),
  category('Sữa bột', 'cho bé|cho mẹ|người già|ít béo;số 1|số 2|số 3|số 4', '400g|900g|1.5kg', 'Hộp', '12', 300000),
  category('Nước ngọt|Nước giải khát', 'cam|chanh|cola|nho|dâu|táo|vải', '330ml|390ml|1.5L|250ml', 'Lon', '24', 8000),
  category(
    'Nước tinh khiết|Nước suối|Nước khoáng',
    'có ga|không ga|vị chanh',
    '350ml|500ml|1.5L|5L|19L',
    'Chai',
    '12|24',
    5000,
  ),
  category('Bia', 'lon|chai;xanh|đỏ|bạc|vàng', '330ml|450ml|500ml', 'Lon', '20|24', 14000),
  category(
    'Cà phê|Cafe',
    'hòa tan|rang xay|phin giấy;đậm đà|sữa đá|đen|nguyên chất',
    '17g|20g|250g|500g|1kg',
    'Gói',
    '20|24|40',
    60000,
  ),
  category('Trà|Chè', 'xanh|đen|ô long|hoa cúc|lài|sen|gừng', '25g|100g|200g|500g', 'Hộp', '20|100', 45000),
  category(
    'Mì ăn liền|Mỳ gói|Mì',
    'tôm chua cay|bò hầm|gà nấm|hải sản|sườn heo|chay',
    '65g|75g|80g|85g',
    'Gói',
    '30',
    4000,
  ),
  category('Nước mắm', 'cá cơm|nhỉ|cốt|40 độ đạm|30 độ đạm', '500ml|750ml|900ml|1L', 'Chai', '6|12|15', 40000),
  category('Dầu ăn|Dầu thực vật', 'đậu nành|hướng dương|cọ|mè|hạt cải', '400ml|1L|2L|5L', 'Chai', '4|6|12', 45000),
  category('Hạt nêm', 'thịt thăn|nấm hương|gà|rau củ', '170g|400g|900g|1.8kg|3kg', 'Gói', '8|12|20', 30000),
  category(
    'Bánh quy|Bánh',
    'bơ|socola|dừa|yến mạch|mè|hành;hộp thiếc|túi',
    '120g|280g|350g|454g',
    'Hộp',
    '12|20',
    35000,
  ),
  category('Kẹo', 'dẻo|mềm|cứng|ngậm;bạc hà|sữa|trái cây|cà phê|me', '90g|120g|350g|1kg', 'Gói', '40|50', 15000),
  category(
    'Bột giặt',
    'hương nước xả|trắng sáng|hoa hồng|hương chanh|khử mùi',
    '400g|800g|2.7kg|4.1kg|6kg',
    'Túi',
    '3|4|12|18',
    90000,
  ),
  category(
    'Nước rửa chén|Nước rửa bát',
    'chanh|trà xanh|quế|muối khoáng',
    '400g|750g|1.4kg|3.6kg',
    'Chai',
    '6|12|24',
    30000,
  ),
  category(
    'Nước xả vải|Nước xả',
    'hương hoa|ban mai|nước hoa|cho bé|gió biển',
    '800ml|1.6L|2.6L|3.2L',
    'Túi',
    '4|8|12',
    75000,
  ),
  category('Dầu gội', 'sạch gàu|mềm mượt|bưởi|hà thủ ô|chống rụng', '170g|340g|640ml|900g', 'Chai', '6|12|24', 110000),
  category('Kem đánh răng', 'trà xanh|muối|bạc hà|trắng răng|ngừa sâu răng', '100g|180g|230g', 'Tuýp', '36|48', 30000),
  category('Sữa tắm', 'hương hoa|trắng da|dưỡng ẩm|cam thảo|cho nam', '250g|500g|900g|1.2kg', 'Chai', '6|12', 120000),
  category('Giấy vệ sinh', 'không lõi|có lõi;2 lớp|3 lớp', '', 'Cuộn', '6|10|12', 8000),
  category('Khăn giấy', 'rút|hộp|bỏ túi;2 lớp|3 lớp', '100 tờ|180 tờ|250 tờ', 'Gói', '10|50', 15000),
  category('Giấy in|Giấy photo', 'A3|A4|A5;70gsm|80gsm', '', 'Ram', '5', 70000),
  category('Bút bi|Viết bi', 'xanh|đỏ|đen|tím', '0.5mm|0.7mm|1.0mm', 'Cây', '20|50', 4000, true),
  category(
    'Vở|Tập học sinh|Tập',
    'kẻ ngang|ô ly|4 ô ly',
    '48 trang|96 trang|120 trang|200 trang',
    'Quyển',
    '10|100',
    9000,
  ),
  category('Băng keo|Băng dính', 'trong|đục|2 mặt|giấy|điện', '1.2cm|2.4cm|4.8cm', 'Cuộn', '6|36', 12000),
  category('Máy khoan', 'pin|động lực|bê tông|cầm tay', '550W|650W|750W|13mm', 'Cái', '', 1500000, true),
  category('Máy mài|Máy mài góc', 'cầm tay|2 tốc độ', '100mm|125mm|180mm|850W', 'Cái', '', 1100000, true),
  category(
    'Bóng đèn LED|Đèn LED',
    'tròn|bulb|tuýp|âm trần;trắng|vàng|trung tính',
    '3W|5W|7W|9W|12W|18W|20W',
    'Cái',
    '10|50',
    45000,
    true,
  ),
  category('Ổ cắm|Ổ cắm điện', '3 lỗ|4 lỗ|6 lỗ|có công tắc', '3m|5m', 'Cái', '', 120000, true),
  category('Dây điện|Cáp điện', 'đơn|đôi mềm|ruột đồng', '1.5mm|2.5mm|4mm|6mm', 'Cuộn', '100', 700000, true),
  category('Sơn nước|Sơn', 'nội thất|ngoại thất|lót;trắng|xanh|kem|xám', '1L|5L|18L', 'Thùng', '', 900000, true),
  category('Xi măng', 'PCB30|PCB40|trắng|xây tô', '40kg|50kg', 'Bao', '', 85000),
  category('Ống nhựa|Ống PVC', 'uPVC|PPR|HDPE', '21mm|27mm|34mm|42mm|60mm|90mm|114mm', 'Cây', '', 60000),
  category('Vít|Ốc vít', 'đầu dù|đầu bằng|inox|mạ kẽm', '2cm|3cm|4cm|5cm', 'Hộp', '100|500', 50000),
  category('Thép|Sắt', 'cây|cuộn|hộp|tấm', '6mm|8mm|10mm|12mm|16mm|20mm', 'Kg', '', 17000),
  category(
    'Tivi|Smart Tivi|Ti vi',
    '4K|LED|OLED|QLED',
    '32 inch|43 inch|50 inch|55 inch|65 inch',
    'Cái',
    '',
    9000000,
    true,
  ),
  category('Tủ lạnh', 'inverter|side by side|mini', '90L|180L|234L|320L|455L', 'Cái', '', 8000000, true),
  category('Điện thoại', 'đen|trắng|xanh|hồng', '64GB|128GB|256GB', 'Cái', '', 7000000, true),
  category('Mực in|Hộp mực', 'đen|xanh|đỏ|vàng', '', 'Hộp', '', 450000, true),
  category('Chuột máy tính|Chuột', 'không dây|có dây|gaming', '', 'Cái', '', 250000, true),
  category(
    'Áo thun|Áo phông',
    'nam|nữ|trẻ em;đen|trắng|xanh|đỏ;size S|size M|size L|size XL',
    '',
    'Cái',
    '',
    150000,
    true,
  ),
  category('Quần jean|Quần bò', 'nam|nữ;size 28|size 29|size 30|size 31|size 32', '', 'Cái', '', 350000, true),
  category(
    'Giày thể thao|Giày',
    'nam|nữ;trắng|đen|xám;size 38|size 39|size 40|size 41|size 42',
    '',
    'Đôi',
    '',
    450000,
    true,
  ),
  category('Viên sủi|Viên uống', 'vitamin C|canxi|sắt|kẽm|tổng hợp', '500mg|1000mg', 'Hộp', '10|20|60|100', 120000),
  category('Paracetamol|Thuốc giảm đau', 'viên nén|sủi|siro', '150mg|250mg|500mg|650mg', 'Hộp', '10|100', 40000),
  category('Khẩu trang', 'y tế 3 lớp|y tế 4 lớp|N95|vải', '', 'Hộp', '10|50', 35000),
  category('Gạo', 'thơm|ST25|tám xoan|nàng hương|nếp', '1kg|2kg|5kg|10kg|25kg', 'Túi', '', 120000),
  category('Đường', 'trắng|vàng|phèn|tinh luyện', '500g|1kg|12kg|50kg', 'Gói', '', 25000),
  category('Thức ăn cho mèo|Hạt cho mèo', 'cá ngừ|cá hồi|gà|hải sản', '85g|400g|1.2kg|7kg', 'Túi', '', 90000),
  category('Phân bón|Phân', 'NPK 16-16-8|NPK 20-20-15|urê|kali|hữu cơ', '5kg|25kg|50kg', 'Bao', '', 600000),
];

/** How price lists shorten product words. */
export const PRODUCT_SHORT: readonly (readonly [string, string])[] = [
  ['không đường', 'KĐ'],
  ['có đường', 'CĐ'],
  ['ít đường', 'IĐ'],
  ['nước', 'nc'],
  ['trắng', 'tr'],
  ['không', 'ko'],
  ['thùng', 'thg'],
  ['màu', 'm'],
  ['loại', 'l'],
  ['tiệt trùng', 'TT'],
  ['hương', 'h.'],
  ['ngoại thất', 'NT'],
  ['cho bé', 'bé'],
  ['không dây', 'wireless'],
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

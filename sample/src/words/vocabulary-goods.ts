/** The tax of a kind of goods: with the dated reduction, at the full rate, or not at all (KCT). */
export type VatClass = 'reduced' | 'standard' | 'exempt';

export type Category = {
  readonly noun: string;
  /** The clerks' word for the noun. */
  readonly short: string;
  readonly prefix: string;
  readonly group: string;
  readonly variants: readonly string[];
  /** Size as printed, base unit, units in a carton (1: no carton), price with VAT in hundreds of đồng. */
  readonly sizes: readonly (readonly [size: string, unit: string, carton: number, price: number])[];
  readonly vat: VatClass;
  /** Sold by weight or length: quantities have decimals. */
  readonly divisible?: true;
  /** Electrical goods carry a model code instead of a scent. */
  readonly model?: string;
};

const scents = [
  'hương chanh',
  'hương quế',
  'trà xanh',
  'hoa oải hương',
  'bạc hà',
  'nắng mai',
  'sả chanh',
  'hoa hồng',
  'lô hội',
  'than tre',
];
const flavours = [
  'vị truyền thống',
  'vị dâu',
  'vị cam',
  'ít đường',
  'không đường',
  'vị sô cô la',
  'mật ong',
  'vị gừng',
  'vị khoai môn',
  'vị dừa',
];

// biome-ignore lint/complexity/useMaxParams: a row of the table below, in the order of its columns
const category = (
  noun: string,
  short: string,
  prefix: string,
  group: string,
  variants: readonly string[],
  sizes: Category['sizes'],
  vat: VatClass = 'reduced',
): Category => ({ noun, short, prefix, group, variants, sizes, vat });

export const categories: readonly Category[] = [
  category('Nước rửa chén', 'NRC', 'NRC', 'Hóa phẩm', scents, [
    ['400ml', 'Chai', 24, 165],
    ['750ml', 'Chai', 12, 290],
    ['1.5L', 'Chai', 6, 520],
    ['3.6kg', 'Can', 4, 1090],
  ]),
  category('Nước lau sàn', 'NLS', 'NLS', 'Hóa phẩm', scents, [
    ['1L', 'Chai', 12, 345],
    ['2L', 'Chai', 6, 610],
    ['3.8L', 'Can', 4, 1080],
  ]),
  category('Nước giặt', 'NG', 'NGI', 'Hóa phẩm', scents, [
    ['800ml', 'Túi', 12, 425],
    ['2.4kg', 'Túi', 6, 1150],
    ['3.6kg', 'Can', 4, 1680],
  ]),
  category('Nước xả vải', 'NXV', 'NXV', 'Hóa phẩm', scents, [
    ['800ml', 'Túi', 12, 395],
    ['1.8L', 'Túi', 8, 845],
  ]),
  category('Dầu gội', 'DG', 'DGO', 'Mỹ phẩm', scents, [
    ['180ml', 'Chai', 24, 520],
    ['340ml', 'Chai', 12, 890],
    ['650ml', 'Chai', 8, 1590],
  ]),
  category('Sữa tắm', 'ST', 'STA', 'Mỹ phẩm', scents, [
    ['180ml', 'Chai', 24, 495],
    ['500ml', 'Chai', 12, 1120],
    ['900ml', 'Chai', 8, 1790],
  ]),
  category('Kem đánh răng', 'KDR', 'KDR', 'Mỹ phẩm', scents, [
    ['110g', 'Tuýp', 36, 265],
    ['180g', 'Tuýp', 36, 385],
    ['230g', 'Tuýp', 24, 455],
  ]),
  category(
    'Khăn giấy',
    'KG',
    'KGI',
    'Giấy',
    ['2 lớp', '3 lớp', 'bỏ túi', 'ăn', 'hộp vuông', 'không mùi'],
    [
      ['100 tờ', 'Gói', 48, 95],
      ['180 tờ', 'Gói', 40, 175],
      ['250 tờ', 'Hộp', 30, 260],
    ],
  ),
  category(
    'Giấy vệ sinh',
    'GVS',
    'GVS',
    'Giấy',
    ['2 lớp', '3 lớp', 'không lõi', 'có lõi', 'cao cấp', 'tiết kiệm'],
    [
      ['6 cuộn', 'Lốc', 10, 425],
      ['10 cuộn', 'Lốc', 8, 690],
      ['12 cuộn', 'Bịch', 6, 830],
    ],
  ),
  category('Cà phê hòa tan', 'CF hòa tan', 'CFH', 'Thực phẩm', flavours, [
    ['18 gói x 16g', 'Hộp', 24, 585],
    ['24 gói x 16g', 'Hộp', 20, 760],
    ['50 gói x 16g', 'Bịch', 10, 1450],
  ]),
  category('Trà túi lọc', 'Trà TL', 'TTL', 'Thực phẩm', flavours, [
    ['20 gói x 2g', 'Hộp', 48, 285],
    ['25 gói x 2g', 'Hộp', 36, 345],
    ['100 gói x 2g', 'Hộp', 12, 1120],
  ]),
  category('Bánh quy', 'BQ', 'BQU', 'Thực phẩm', flavours, [
    ['140g', 'Gói', 30, 185],
    ['300g', 'Hộp', 16, 425],
    ['454g', 'Hộp', 12, 790],
  ]),
  category(
    'Mì ăn liền',
    'Mì AL',
    'MIA',
    'Thực phẩm',
    ['tôm chua cay', 'bò hầm', 'gà nấm', 'chay', 'lẩu thái', 'sườn heo'],
    [
      ['75g', 'Gói', 30, 42],
      ['85g', 'Gói', 24, 58],
      ['105g', 'Ly', 24, 115],
    ],
  ),
  category('Sữa hạt', 'SH', 'SHA', 'Thực phẩm', flavours, [
    ['180ml', 'Hộp', 48, 92],
    ['180ml lốc 4', 'Lốc', 12, 360],
    ['1L', 'Hộp', 12, 465],
  ]),
  category(
    'Nước mắm',
    'NM',
    'NMA',
    'Gia vị',
    ['30 độ đạm', '35 độ đạm', '40 độ đạm', 'cốt nhĩ', 'chay', 'dịu nhẹ'],
    [
      ['500ml', 'Chai', 24, 445],
      ['750ml', 'Chai', 12, 625],
    ],
  ),
  category(
    'Dầu ăn',
    'DA',
    'DAN',
    'Gia vị',
    ['đậu nành', 'hướng dương', 'hạt cải', 'gạo lứt', 'mè', 'cọ tinh luyện'],
    [
      ['400ml', 'Chai', 24, 245],
      ['1L', 'Chai', 12, 525],
      ['5L', 'Can', 4, 2480],
    ],
  ),
  category(
    'Bia lon',
    'Bia',
    'BIA',
    'Đồ uống có cồn',
    ['vàng', 'đen', 'tươi', 'nhẹ', 'không lọc', 'lúa mì'],
    [
      ['330ml', 'Lon', 24, 155],
      ['500ml', 'Lon', 12, 235],
    ],
    'standard',
  ),
  category(
    'Muối i-ốt',
    'Muối',
    'MUO',
    'Gia vị',
    ['tinh', 'hạt', 'sấy', 'biển'],
    [
      ['500g', 'Gói', 40, 52],
      ['1kg', 'Gói', 20, 95],
    ],
    'exempt',
  ),
  {
    ...category('Gạo', 'Gạo', 'GAO', 'Lương thực', ['thơm', 'nếp', 'lứt', 'tám', 'tấm'], [['rời', 'Kg', 1, 235]]),
    divisible: true,
  },
  {
    ...category(
      'Dây điện đôi',
      'Dây đôi',
      'DDI',
      'Điện',
      ['vỏ vàng', 'vỏ xanh', 'vỏ trắng', 'mềm'],
      [
        ['2x1.5mm', 'Mét', 1, 145],
        ['2x2.5mm', 'Mét', 1, 225],
      ],
    ),
    divisible: true,
  },
  {
    ...category(
      'Bình đun siêu tốc',
      'Bình ĐST',
      'BDS',
      'Gia dụng',
      ['inox', 'thủy tinh', '2 lớp'],
      [
        ['1.5L', 'Cái', 12, 2850],
        ['1.8L', 'Cái', 12, 3290],
      ],
    ),
    model: 'BD',
  },
  {
    ...category(
      'Nồi cơm điện',
      'NCĐ',
      'NCD',
      'Gia dụng',
      ['nắp gài', 'nắp rời', 'điện tử'],
      [
        ['1.2L', 'Cái', 6, 6290],
        ['1.8L', 'Cái', 4, 7850],
      ],
    ),
    model: 'NC',
  },
  {
    ...category('Quạt', 'Quạt', 'QUA', 'Gia dụng', ['đứng', 'bàn', 'treo tường', 'hộp'], [['5 cánh', 'Cái', 1, 5490]]),
    model: 'QD',
  },
];

export const brands = [
  'Lavila',
  'Hương Quê',
  'Mộc Nhi',
  'Tinh Khôi',
  'Nắng Sớm',
  'Orima',
  'Delvina',
  'Kanvo',
  'Suri',
  'Bồ Công Anh',
  'Thảo Nguyên Xanh',
  'Vimora',
  'Sen Trắng',
  'Hadico',
  'Lộc Phát',
  'Miền Thơm',
  'Ánh Ban Mai',
  'Zentra',
  'Kim Ngân',
  'Dạ Thảo',
  'Ruby Home',
  'Gia Thịnh',
  'Bảo Minh',
  'Ecosun',
];

export const series = ['', 'Plus', 'Premium', 'Extra', 'Gold', 'Family', 'Nano', 'Eco'];

/** Services, sold without stock: code, name, unit, price with VAT in hundreds of đồng. */
export const services = [
  ['DV-VC', 'Phí vận chuyển', 'Chuyến', 1500],
  ['DV-LD', 'Công lắp đặt', 'Lần', 2000],
  ['DV-TB', 'Phí trưng bày hàng hóa', 'Tháng', 10000],
] as const;

export const discountItem = ['CKTM', 'Chiết khấu thương mại', 'Lần'] as const;

/** Other ways to write a unit; the first of a row is ours. */
export const unitSpellings: Readonly<Record<string, readonly string[]>> = {
  Cái: ['Cái', 'cái', 'Chiếc'],
  Hộp: ['Hộp', 'hộp', 'HỘP'],
  Gói: ['Gói', 'gói', 'Goi'],
  Chai: ['Chai', 'chai', 'CHAI'],
  Thùng: ['Thùng', 'thùng', 'Thung', 'Carton'],
  Kg: ['Kg', 'kg', 'KG'],
  Mét: ['Mét', 'mét', 'm'],
};

/** Units in which a part of one is a lawful quantity, in every spelling above. */
export const divisibleUnits = ['Kg', 'kg', 'KG', 'Mét', 'mét', 'm'];

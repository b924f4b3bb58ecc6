import { describe, expect, test } from 'vitest';
import { foldText } from './fold.ts';
import { newTokenBuffer, tokenise } from './tokenise.ts';

const KINDS = ['w', 'n', 'q', 'c'];
const out = newTokenBuffer();
const tokens = (text: string): string[] => {
  tokenise(text, out);
  return Array.from({ length: out.count }, (_, i) => {
    const chars = Array.from(out.chars.subarray(out.starts[i], out.ends[i]), (c) => String.fromCharCode(c)).join('');
    return `${KINDS[out.kinds[i]!]}:${chars}`;
  });
};
const marks = (text: string): number[] => {
  tokenise(text, out);
  return Array.from(out.marks.subarray(0, out.count));
};

describe('tokenise', () => {
  test.each([
    ['Sữa tươi Vinamilk 180ml', ['w:sua', 'w:tuoi', 'w:vinamilk', 'q:180ml']],
    ['Nước mắm 1,5 lít', ['w:nuoc', 'w:mam', 'q:1500ml']],
    ['Nước mắm 1.5L', ['w:nuoc', 'w:mam', 'q:1500ml']],
    ['Gạo 0.5kg', ['w:gao', 'q:500g']],
    ['Thùng 24x180ml', ['w:thung', 'n:24', 'q:180ml']],
    ['Bút bi x24', ['w:but', 'w:bi', 'n:24']],
    ['Máy khoan VH-120X', ['w:may', 'w:khoan', 'c:vh120x']],
    ['Máy khoan VH 120X', ['w:may', 'w:khoan', 'w:vh', 'c:120x']],
    ['Máy khoan VH120X', ['w:may', 'w:khoan', 'c:vh120x']],
    ['Giấy A4 70gsm', ['w:giay', 'c:a4', 'q:70gsm']],
    ['Giấy A4 70 g/m2', ['w:giay', 'c:a4', 'q:70gsm']],
    ['Lọc gió 123-45678-90', ['w:loc', 'w:gio', 'c:1234567890']],
    ['Lọc gió 1234567890', ['w:loc', 'w:gio', 'c:1234567890']],
    ['Phớt 004-0107, 0040107', ['w:phot', 'c:0040107', 'c:0040107']],
    ['Đời 2014-2018, 17-05-2012', ['w:doi', 'n:2014', 'n:2018', 'n:17', 'n:5', 'n:2012']],
    ['Dải 1200-2400, 1.234.567', ['w:dai', 'n:1200', 'n:2400', 'n:1234567']],
    ['HDRCX12 HDR-CX12', ['c:hdrcx12', 'c:hdrcx12']],
    ['Van DN 15, DN15', ['w:van', 'c:dn15', 'c:dn15']],
    ['Bơm 1.5HP, 2 ngựa', ['w:bom', 'q:1.5hp', 'q:2hp']],
    ['Sơn SG-500ml', ['w:son', 'w:sg', 'q:500ml']],
    ['iphone12 128GB', ['w:iphone', 'n:12', 'q:128000mb']],
    ['SSD 1TB', ['w:ssd', 'q:1000000mb']],
    ['1.500ml', ['q:1500ml']],
    ['32-inch TV', ['q:32inch', 'w:tv']],
    ['Màn hình 27" cong', ['w:man', 'w:hinh', 'q:27inch', 'w:cong']],
    ['"Bia 333"', ['w:bia', 'n:333']],
    ['Ống 1/2" và 3/4 inch', ['w:ong', 'q:0.5inch', 'w:va', 'q:0.75inch']],
    ['Ống Ø27, phi 27, Φ 27, fi27', ['w:ong', 'q:27mm', 'q:27mm', 'q:27mm', 'q:27mm']],
    ['Ống Ø1.2m', ['w:ong', 'q:1200mm']],
    ['Cà phê phi 7A', ['w:ca', 'w:phe', 'w:phi', 'c:7a']],
    ['Wi-Fi 6', ['w:wi', 'w:fi', 'n:6']],
    ['Hộp kẽm 20*40 1.4ly', ['w:hop', 'w:kem', 'n:20', 'n:40', 'q:1.4mm']],
    ['Mì ly thùng 24 ly', ['w:mi', 'w:ly', 'w:thung', 'n:24', 'w:ly']],
    ['Tôn 4.5 dem', ['w:ton', 'q:0.45mm']],
    ['Tôn 4 dem5, 4dem5', ['w:ton', 'q:0.45mm', 'q:0.45mm']],
    ['Ván 12ly7, 12 ly 7', ['w:van', 'q:12.7mm', 'q:12mm', 'n:7']],
    ['Cá 170-220g, 220-170g', ['w:ca', 'n:170', 'q:220g', 'c:220170g']],
    ['Pin 550Wp, 5.4kWp', ['w:pin', 'q:550w', 'q:5400w']],
    ['Vòi 13bar, 13 Bar', ['w:voi', 'q:13bar', 'q:13bar']],
    ['Bạc đạn 6204 ZZ, 6204ZZCM, 6204-2Z', ['w:bac', 'w:dan', 'n:6204', 'c:zz', 'n:6204', 'c:zz', 'n:6204', 'c:zz']],
    ['Vòng bi 6204-2RS1/C3, 6204DDU', ['w:vong', 'w:bi', 'n:6204', 'c:2rs', 'c:c3', 'n:6204', 'c:2rs']],
    ['Vòng bi 6204, 5204 ZZ, 6204ZX', ['w:vong', 'w:bi', 'n:6204', 'n:5204', 'w:zz', 'c:6204zx']],
    ['Thép V30x30x3 L=6m', ['w:thep', 'c:v30', 'n:30', 'n:3', 'q:6000mm']],
    ['Bu lông M16x100', ['w:bu', 'w:long', 'c:m16', 'n:100']],
    ['Cáp CVV-4x2.5mm²', ['w:cap', 'c:cvv4', 'q:2.5sq']],
    ['Cáp 4C x 2,5', ['w:cap', 'n:4', 'n:2.5']],
    ['Cáp CV-1.5', ['w:cap', 'c:cv1.5']],
    ['Xốp 1m2 x100m, 1,2m x 100m', ['w:xop', 'q:1200mm', 'q:100000mm', 'q:1200mm', 'q:100000mm']],
    ['Nệm 1m6x2mx10, 60cmx80cm', ['w:nem', 'q:1600mm', 'q:2000mm', 'n:10', 'q:600mm', 'q:800mm']],
    ['Rơ le 24VDC, DC24V, DC 24, AC220/240', ['w:ro', 'w:le', 'q:24v', 'q:24v', 'q:24v', 'q:220v', 'n:240']],
    ['Máy hàn AC30, DC24A', ['w:may', 'w:han', 'c:ac30', 'c:dc24a']],
    ['Ma ní 3.25T, 3,25 tấn, 24T', ['w:ma', 'w:ni', 'q:3250000g', 'q:3250000g', 'c:24t']],
    [
      'Bồn 1000 Tân Á, 5 tán, pa lăng 2 TAN',
      ['w:bon', 'n:1000', 'w:tan', 'w:a', 'n:5', 'w:tan', 'w:pa', 'w:lang', 'q:2000000g'],
    ],
    ['Trà 24 TAN HIEP PHAT', ['w:tra', 'n:24', 'w:tan', 'w:hiep', 'w:phat']],
    ['Bồn 1000 TAN A', ['w:bon', 'n:1000', 'w:tan', 'w:a']],
    ['Máy 5 X100', ['w:may', 'n:5', 'c:x100']],
    ['Tem 50 x 300, lốc x 200ml', ['w:tem', 'n:50', 'n:300', 'w:loc', 'w:x', 'q:200ml']],
    ['Camera 4.0MP, 4MP', ['w:camera', 'q:4mp', 'q:4mp']],
    ['Kìm 6in, in 5 in 1', ['w:kim', 'q:6inch', 'w:in', 'n:5', 'w:in', 'n:1']],
    ['Dầu gội 2in1', ['w:dau', 'w:goi', 'c:2in1']],
    ['Cưa D110mm', ['w:cua', 'q:110mm']],
    ['Switch 8-Port, 16 ports', ['w:switch', 'q:8port', 'q:16port']],
    ['Vở 96tr, áo 5 trắng', ['w:vo', 'q:96page', 'w:ao', 'n:5', 'w:trang']],
    ['Dây CV-2,5 và CV2,5', ['w:day', 'c:cv2.5', 'w:va', 'c:cv2.5']],
    ['Vitamin B1,2; VH-1,2,3', ['w:vitamin', 'c:b1', 'n:2', 'c:vh1', 'n:2.3']],
    ['Máy AB-12, 5 cái', ['w:may', 'c:ab12', 'n:5', 'w:cai']],
    ['Đèn A60N3/9W', ['w:den', 'c:a60n3', 'q:9w']],
    ['Tuýp T8 1200/20W', ['w:tuyp', 'c:t8', 'n:1200', 'q:20w']],
    ['Máy MB950L/5A2', ['w:may', 'c:mb950l5a2']],
    ['Số 12/5L, AB-9W, A60/9W2', ['w:so', 'c:125l', 'c:ab9w', 'c:a609w2']],
    ['Băng keo 4p8 100ya, 100 yard', ['w:bang', 'w:keo', 'q:48mm', 'q:100yard', 'q:100yard']],
    ['Băng keo 4F8', ['w:bang', 'w:keo', 'q:48mm']],
    ['Tủ H400xW300xD150, W200 x H100', ['w:tu', 'q:400=h', 'q:300=w', 'q:150=d', 'q:200=w', 'q:100=h']],
    ['Bàn D1200xR600xC750mm', ['w:ban', 'q:1200=d', 'q:600=w', 'q:750=h']],
    ['Tủ H75cm, xà gồ C75mm', ['w:tu', 'q:750mm', 'w:xa', 'w:go', 'w:c', 'q:75mm']],
    ['Loa 8Ω, 8 ohm', ['w:loa', 'q:8ohm', 'q:8ohm']],
    [
      'Gói 1 năm, 12 tháng, 2 Nam Hải, thang 12 bậc',
      ['w:goi', 'q:12month', 'q:12month', 'n:2', 'w:nam', 'w:hai', 'w:thang', 'n:12', 'w:bac'],
    ],
    ['Vụ 2025 năm nay', ['w:vu', 'n:2025', 'w:nam', 'w:nay']],
    ['Tour 3N2Đ, 3 ngày 2 đêm, 3N2D', ['w:tour', 'q:3day', 'q:2night', 'q:3day', 'q:2night', 'c:3n2d']],
    ['Mực 952Y, 003Y, 664Y', ['w:muc', 'c:952y', 'c:003y', 'c:664y']],
    ['Bộ 2 khởi động từ, gỗ 100 khoi', ['w:bo', 'n:2', 'w:khoi', 'w:dong', 'w:tu', 'w:go', 'n:100', 'w:khoi']],
    ['Oxy 6 khối, 6m3', ['w:oxy', 'q:6000000ml', 'q:6000000ml']],
    ['Băng keo 100Y, 4 dem5', ['w:bang', 'w:keo', 'q:100yard', 'q:0.45mm']],
    ['Thẻ 2 triệu', ['w:the', 'q:2000000vnd']],
    ['Máy H400, H4xW', ['w:may', 'c:h400', 'c:h4xw']],
    ['Kẹo 5đ', ['w:keo', 'c:5d']],
    ['Suất 25.000đ, 100.000 VNĐ, 1374D-1A', ['w:suat', 'q:25000vnd', 'q:100000vnd', 'c:1374d1a']],
    ['Băng 4p80, 24p5, 4p 8, 4p8x', ['w:bang', 'c:4p80', 'c:24p5', 'c:4p', 'n:8', 'c:4p8x']],
    ['Vải 5 yd, viên 50ug', ['w:vai', 'q:5yard', 'w:vien', 'q:0.00005g']],
    ['MCB 4P 80A', ['w:mcb', 'c:4p', 'c:80a']],
    ['Ống 2 ly 3, hộp 1ly2', ['w:ong', 'q:2.3mm', 'w:hop', 'q:1.2mm']],
    ['Kính 5 ly 2 lớp', ['w:kinh', 'q:5mm', 'n:2', 'w:lop']],
    ['Thép 1 ly 4x8', ['w:thep', 'q:1mm', 'n:4', 'n:8']],
    ['Ván 8 ly 2; 1.2 ly 5; 2 ly 3-4', ['w:van', 'q:8mm', 'n:2', 'q:1.2mm', 'n:5', 'q:2mm', 'n:3', 'n:4']],
    ['Ván 17 ly 2', ['w:van', 'q:17mm', 'n:2']],
    ['Tụ 2,5µF, 2.5μF, 2.5uF', ['w:tu', 'q:2.5uf', 'q:2.5uf', 'q:2.5uf']],
    ['Tuýp 6 tấc', ['w:tuyp', 'q:600mm']],
    ['Máy KS.05.12', ['w:may', 'c:ks0512']],
    ['Vải khổ 1m6, K1m6, K1.6m', ['w:vai', 'w:kho', 'q:1600mm', 'q:1600mm', 'q:1600mm']],
    ['Bạt 20m2', ['w:bat', 'q:20000000sq']],
    ['Siro 250mg/5ml', ['w:siro', 'q:0.25g', 'q:5ml']],
    ['Viên 0,5mg', ['w:vien', 'q:0.0005g']],
    ["noah's ark 950 000", ['w:noahs', 'w:ark', 'n:950', 'n:0']],
  ])('%s', (text, expected) => {
    expect(tokens(text)).toEqual(expected);
  });

  test('the place of a tone mark does not matter, the tone does', () => {
    expect(marks('hoà')).toEqual(marks('hòa'));
    expect(marks('hòa'.normalize('NFD'))).toEqual(marks('hòa'));
    expect(marks('Hòa')).not.toEqual(marks('Hóa'));
    expect(marks('tuan')).toEqual([0]);
    expect(marks('giầy mầu')).toEqual(marks('giày màu'));
    expect(marks('cần')).not.toEqual(marks('càn'));
  });

  test('folding keeps đ as d', () => {
    expect(foldText('  Đặng   Thị  HOÀ-Bình ')).toBe('dang thi hoa binh');
  });
});

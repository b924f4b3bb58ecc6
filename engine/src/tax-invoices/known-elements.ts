import type { XmlElement } from './element.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const PARTY = 'Ten MST DChi SDThoai DCTDTu STKNHang TNHang TTKhac';

/** The children that the format knows, by the name of the element that holds them. */
const CHILDREN: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['DLHDon', words('TTChung NDHDon TTKhac DLQRCode MCCQT')],
  [
    'TTChung',
    words(
      'PBan THDon KHMSHDon KHHDon SHDon MHSo NLap HDCTTChinh HDDCKPTQuan SBKe NBKe DVTTe TGia HTTToan MSTTCGP MSTDVNUNLHDon TDVNUNLHDon DCDVNUNLHDon TTHDLQuan TTKhac MCCQT',
    ),
  ],
  [
    'TTHDLQuan',
    words(
      'TCHDon LHDCLQuan KHMSHDCLQuan KHHDCLQuan SHDCLQuan NLHDCLQuan SBKCLQuan NBKCLQuan MSTCLQuan GChu TTHDLQuan HDLQuan',
    ),
  ],
  ['NDHDon', words('NBan NMua DSHHDVu TToan TTKhac')],
  ['NBan', words(`${PARTY} MCHang TCHang Fax Website HDKTSo HDKTNgay LDDNBo HVTNXHang TNVChuyen PTVChuyen HDSo`)],
  ['NMua', words(`${PARTY} MDVQHNSach MKHang CCCDan SHChieu HVTNMHang HVTNNHang`)],
  ['DSHHDVu', words('HHDVu')],
  ['HHDVu', words('TChat STT MHHDVu THHDVu DVTinh SLuong DGia TLCKhau STCKhau ThTien TSuat TTHHDTrung TTKhac')],
  ['TTHHDTrung', words('TTin')],
  ['TToan', words('THTTLTSuat TgTCThue TgTKCThue TGTKCThue TgTThue DSLPhi TTCKTMai TGTKhac TgTTTBSo TgTTTBChu TTKhac')],
  ['THTTLTSuat', words('LTSuat')],
  ['LTSuat', words('TSuat ThTien TThue')],
  ['DSLPhi', words('LPhi')],
  ['LPhi', words('TLPhi TPhi')],
  ['TTKhac', words('TTin')],
  ['TTin', words('TTruong KDLieu DLieu LHHDTrung')],
]);

/** The number of elements in DLHDon that the format does not know; what they hold is not counted again. */
export function unknownElementsIn(element: XmlElement): number {
  const known = CHILDREN.get(element.name);
  if (known === undefined) return 0;
  let unknown = 0;
  for (const child of element.children) unknown += known.has(child.name) ? unknownElementsIn(child) : 1;
  return unknown;
}

import { inUse } from './in-use.ts';
import type { RecordType } from './record.ts';

/** The two lists of partners in AMIS, by the noun of what each lists. */
export const PARTNER_NOUNS = { customer: 'khách hàng', supplier: 'nhà cung cấp' } as const;

/** A customer or supplier of AMIS, as the lists of both bring it. */
export const amisPartner = {
  table: 'amis_partners',
  entity: 'amis-partner',
  noun: 'Đối tượng',
  fields: {
    code: {
      kind: 'code',
      label: 'Mã',
      sorts: true,
      searched: true,
      heading: { header: 'Mã khách hàng', aliases: ['Mã KH'], required: 'value' },
    },
    name: {
      kind: 'text',
      label: 'Tên',
      sorts: true,
      searched: true,
      edited: { max: 500, required: true },
      heading: { header: 'Tên khách hàng', aliases: ['Tên KH'], required: 'value' },
    },
    taxCode: {
      kind: 'taxCode',
      label: 'Mã số thuế',
      sorts: true,
      searched: true,
      edited: { max: 20 },
      heading: { header: 'Mã số thuế', aliases: ['MST', 'Mã số thuế/CCCD chủ hộ'] },
    },
    taxCodeCheck: {
      kind: 'choice',
      label: 'Kiểm tra MST',
      empty: 'none',
      filter: 'several',
      words: {
        none: 'Không có MST',
        valid: 'MST hợp lệ',
        branch_range: 'Chi nhánh ngoài 001–990',
        bad_checksum: 'Sai số kiểm tra',
        bad_format: 'Sai định dạng',
        personal_id: 'Số định danh',
      },
    },
    address: { kind: 'text', label: 'Địa chỉ', edited: { max: 500 }, heading: { header: 'Địa chỉ' } },
    phone: {
      kind: 'phone',
      label: 'Điện thoại',
      searched: true,
      edited: { max: 200 },
      heading: {
        header: 'Điện thoại',
        aliases: ['Số điện thoại', 'ĐT', 'Số ĐT', 'SĐT', 'Điện thoại cố định', 'ĐT cố định', 'Tel'],
      },
    },
    email: { kind: 'text', label: 'Email', edited: { max: 200 }, heading: { header: 'Email' } },
    idNumber: {
      kind: 'code',
      label: 'Số CCCD/giấy tờ',
      personal: true,
      edited: { max: 12, digits: true },
      heading: {
        header: 'Số CCCD/giấy tờ',
        aliases: [
          ...['Số CMND', 'Số CCCD', 'Số CMND/CCCD', 'Số CCCD/CMND', 'Số CCCD/Định danh', 'CCCD', 'Số căn cước'],
          ...[
            'Số định danh cá nhân',
            'Số định danh',
            'Mã định danh cá nhân',
            'Số CMND/Thẻ căn cước',
            'Số CMND/Căn cước',
          ],
        ],
      },
    },
    passport: {
      kind: 'code',
      label: 'Số hộ chiếu',
      personal: true,
      edited: { max: 20 },
      heading: { header: 'Số hộ chiếu', aliases: ['Hộ chiếu', 'Số passport', 'Passport'] },
    },
    nationality: {
      kind: 'text',
      label: 'Quốc tịch',
      edited: { max: 100 },
      heading: { header: 'Quốc tịch' },
    },
    budgetCode: {
      kind: 'code',
      label: 'Mã số ĐVQHNS',
      edited: { max: 7, digits: true },
      heading: {
        header: 'Mã số ĐVQHNS',
        aliases: [
          ...['Mã ĐVQHNS', 'Mã số đơn vị QHNS', 'Mã đơn vị QHNS', 'Mã QHNS', 'MSĐVQHNS'],
          ...['Mã số đơn vị có quan hệ với ngân sách', 'Mã đơn vị quan hệ ngân sách'],
        ],
      },
    },
    group: {
      kind: 'text',
      label: 'Nhóm',
      column: 'partner_group',
      sorts: true,
      filter: 'one',
      edited: { max: 200 },
      heading: { header: 'Nhóm KH, NCC' },
    },
    isOrganisation: {
      kind: 'boolean',
      nullable: true,
      label: 'Loại',
      words: { true: 'Tổ chức', false: 'Cá nhân' },
      filter: 'one',
      edited: true,
      heading: {
        header: 'Loại (tổ chức/cá nhân)',
        aliases: ['Loại', 'Tổ chức/Cá nhân'],
        choices: { true: ['Tổ chức', '0'], false: ['Cá nhân', '1'] },
      },
      keptWhenBlank: true,
    },
    isActive: inUse,
    isInternal: {
      kind: 'boolean',
      label: 'Đối tượng nội bộ',
      short: 'Nội bộ',
      words: { true: 'Nội bộ', false: 'Bên ngoài' },
      filter: 'one',
      edited: true,
      heading: { header: 'Là đối tượng nội bộ', blank: false },
    },
    note: { kind: 'note', label: 'Ghi chú', edited: { max: 2000 } },
  },
} as const satisfies RecordType;

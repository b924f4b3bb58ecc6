import type { IssuingBasis } from './issuing-basis.ts';

export type BasisProblem = { readonly path: readonly string[]; readonly message: string };

/** The gaps and contradictions of a basis, each with its field and a clause to follow the field's name. */
export function basisProblems(basis: IssuingBasis): BasisProblem[] {
  const found: BasisProblem[] = [];
  const say = (path: string, message: string) => found.push({ path: path.split('.'), message });
  const { kind, fromDate, toDate, counterparty: party, delegation, agency, transfer } = basis;
  if (toDate !== undefined && toDate < fromDate) say('toDate', 'ngày cuối của căn cứ không được trước ngày đầu');
  if (kind === 'own') {
    if (party) say('counterparty', 'hàng của chính đơn vị thì không có bên kia');
  } else {
    if (!basis.contractNumber) say('contractNumber', 'cần số hợp đồng');
    if (!basis.contractDate) say('contractDate', 'cần ngày hợp đồng');
    else if (basis.contractDate > fromDate) say('contractDate', 'hợp đồng không được ký sau ngày đầu của căn cứ');
    if (!party) say('counterparty', 'cần bên kia của hợp đồng');
    else if (party.profile !== undefined) {
      if (party.profile === basis.profile) say('counterparty.profile', 'hai bên của hợp đồng không được là một hồ sơ');
    } else
      for (const [field, name] of PARTY_FIELDS)
        if (!party[field]) say(`counterparty.${field}`, `cần ${name} của bên kia, hoặc chọn hồ sơ`);
  }
  for (const [own, details] of Object.entries({ delegation, agency, intercompany: transfer })) {
    const path = own === 'intercompany' ? 'transfer' : own;
    if (own === kind && details === undefined) say(path, NEEDED[kind as keyof typeof NEEDED]);
    if (own !== kind && details !== undefined) say(path, 'không dùng cho loại căn cứ này');
  }
  if (kind === 'delegation' && delegation) {
    if (!delegation.publishedAt)
      say('delegation.publishedAt', 'cần nơi công khai việc ủy nhiệm (website, cửa hàng, báo)');
    for (const [sent, accepted] of NOTICES)
      if (delegation[accepted] && (!delegation[sent] || delegation[sent] > delegation[accepted]))
        say(`delegation.${sent}`, 'cần ngày gửi thông báo, không sau ngày được chấp nhận');
  }
  if (kind === 'agency' && agency?.mode === 'd2' && !agency.listDays)
    say('agency.listDays', 'cần kỳ lập bảng kê hàng hóa bán ra: 5 hoặc 10 ngày');
  return found;
}

const PARTY_FIELDS = [
  ['name', 'tên'],
  ['taxCode', 'mã số thuế'],
  ['address', 'địa chỉ'],
] as const;

const NOTICES = [
  ['sellerSentOn', 'sellerAcceptedOn'],
  ['makerSentOn', 'makerAcceptedOn'],
] as const;

const NEEDED = {
  delegation: 'cần thông tin ủy nhiệm: thông báo với cơ quan thuế, nơi công khai',
  agency: 'cần cách giao hàng đại lý (d.1 hoặc d.2)',
  intercompany: 'cần số và ngày của hóa đơn chuyển hàng đầu tiên',
} as const;

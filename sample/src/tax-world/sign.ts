import { type Firm, newTestAuthority, type TestSigner } from '../tax-invoices/test-authority.ts';
import { PLAIN_STYLE, type Signers, type WritingStyle, writeTaxInvoice } from '../tax-invoices/write-tax-invoice.ts';
import { sellerOf, type TaxFacts } from './deal.ts';
import type { ToldFile } from './telling.ts';
import { invoiceToWrite } from './write-facts.ts';

/** The software of the sellers, each with its own manner of writing and signing. */
const STYLES: readonly Partial<WritingStyle>[] = [
  {},
  { prefix: 'inv', namespace: 'http://hoa-don.example/inv', signaturePrefix: 'ds', transforms: 'enveloped_inclusive' },
  { emptyFields: true, dataId: 'SignData', encoding: 'utf-8-bom', newline: '\r\n' },
  { lineBreaks: true, turned: true, dataId: 'Id-1', wrapper: 'message', transforms: 'exclusive' },
  { encoding: 'utf-16le', namespace: 'http://ke-toan.example/hoadon', signedInfo: 'exclusive' },
];

const OTHER: Firm = { taxCode: '0100000012', name: 'Công ty Mẹ Không Ủy Nhiệm' };
const OFFICE: Firm = { taxCode: '0100000011', name: 'Cơ quan thuế (thử)' };

/** Writes invoices to bytes, signed by an authority that exists for this call alone: no two calls give the same signatures. */
export function newSigning(): (file: ToldFile) => Buffer {
  const authority = newTestAuthority();
  const known = new Map<string, TestSigner>();
  const signerOf = (firm: Firm): TestSigner => {
    const made = known.get(firm.taxCode) ?? authority.signerOf(firm);
    known.set(firm.taxCode, made);
    return made;
  };
  const signersOf = ({ facts, signer }: ToldFile): Signers => {
    // A seller who sends without a code has no signature of the tax authority.
    const hasOffice = facts.channel !== 'uncoded' && signer !== 'none';
    return {
      ...(signer === 'seller' && { seller: signerOf(firmOf(facts)) }),
      ...(signer === 'other' && { seller: signerOf(OTHER) }),
      ...(hasOffice && { authority: signerOf(OFFICE) }),
    };
  };
  return (file) => writeTaxInvoice(invoiceToWrite(file.facts), signersOf(file), styleOf(file.facts));
}

const firmOf = (facts: TaxFacts): Firm => {
  const { taxCode, name } = sellerOf(facts);
  return { taxCode, name };
};

function styleOf(facts: TaxFacts): WritingStyle {
  const style = STYLES[Number(sellerOf(facts).taxCode.slice(0, 10)) % STYLES.length]!;
  return { ...PLAIN_STYLE, ...style, signedAt: `${facts.date}T09:30:00` };
}

import { at } from '@khop/engine/tax-invoices/element.ts';
import type { SignaturePlace } from '@khop/engine/tax-invoices/signature.ts';
import { parseXml, type XmlNode } from '../parse-xml.ts';
import { type CheckedSignature, checkSignature, type SignedInvoice } from './check-signature.ts';
import { DSIG } from './signature-parts.ts';

export type CheckedInvoice = {
  readonly signatures: readonly CheckedSignature[];
  /** The signature that speaks for the data; undefined without any. */
  readonly leading: CheckedSignature | undefined;
  /** DLHDon out of the bytes that the leading signature digested; undefined unless it is intact. */
  readonly signedData: XmlNode | undefined;
  /** True when a signature lies where none belongs. */
  readonly hasStray: boolean;
};

const HOLDERS: Readonly<Record<string, SignaturePlace>> = {
  NBan: 'seller',
  NMua: 'buyer',
  CQT: 'authority',
  CCKSKhac: 'other',
};

const isSignature = (node: XmlNode): boolean => node.name === 'Signature' && node.uri === DSIG;

/** Checks every signature of an invoice by its path under DSCKS; one anywhere else is never followed. */
export function checkInvoice(invoice: SignedInvoice): CheckedInvoice {
  // The element that `at` finds in a tree of these is one of them.
  const holders = (at(invoice.whole, 'DSCKS') as XmlNode | undefined)?.children ?? [];
  const signatures = holders.flatMap((holder) => {
    const place = Object.hasOwn(HOLDERS, holder.name) ? HOLDERS[holder.name] : undefined;
    return place === undefined
      ? []
      : holder.children.filter(isSignature).map((node) => checkSignature(node, place, invoice));
  });
  const inPlace = new Set(signatures.map(({ node }) => node));
  const leading =
    signatures.find(({ check }) => check.verdict === 'broken') ??
    ['seller', 'authority', 'buyer', 'other']
      .map((place) => signatures.find(({ check }) => check.place === place))
      .find((one) => one !== undefined);
  return {
    signatures,
    leading,
    signedData: leading?.signedText === undefined ? undefined : parseXml(leading.signedText),
    hasStray: hasStraySignature(invoice.whole, inPlace),
  };
}

function hasStraySignature(node: XmlNode, inPlace: ReadonlySet<XmlNode>): boolean {
  if (inPlace.has(node)) return false;
  return isSignature(node) || node.children.some((child) => hasStraySignature(child, inPlace));
}

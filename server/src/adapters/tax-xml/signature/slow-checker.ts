import { runInNewContext } from 'node:vm';
import { taxRefusal } from '@khop/engine/tax-invoices/element.ts';
import { DOMParser } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { limits } from '../limits.ts';
import type { XmlNode } from '../parse-xml.ts';
import { DSIG, Unreadable } from './signature-parts.ts';

/**
 * Checks one signature with xml-crypto, for documents whose canonical form our own writer does not know. Its form has been found as
 * expected already. The answer is the canonical text of every reference, in their order, which is what was digested;
 * undefined when the digest or the signature is wrong. Throws Unreadable, and READING_TOO_LONG.
 */
export function checkSlowly(text: string, signature: XmlNode, certificate: string): readonly string[] | undefined {
  if (text.length > limits.slowBytes) throw new Unreadable('Tệp quá lớn để kiểm tra chữ ký theo cách của nó.');
  const check = (): string[] | undefined => {
    const checker = new SignedXml({ publicCert: certificate, getCertFromKeyInfo: () => null });
    checker.loadSignature(sameIn(text, signature));
    return checker.checkSignature(text) ? checker.getSignedReferences() : undefined;
  };
  try {
    // Code that was called from a context with a time limit ends with it: nothing else can stop what never waits.
    return runInNewContext('check()', { check }, { timeout: limits.slowMs }) as string[] | undefined;
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw taxRefusal('READING_TOO_LONG');
    if (error instanceof Unreadable) throw error;
    if (/^invalid signature/.test((error as Error).message)) return undefined;
    throw new Unreadable('Chữ ký không đọc được.');
  }
}

/** The element of the text's own document in the same place. */
function sameIn(text: string, node: XmlNode): Node {
  const way: number[] = [];
  for (let at = node; at.parent !== undefined; at = at.parent) way.unshift(at.parent.children.indexOf(at));
  let found: Element = new DOMParser().parseFromString(text, 'text/xml').documentElement;
  for (const index of way) found = elementsIn(found)[index]!;
  if (found?.localName !== 'Signature' || found.namespaceURI !== DSIG) throw new Unreadable('Chữ ký không đọc được.');
  return found;
}

const elementsIn = (parent: Element): Element[] =>
  // Only elements have this type of node.
  Array.from(parent.childNodes).filter((one) => one.nodeType === 1) as Element[];

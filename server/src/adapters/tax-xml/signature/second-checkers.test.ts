import { randomOf } from '@khop/sample/random.ts';
import { writeTaxInvoice } from '@khop/sample/tax-invoices/write-tax-invoice.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeXml } from '../decode-xml.ts';
import { anyInvoice, anyStyle } from '../testing/arbitrary.ts';
import { outcomeOf, sellerSigner } from '../testing/made-up.ts';
import { isCertificateDamaged, xmlCryptoSays, xmldsigjsSays } from '../testing/second-checkers.ts';

/** The number of invoices the three checkers are held against each other on; thousands by hand: KHOP_TEST_SIGNED=5000. */
const RUNS = Number(process.env.KHOP_TEST_SIGNED ?? 120);

/** Changes that a hand or a program makes to a file. */
const CHANGES: readonly ((text: string, seed: number) => string)[] = [
  (text) => text,
  (text) => text,
  // A letter or digit somewhere, also in the signature.
  (text, seed) => {
    const at = randomOf(seed, 'place').int(text.indexOf('DLHDon'), text.length - 1);
    return /[a-z\d]/i.test(text[at]!) ? text.slice(0, at) + (text[at] === '7' ? '8' : '7') + text.slice(at + 1) : text;
  },
  (text) => text.replace(/><(?=[^/])/, '>\n<'),
  (text) => text.replace(/\r?\n/g, '\r\n'),
  (text) => text.replace(/<(\w+:)?PBan>/, '<$1PBan >'),
  (text) => text.replace(/(<(?:\w+:)?HDon)/, '$1 xmlns:more="urn:more"'),
  (text) => text.replace(/(<(?:\w+:)?DLHDon)/, '$1 more="1"'),
  (text) => text.replace(/(<(?:\w+:)?NDHDon)/, '$1 xmlns:unused="urn:unused"'),
  (text) => text.replace(/<(\w+:)?TgTTTBSo>([^<]*)/, '<$1TgTTTBSo>&#x31;$2'),
  (text) => text.replace(/(<SigningTime>)/, '$11'),
];

it('our checker, xml-crypto and xmldsigjs agree on every invoice, changed or not', async () => {
  let [yes, no] = [0, 0];
  await fc.assert(
    fc.asyncProperty(anyInvoice, anyStyle, fc.nat(), async (invoice, style, seed) => {
      const bytes = writeTaxInvoice(invoice, { seller: sellerSigner }, { ...style, encoding: 'utf-8' });
      const text = CHANGES[seed % CHANGES.length]!(decodeXml(bytes), seed);
      const ours = outcomeOf(text);
      // A refusal by the gate is no matter of signatures.
      if (ours === ours.toUpperCase()) return;
      // A certificate that cannot be read has not been judged.
      if (ours === 'unreadable' && isCertificateDamaged(text)) return;
      const isIntact = ours === 'intact' || ours === 'intact_weak';
      expect({ ours: isIntact, text }).toEqual({ ours: xmlCryptoSays(text), text });
      expect({ ours: isIntact, text }).toEqual({ ours: await xmldsigjsSays(text), text });
      if (isIntact) yes += 1;
      else no += 1;
    }),
    { numRuns: RUNS },
  );
  expect(yes).toBeGreaterThan(RUNS / 5);
  expect(no).toBeGreaterThan(RUNS / 10);
});

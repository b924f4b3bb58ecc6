import { PLAIN_STYLE, writeTaxInvoice } from '@khop/sample/tax-invoices/write-tax-invoice.ts';
import { describe, expect, it } from 'vitest';
import { limits } from './limits.ts';
import { invoiceOf, oneIn, outcomeOf, readText, seller, sellerSigner, signedText } from './testing/made-up.ts';

const good = signedText();
const inData = (piece: string, text = good): string => text.replace('<NDHDon>', `${piece}<NDHDon>`);
const data = /<DLHDon[\s\S]*<\/DLHDon>/.exec(good)![0];
const signature = /<Signature[\s\S]*<\/Signature>/.exec(good)![0];

it('the invoice that all of these begin with is intact', () => {
  expect(outcomeOf(good)).toBe('intact');
});

describe('what no invoice has and an attack needs', () => {
  it.each([
    ['a document type', good.replace('<HDon', '<!DOCTYPE HDon><HDon'), 'XML_DOCTYPE'],
    [
      'entities that multiply',
      good.replace('<HDon', '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><HDon').replace('Hoa Mai', '&b;'),
      'XML_DOCTYPE',
    ],
    ['an outside entity', good.replace('<HDon', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><HDon'), 'XML_DOCTYPE'],
    ['an entity of its own', good.replace('Hoa Mai', '&ten;'), 'XML_ENTITY'],
    ['an instruction in a value', good.replace('Hoa Mai', 'Hoa <?x Mai?>'), 'XML_INSTRUCTION'],
    ['an instruction before the root', good.replace('<HDon', '<?xml-stylesheet href="x"?><HDon'), 'XML_INSTRUCTION'],
    ['a comment in a value', good.replace('Hoa Mai', 'Hoa <!-- --> Mai'), 'XML_COMMENT'],
    ['a comment in a digest', good.replace('<DigestValue>', '<DigestValue><!-- x -->'), 'XML_COMMENT'],
    ['elements too deep', inData('<TTKhac>'.repeat(40) + '</TTKhac>'.repeat(40)), 'XML_TOO_DEEP'],
    ['a million levels', `<HDon>${'<a>'.repeat(1_000_000)}`, 'XML_TOO_DEEP'],
    ['too many elements', inData('<a/>'.repeat(limits.elements)), 'XML_TOO_MANY_ELEMENTS'],
    [
      'too many attributes',
      inData(`<a ${Array.from({ length: 17 }, (_, at) => `a${at}="1"`).join(' ')}/>`),
      'XML_TOO_MANY_ATTRIBUTES',
    ],
    ['a giant attribute', inData(`<a b="${'x'.repeat(70_000)}"/>`), 'XML_TEXT_TOO_LONG'],
    ['a giant text', good.replace('Hoa Mai', 'x'.repeat(70_000)), 'XML_TEXT_TOO_LONG'],
    [
      'a giant text in pieces',
      good.replace('Hoa Mai', `<![CDATA[${'x'.repeat(40_000)}]]>`.repeat(2)),
      'XML_TEXT_TOO_LONG',
    ],
    ['a giant file', good + ' '.repeat(limits.fileBytes), 'XML_TOO_LARGE'],
    ['an unknown prefix', good.replace('<NDHDon>', '<NDHDon><x:a/>'), 'XML_NAMESPACE'],
    ['an Id twice', inData('<TTKhac Id="data"/>'), 'XML_ID_TWICE'],
    ['an Id twice in other letters', inData('<TTKhac id="data"/>'), 'XML_ID_TWICE'],
    ['two roots', `${good}<HDon/>`, 'XML_MALFORMED'],
    ['a cut file', good.slice(0, -20), 'XML_MALFORMED'],
    ['XML 1.1', good.replace('version="1.0"', 'version="1.1"'), 'XML_MALFORMED'],
    ['another root', '<Workbook/>', 'NOT_AN_INVOICE'],
    ['no XML', 'PBan;2.0.1', 'NOT_XML'],
    ['another declared code', good.replace('utf-8', 'windows-1258'), 'XML_ENCODING'],
    ['UTF-16 without its mark', Buffer.from(good, 'utf16le'), 'XML_ENCODING'],
    ['bytes that are no UTF-8', Buffer.from(good.replace('Hoa Mai', 'Công ty'), 'latin1'), 'XML_ENCODING'],
    ['UTF-16 that says UTF-8', Buffer.from(`\ufeff${good}`, 'utf16le'), 'XML_ENCODING'],
    ['a value in a value', good.replace('<MST>', '<MST><a>1</a>'), 'VALUE_NESTED'],
    ['a value twice', good.replace('<KHHDon>', '<KHHDon>C26TBB</KHHDon><KHHDon>'), 'VALUE_TWICE'],
    ['a number that is none', good.replace(/<TgTTTBSo>\d+/, '<TgTTTBSo>NaN'), 'NUMBER_UNREADABLE'],
    ['a number of too many digits', good.replace(/<TgTTTBSo>\d+/, `<TgTTTBSo>${'9'.repeat(31)}`), 'NUMBER_UNREADABLE'],
    ['a giant exponent', good.replace(/<TgTTTBSo>\d+/, '<TgTTTBSo>1e999'), 'NUMBER_UNREADABLE'],
    ['thousands or a fraction', good.replace(/<TgTTTBSo>\d+/, '<TgTTTBSo>1,234'), 'NUMBER_UNREADABLE'],
    ['no seller', good.replace(`<MST>${seller.taxCode}</MST>`, ''), 'IDENTITY_INCOMPLETE'],
    ['too many lines', good.replace('<DSHHDVu>', `<DSHHDVu>${'<HHDVu/>'.repeat(10_001)}`), 'TOO_MANY_LINES'],
  ])('%s is refused', (_, text, code) => {
    expect(outcomeOf(text)).toBe(code);
  });

  it('is refused in a moment, and with a sentence', () => {
    const started = performance.now();
    const { refused } = readText(`<HDon>${'<a b="1">'.repeat(1_000_000)}`);
    expect(refused[0]!.message).toMatch(/^[A-ZĐ].*\.$/);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('a signature wrapped around other data', () => {
  const forged = data.replaceAll('Hoa Mai', 'Kẻ Gian');
  it.each([
    [
      'a second DLHDon without an Id before the signed one',
      good.replace(data, forged.replace(' Id="data"', '') + data),
    ],
    ['a second DLHDon after it', good.replace(data, data + forged.replace('"data"', '"other"'))],
    [
      'the signed DLHDon hidden in a free field',
      good.replace(data, forged.replace(' Id="data"', '').replace('</DLHDon>', `<TTKhac>${data}</TTKhac></DLHDon>`)),
    ],
    [
      'the signed DLHDon hidden in the signature',
      good
        .replace(data, forged.replace('"data"', '"x"'))
        .replace('</Signature>', `<Object>${data}</Object></Signature>`),
    ],
    [
      'an invoice in an invoice',
      good.replace(data, forged.replace('"data"', '"x"')).replace('</DSCKS>', `</DSCKS><HDon>${data}</HDon>`),
    ],
  ])('%s is refused', (_, text) => {
    expect(['SEVERAL_DATA', 'unreadable']).toContain(outcomeOf(text));
    expect(outcomeOf(text)).toBe('SEVERAL_DATA');
  });

  it.each([
    ['a reference to another part', good.replace('URI="#data"', 'URI="#NBan-data-time"')],
    ['a reference to the whole file', good.replace('URI="#data"', 'URI=""')],
    ['a reference by an expression', good.replace('URI="#data"', `URI="#xpointer(id('data'))"`)],
    ['a signature in the data', inData(signature, good.replace(signature, ''))],
    ['a signature beside its place', good.replace(signature, '').replace('</HDon>', `${signature}</HDon>`)],
    [
      'a transform that chooses',
      good.replace(
        'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
        'http://www.w3.org/TR/1999/REC-xpath-19991116',
      ),
    ],
    [
      'a style sheet as a transform',
      good.replace(
        'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
        'http://www.w3.org/TR/1999/REC-xslt-19991116',
      ),
    ],
    [
      'a message code instead of a key',
      good.replace('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2000/09/xmldsig#hmac-sha1'),
    ],
    [
      'two SignedInfo',
      good.replace('</SignedInfo>', `</SignedInfo>${/<SignedInfo>[\s\S]*<\/SignedInfo>/.exec(good)![0]}`),
    ],
    ['no certificate', good.replace(/<KeyInfo>[\s\S]*<\/KeyInfo>/, '')],
    ['a certificate that is none', good.replace(/<X509Certificate>[^<]*/, '<X509Certificate>AAAA')],
  ])('%s is never intact', (_, text) => {
    expect(outcomeOf(text)).toBe('unreadable');
  });

  it('the signature of another invoice of the same seller is broken', () => {
    const other = writeTaxInvoice(invoiceOf({ total: '1' }), { seller: sellerSigner }, PLAIN_STYLE).toString();
    const moved = other.replace(/<Signature[\s\S]*<\/Signature>/, signature);
    expect(outcomeOf(moved)).toBe('broken');
  });

  it('a data part that was signed as such and says more is told by the values that were signed', () => {
    const read = oneIn(good);
    expect(read.invoice.seller.name).toBe(seller.name);
    expect(read.invoice.dataId).toBe('data');
  });
});

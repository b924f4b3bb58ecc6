/** A tag, or the end of one. Names are in small letters. */
export type HtmlTag = {
  readonly name: string;
  readonly isEnd: boolean;
  /** The value of an attribute, '' where it has none, undefined where it is not there. */
  attribute(name: string): string | undefined;
};

/** Elements whose content is not shown, or is no markup. */
const UNSEEN = new Set(['script', 'style', 'head', 'title', 'xml', 'template']);
const ATTRIBUTE = /([^\s=/"'>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

/**
 * The tags and the texts between them, as browsers see them: without comments, scripts, styles and the head. Texts keep their entities;
 * `htmlText` reads them.
 */
export function* walkHtml(html: string): Generator<HtmlTag | string> {
  for (let at = 0; at < html.length; ) {
    const tag = html.indexOf('<', at);
    const until = tag < 0 ? html.length : tag;
    if (until > at) yield html.slice(at, until);
    if (tag < 0) return;
    if (html.startsWith('<!--', tag)) {
      const end = html.indexOf('-->', tag + 4);
      if (end < 0) return;
      at = end + 3;
      continue;
    }
    if (!/[a-z/!?]/i.test(html.charAt(tag + 1))) {
      yield '&lt;';
      at = tag + 1;
      continue;
    }
    const end = endOfTag(html, tag + 1);
    if (end < 0) return;
    const inner = html.slice(tag + 1, end);
    const isEnd = inner.startsWith('/');
    const name = /^\/?([a-z][^\s/>]*)/i.exec(inner)?.[1]?.toLowerCase() ?? '';
    at = end + 1;
    if (name === '') continue;
    if (!isEnd && UNSEEN.has(name) && !inner.endsWith('/')) {
      at = endOfElement(html, at, name);
      continue;
    }
    yield { name, isEnd, attribute: attributesOf(inner.slice(name.length + (isEnd ? 1 : 0))) };
  }
}

/** Index of the ">" that ends a tag; one inside a quoted attribute does not. */
function endOfTag(html: string, from: number): number {
  let quote = 0;
  for (let at = from; at < html.length; at++) {
    const code = html.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 34 || code === 39) quote = code;
    else if (code === 62) return at;
  }
  return -1;
}

/** Index behind the end tag of an element, or the end of the page. */
function endOfElement(html: string, from: number, name: string): number {
  const end = new RegExp(`</${name}[\\s>]`, 'gi');
  end.lastIndex = from;
  const found = end.exec(html);
  if (!found) return html.length;
  const close = html.indexOf('>', found.index);
  return close < 0 ? html.length : close + 1;
}

/** Reads a tag's attributes when one is asked for: most tags are asked nothing. */
function attributesOf(text: string): HtmlTag['attribute'] {
  let known: Map<string, string> | undefined;
  return (name) => {
    if (!known) {
      known = new Map();
      for (const [, key, double, single, bare] of text.matchAll(ATTRIBUTE))
        known.set(key!.toLowerCase(), entitiesIn(double ?? single ?? bare ?? ''));
    }
    return known.get(name);
  };
}

/** Names of the characters 160 to 255. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const NAMED = new Map<string, string>([
  ...LATIN.split(' ').map((name, at): [string, string] => [name, String.fromCharCode(160 + at)]),
  ...Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    ndash: '–',
    mdash: '—',
    hellip: '…',
    bull: '•',
  }),
  ...Object.entries({ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', ensp: ' ', emsp: ' ', thinsp: ' ', euro: '€' }),
]);

function entitiesIn(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]\w*));?/gi, (whole, hex, decimal, name) => {
    if (name) return NAMED.get(name) ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** The text as it is shown: white space is one space, `<br>` a new line. */
export const htmlText = (raw: string): string =>
  raw
    .split('<br>')
    .map((line) =>
      entitiesIn(line.replace(/[ \t\r\n]+/g, ' '))
        .replaceAll('\u00a0', ' ')
        .trim(),
    )
    .join('\n')
    .trim();

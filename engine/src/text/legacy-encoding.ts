/**
 * Texts that were typed in TCVN3 (ABC) or VNI fonts and then read as Latin-1: "C«ng ty" and "Coâng ty" for "Công ty".
 * They turn up in CSV and old .xls files only. Unicode text is left alone.
 */

/** Unicode letters and the Latin-1 character that TCVN3 uses for them. */
export const TCVN3_PAIRS =
  'ă¨ â© êª ô« ơ¬ ư\u00ad đ® àµ ả¶ ã· á¸ ạ¹ ằ» ẳ¼ ẵ½ ắ¾ ặÆ ầÇ ẩÈ ẫÉ ấÊ ậË èÌ ẻÎ ẽÏ éÐ ẹÑ ềÒ ểÓ ễÔ ếÕ ệÖ ì× ỉØ ĩÜ íÝ ịÞ òß ỏá õâ óã ọä ồå ổæ ỗç ốè ộé ờê ởë ỡì ớí ợî ùï ủñ ũò úó ụô ừõ ửö ữ÷ ứø ựù ỳú ỷû ỹü ýý ỵþ Ă¡ Â¢ Ê£ Ô¤ Ơ¥ Ư¦ Đ§';

const FROM_TCVN3 = new Map(TCVN3_PAIRS.split(' ').map((pair) => [pair[1]!, pair[0]!]));

/** Latin-1 characters that no Unicode text puts beside a letter, but TCVN3 does. */
const TCVN3_SIGN = /[\p{L}][¨©ª«¬\u00ad®µ¶·¸¹»¼½¾§]|[¨©ª«¬\u00ad®µ¶·¸¹»¼½¾§][\p{L}]/gu;
const TCVN3_INSIDE = /[\p{L}][¨©«¬\u00ad®µ¶¸¹»¼½¾][\p{L}]/u;

/** Letters that only Unicode Vietnamese has. */
const UNICODE_ONLY = /[ăđơưĂĐƠƯ\u1ea0-\u1ef9]|\p{M}/u;

const VNI_PAIRS =
  'aùá aøà aûả aõã aïạ aââ aáấ aàầ aåẩ aãẫ aäậ aêă aéắ aèằ aúẳ aüẵ aëặ eùé eøè eûẻ eõẽ eïẹ eâê eáế eàề eåể eãễ eäệ oùó oøò oûỏ oõõ oïọ oâô oáố oàồ oåổ oãỗ oäộ ôùớ ôøờ ôûở ôõỡ ôïợ uùú uøù uûủ uõũ uïụ öùứ öøừ öûử öõữ öïự yùý yøỳ yûỷ yõỹ';
const FROM_VNI = new Map(VNI_PAIRS.split(' ').map((triple) => [triple.slice(0, 2), triple[2]!]));
const VNI_SINGLE = new Map([
  ['ô', 'ơ'],
  ['ö', 'ư'],
  ['ñ', 'đ'],
  ['æ', 'ỉ'],
  ['ó', 'ĩ'],
  ['ò', 'ị'],
  ['î', 'ỵ'],
]);
const VNI_PAIR = /[aeoôuöy][ùøûõïâáàåãäêéèúüë]/gi;
/** Pairs that no other language written in Latin-1 has. */
const VNI_SIGN = /[aeouyôö][øûåï]|[aeo]ä|aë|öô|ö[ùõ]|ñ[aeiouôö]/gi;

/** The Unicode text behind TCVN3 or VNI mojibake; any other text unchanged. */
export function repairEncoding(text: string): string {
  if (!/[\u00a1-\u00ff]/.test(text) || UNICODE_ONLY.test(text)) return text;
  if (TCVN3_INSIDE.test(text) || (text.match(TCVN3_SIGN) ?? []).length >= 2) {
    return text.replace(/[\u00a1-\u00ff]/g, (char) => FROM_TCVN3.get(char) ?? char);
  }
  const signs = (text.match(VNI_SIGN) ?? []).length;
  if (signs >= 2 || (signs === 1 && (text.match(VNI_PAIR) ?? []).length >= 2)) {
    return text.replace(/([aeoôuöy])([ùøûõïâáàåãäêéèúüë])|[ôöñæóòî]/gi, (found) => {
      const lower = found.toLowerCase();
      const letter = FROM_VNI.get(lower) ?? VNI_SINGLE.get(lower);
      if (!letter) return found;
      return found[0] === lower[0] ? letter : letter.toUpperCase();
    });
  }
  return text;
}

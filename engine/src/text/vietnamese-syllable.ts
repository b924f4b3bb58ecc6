/** The sounds that begin a syllable. */
const INITIALS = 'b c ch d đ g gh gi h k kh l m n ng ngh nh p ph q qu r s t th tr v x'.split(' ');

/** All that may follow, without tones, as Vietnamese writes it. */
const RIMES = new Set(
  [
    'a ac ach ai am an ang anh ao ap at au ay ăc ăm ăn ăng ăp ăt âc âm ân âng âp ât âu ây',
    'e ec em en eng eo ep et ê êch êm ên ênh êp êt êu i ia ich im in inh ip it iu iêc iêm iên iêng iêp iêt iêu',
    'o oa oac oach oai oam oan oang oanh oao oap oat oay oăc oăm oăn oăng oăt oc oe oem oen oeo oet oi om on ong ooc oong op ot',
    'ô ôc ôi ôm ôn ông ôp ôt ơ ơi ơm ơn ơp ơt u ua uân uâng uât uây uc uê uêch uênh ui um un ung uôc uôi uôm uôn uông uôt',
    'uơ up ut uy uya uych uyên uyêt uynh uyp uyt uyu ư ưa ưc ưi ưm ưn ưng ưt ưu ươc ươi ươm ươn ương ươp ươt ươu',
    'y ych yêm yên yêng yêt yêu ynh yt',
  ].flatMap((line) => line.split(' ')),
);

const TONES = /[\u0300\u0301\u0303\u0309\u0323]/g;
/** Behind a stop the voice can only rise or fall short. */
const STOPPED = /(?:c|ch|p|t)$/;
const TONES_OF_STOPPED = /[\u0301\u0323]/;

/** True when a word can be a Vietnamese syllable, letter by letter: its initial, its rime with the marks on its vowels, and its tone. */
export function isVietnameseSyllable(word: string): boolean {
  const parts = word.toLowerCase().normalize('NFD');
  const tones = parts.match(TONES) ?? [];
  if (tones.length > 1) return false;
  const bare = parts.replace(TONES, '').normalize('NFC');
  if (STOPPED.test(bare) && !TONES_OF_STOPPED.test(tones[0] ?? '')) return false;
  return RIMES.has(bare) || INITIALS.some((one) => bare.startsWith(one) && RIMES.has(bare.slice(one.length)));
}

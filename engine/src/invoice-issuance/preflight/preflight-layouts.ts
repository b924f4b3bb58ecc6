import type { Finding } from '../findings/finding.ts';
import type { IssuanceInput } from '../types.ts';

/**
 * Profiles whose import template does not exist. `known` are the possible names: the shipped ones and the
 * installation's.
 */
export const layoutFindings = ({ profiles }: Pick<IssuanceInput, 'profiles'>, known: ReadonlySet<string>): Finding[] =>
  profiles
    .filter(({ terms }) => !known.has(terms.exportLayout))
    .map(({ terms }) => ({
      code: 'EXPORT_LAYOUT_UNKNOWN',
      severity: 'block',
      message: `«${terms.code}»: không có mẫu xuất «${terms.exportLayout}».`,
      remedy: 'Chọn mẫu khác cho hồ sơ ở trang hồ sơ AMIS, hoặc thêm lại mẫu này.',
      count: 1,
      profile: terms.code,
    }));

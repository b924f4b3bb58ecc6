import { type BravoSource, BravoUnavailable } from './port.ts';

/** The Bravo of an installation that has none: periods are made of the sales that files give, and every question to Bravo says so. */
export function filesOnlyBravo(): BravoSource {
  const refused = () =>
    new BravoUnavailable('hệ thống được đặt chỉ dùng tệp, không nối Bravo', {
      remedy: 'hãy đưa danh mục và bán hàng của Bravo vào bằng tệp ở «Tải lên»',
    });
  const refusing = (): AsyncIterable<never> => ({
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(refused()) }),
  });
  return {
    isFilesOnly: true,
    items: refusing,
    partners: refusing,
    sales: refusing,
    stock: refusing,
    ping: () => Promise.reject(refused()),
    close: () => Promise.resolve(),
  };
}

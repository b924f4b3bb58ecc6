import { type BravoSource, BravoUnavailable } from './port.ts';

/** The Bravo of an installation that has none: periods are made of the sales that files give, and every question to Bravo says so. */
export function filesOnlyBravo(): BravoSource {
  const refused = (remedy = 'hãy đưa danh mục và bán hàng của Bravo vào bằng tệp ở «Tải lên»') =>
    new BravoUnavailable('hệ thống được đặt chỉ dùng tệp, không nối Bravo', { remedy });
  const refusing = (remedy?: string): AsyncIterable<never> => ({
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(refused(remedy)) }),
  });
  return {
    isFilesOnly: true,
    items: () => refusing(),
    partners: () => refusing(),
    sales: () => refusing(),
    // No file gives it: without a Bravo there is nothing to compare the stock of AMIS with.
    stock: () => refusing('kho dùng chung cần tồn kho của chính Bravo nên chưa dùng được; lập hóa đơn thì không cần'),
    ping: () => Promise.reject(refused()),
    close: () => Promise.resolve(),
  };
}

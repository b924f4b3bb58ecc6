import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Fault, FaultPage } from './error-page.tsx';

const PERSON = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const pageOf = (fault: Fault, agent = PERSON): string =>
  renderToStaticMarkup(createElement(FaultPage, { fault, agent, onLeave: () => undefined }));

test('the error page says status, code, message, the title, the corrected description and the way home', () => {
  const page = pageOf({ statusCode: 503, statusMessage: 'BRAVO_UNAVAILABLE', message: 'Bravo không trả lời.' });
  const texts = [...page.matchAll(/>([^<]+)</g)].map(([, words]) => words);
  expect(texts).toEqual([
    '503',
    'BRAVO_UNAVAILABLE',
    'Không tìm thấy trang',
    'Chúng tôi xin lỗi nhưng không thể tìm thấy trang này.',
    'Bravo không trả lời.',
    'Back to home',
  ]);
});

test('a message that repeats the status message is hidden', () => {
  const sentence = 'Page not found: /khong-co';
  const page = pageOf({ statusCode: 404, statusMessage: sentence, message: sentence });
  expect(page.split(sentence)).toHaveLength(2);
});

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'TelegramBot (like TwitterBot)',
  'WhatsApp/2.23.20.0',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
  'Zalo iOS/221 ZaloTheme/light preview',
])('%s gets no error page', (agent) => {
  expect(pageOf({ statusCode: 500, statusMessage: 'a', message: 'b' }, agent)).toBe('');
});

test('a phone whose make ends like a program is a person', () => {
  const agent = 'Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
  expect(pageOf({ statusCode: 500, statusMessage: 'a', message: 'b' }, agent)).not.toBe('');
});

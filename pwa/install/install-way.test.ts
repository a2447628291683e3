import { expect, it } from 'vitest';
import { findInstallWay, type InstallWay } from './install-way.ts';

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ipad = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';

it.each<[string, InstallWay, string, number]>([
  ['Safari on an iPhone', 'share', `${iphone} Version/18.6 Mobile/15E148 Safari/604.1`, 5],
  ['Chrome on an iPhone', 'share', `${iphone} CriOS/141.0.7390.26 Mobile/15E148 Safari/604.1`, 5],
  ['Firefox on an iPhone', 'share', `${iphone} FxiOS/144.0 Mobile/15E148 Safari/604.1`, 5],
  ['an iPad, which calls itself a Macintosh', 'share', `${ipad} Version/18.6 Safari/605.1.15`, 5],
  ['another app’s own window on an iPhone', null, `${iphone} Mobile/15E148 Instagram 390.0.0`, 5],
  ['Safari on a Mac', null, `${ipad} Version/18.6 Safari/605.1.15`, 0],
  ['Firefox on Android', 'menu', 'Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0', 5],
  ['Firefox on a desktop', null, 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 0],
  [
    'Chrome on Android, which makes an offer of its own',
    null,
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    5,
  ],
])('%s: %s', (_, way, userAgent, maxTouchPoints) => {
  expect(findInstallWay({ userAgent, maxTouchPoints })).toBe(way);
});

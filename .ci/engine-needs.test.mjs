import { expect, it } from 'vitest';
import { describeMissing, ENGINES } from './engine-needs.mjs';

/** The engines of a machine with these packages. */
const machineWith = (...packages) =>
  Object.fromEntries(
    Object.entries(ENGINES).map(([name, needs]) => [
      name,
      needs.map((need) => ({ ...need, isHere: () => packages.includes(need.package) })),
    ]),
  );

it('names every missing package in one sentence', () => {
  expect(describeMissing('', machineWith())).toBe(
    'The tests in Firefox ESR and WebKitGTK need Debian packages that are not installed here: ' +
      'apt-get install firefox-esr webkit2gtk-driver xvfb python3-gi gir1.2-webkit2-4.1',
  );
});

it('names only what the requested engine lacks', () => {
  expect(describeMissing('Firefox', machineWith('firefox-esr'))).toBeNull();
  expect(describeMissing('webkit', machineWith('webkit2gtk-driver', 'xvfb', 'python3-gi'))).toMatch(
    /apt-get install gir1\.2-webkit2-4\.1$/,
  );
});

it('returns null where everything is installed', () => {
  const all = Object.values(ENGINES).flat();
  expect(describeMissing('', machineWith(...all.map((need) => need.package)))).toBeNull();
});

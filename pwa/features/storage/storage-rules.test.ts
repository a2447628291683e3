import { describe, expect, it } from 'vitest';
import { listRules } from './storage-rules.ts';

const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15';
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const usual = { isPersisted: false, userAgent: CHROME, isIos: false, isInstalled: false };

const titles = (changes: Partial<Parameters<typeof listRules>[0]>) =>
  listRules({ ...usual, ...changes }).map(({ title }) => title);

describe('the storage rules', () => {
  it('are low storage, clearing site data, and signing out', () => {
    expect(titles({})).toEqual(['Not enough storage', 'Clearing site data', 'Signing out']);
    expect(titles({ isPersisted: null })).toEqual([
      'Not enough storage',
      'Clearing site data',
      'Signing out',
    ]);
  });

  it('omit the first if storage is persistent', () => {
    expect(titles({ isPersisted: true })).toEqual(['Clearing site data', 'Signing out']);
  });

  it('begin with seven days without a visit in Safari, unless the app is installed', () => {
    expect(titles({ userAgent: SAFARI })[0]).toBe('Seven days without a visit');
    expect(titles({ userAgent: CHROME, isIos: true })[0]).toBe('Seven days without a visit');
    expect(titles({ userAgent: SAFARI, isInstalled: true })[0]).toBe('Not enough storage');
  });
});

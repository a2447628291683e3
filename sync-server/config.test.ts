import { isAbsolute } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { readSecret } from './security/secret.ts';

describe('CARREL_FRAME_ORIGINS', () => {
  it('is a list of https origins, and accepts nothing that could end the page’s policy', () => {
    const read = (value: string) => readConfig({ CARREL_FRAME_ORIGINS: value }).frameOrigins;
    expect(read('https://player.example.org, https://tv.example.org:8443/')).toEqual([
      'https://player.example.org',
      'https://tv.example.org:8443',
    ]);
    expect(readConfig({}).frameOrigins).toEqual([]);
    for (const wrong of [
      'http://x.example',
      '*',
      'https:',
      'https://x.example/path',
      "https://x; script-src 'unsafe-inline'",
    ]) {
      expect(() => read(wrong)).toThrow('CARREL_FRAME_ORIGINS must be https origins');
    }
  });
});

describe('CARREL_BACKUP', () => {
  it('is a folder with an interval and a retention time, both optional', () => {
    const read = (value: string) => readConfig({ CARREL_BACKUP: value }).backup;
    const [hourMs, dayMs] = [3_600_000, 86_400_000];
    expect(read('/b')).toEqual({ folder: '/b', everyMs: dayMs, retainMs: 7 * dayMs });
    expect(read('/b; retain 30d; every 6h')).toEqual({
      folder: '/b',
      everyMs: 6 * hourMs,
      retainMs: 30 * dayMs,
    });
    expect(isAbsolute(read('backups; every 30m')?.folder ?? '')).toBe(true);
    expect(readConfig({}).backup).toBeUndefined();
    for (const folder of ['/d', '/d/backups'])
      expect(() => readConfig({ CARREL_DATA: '/d', CARREL_BACKUP: folder })).toThrow(
        'within the data folder',
      );
    expect(readConfig({ CARREL_DATA: '/d', CARREL_BACKUP: '/d..old' }).backup?.folder).toBe('/d..old');
    for (const wrong of [
      '; every 1h',
      '/b; each 1h',
      '/b; every 0h',
      '/b; every 1w',
      '/b; every 1h; every 2h',
      '/b;',
    ])
      expect(() => read(wrong)).toThrow('CARREL_BACKUP must be a folder');
  });
});

describe('DATABASE_URL', () => {
  const DATABASE_URL = 'postgres://carrel:hidden@db.example/carrel';
  const CARREL_SECRET = 'the same thirty-two bytes for all';

  it('is the address of a PostgreSQL database, and needs a secret that all processes have', () => {
    expect(readConfig({ DATABASE_URL, CARREL_SECRET }).databaseUrl).toBe(DATABASE_URL);
    expect(readConfig({}).databaseUrl).toBeUndefined();
    expect(() => readConfig({ DATABASE_URL })).toThrow('DATABASE_URL needs CARREL_SECRET');
    expect(() => readConfig({ DATABASE_URL })).not.toThrow('hidden');
  });

  it('is refused together with backups of a SQLite file', () => {
    const given = { DATABASE_URL, CARREL_SECRET, CARREL_BACKUP: '/b' };
    expect(() => readConfig(given)).toThrow('CARREL_BACKUP copies a SQLite file');
  });
});

it('CARREL_SECRET may be the secret that another server has generated', () => {
  const generated = Buffer.alloc(32, 7);
  const text = `base64url:${generated.toString('base64url')}`;
  expect(readSecret('', readConfig({ CARREL_SECRET: text }).secret)).toEqual(generated);
  const short = `base64url:${Buffer.alloc(31).toString('base64url')}`;
  expect(() => readConfig({ CARREL_SECRET: short })).toThrow('CARREL_SECRET must have at least 32 bytes');
});

it('CARREL_DRAIN is a duration of at most five minutes', () => {
  expect(readConfig({}).drainMs).toBe(0);
  expect(readConfig({ CARREL_DRAIN: '5s' }).drainMs).toBe(5_000);
  for (const wrong of ['6m', '5', '-1s']) {
    expect(() => readConfig({ CARREL_DRAIN: wrong })).toThrow('CARREL_DRAIN must be a duration');
  }
});

describe('the configuration', () => {
  it('requires nothing: everything has a default', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      port: 8787,
      host: '127.0.0.1',
      seed: 'demo',
      adminEmail: 'admin@carrel.local',
      trustedProxies: [],
    });
    expect(isAbsolute(config.dataFolder)).toBe(true);
  });

  it('treats an empty variable as absent', () => {
    expect(readConfig({ PORT: '', CARREL_SECRET: '' })).toMatchObject({ port: 8787, secret: undefined });
  });

  it('reads ranges of trusted proxies and the origin of the public address', () => {
    const config = readConfig({
      TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,',
      PUBLIC_URL: 'https://carrel.example.org/',
    });
    expect(config.trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8']);
    expect(config.publicUrl).toBe('https://carrel.example.org');
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['CARREL_SEED', 'yes'],
    ['CARREL_ADMIN_EMAIL', 'admin'],
    ['CARREL_ADMIN_PASSWORD', 'short'],
    ['CARREL_REQUIRE_SECOND_FACTOR', 'everybody'],
    ['CARREL_SECRET', 'thirty-one bytes are not enough'],
    ['DATABASE_URL', 'mysql://db.example/carrel'],
    ['PUBLIC_URL', 'ftp://example.org'],
    ['PUBLIC_URL', 'example.org'],
    ['TRUSTED_PROXIES', '10.0.0.0/99'],
  ])('rejects %s=%s with a message that names the variable and does not repeat the value', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must .+\\.$`));
    expect(() => readConfig({ [name]: value })).not.toThrow(value);
  });

  it.each([
    ['one of the most used', 'sunshine123'],
    ['made of the product’s name', 'Carrel2026'],
    ['made of the admin’s email', 'principal!1'],
  ])('rejects an admin password that is %s, without repeating it', (_, password) => {
    const read = (CARREL_ADMIN_PASSWORD: string) =>
      readConfig({ CARREL_ADMIN_EMAIL: 'principal@school.example', CARREL_ADMIN_PASSWORD });
    expect(() => read(password)).toThrow(ConfigError);
    expect(() => read(password)).toThrow(/^CARREL_ADMIN_PASSWORD is too easy to guess.+\.$/);
    expect(() => read(password)).not.toThrow(password);
    expect(read('a lamp for everybody').adminPassword).toBe('a lamp for everybody');
  });

  it('reports all errors at once', () => {
    expect(() => readConfig({ PORT: 'x', CARREL_SEED: 'y' })).toThrow(/PORT must [^\n]+\nCARREL_SEED must/);
  });
});

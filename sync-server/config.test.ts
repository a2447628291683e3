import { isAbsolute } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

describe('the configuration', () => {
  it('needs nothing: everything has a default', () => {
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

  it('takes an empty variable for an absent one', () => {
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
    ['CARREL_SECRET', 'thirty-one bytes are not enough'],
    ['PUBLIC_URL', 'ftp://example.org'],
    ['PUBLIC_URL', 'example.org'],
    ['TRUSTED_PROXIES', '10.0.0.0/99'],
  ])('refuses %s=%s with a sentence that names it and does not repeat it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must .+\\.$`));
    expect(() => readConfig({ [name]: value })).not.toThrow(value);
  });

  it('says all that is wrong at once', () => {
    expect(() => readConfig({ PORT: 'x', CARREL_SEED: 'y' })).toThrow(/PORT must [^\n]+\nCARREL_SEED must/);
  });
});

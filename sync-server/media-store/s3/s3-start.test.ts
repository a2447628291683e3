import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#sync-server/config.ts';
import { serverProcess } from '#sync-server/operator/carrel-for-test.ts';
import type { S3Config } from '#sync-server/s3-config.ts';
import { dataFolderForTest } from '#sync-server/testing/processes/server-process.ts';
import { newBucket } from '#sync-server/testing/s3-for-test.ts';
import { verifyMediaStore } from '../open-media-store.ts';
import { environmentOf } from './s3-environment-for-test.ts';
import { failingBucket } from './s3-proxy-for-test.ts';

describe('the S3 variables', () => {
  const all = environmentOf({
    ...{ endpoint: 'https://s3.example.org/', bucket: 'courses', accessKeyId: 'id', secretAccessKey: 'key' },
    ...{ region: '', isPathStyle: true, redirectsPlayers: false },
  });

  it('are a store together, and none of them is the data folder', () => {
    expect(readConfig(all).s3).toEqual({
      ...{ endpoint: 'https://s3.example.org', bucket: 'courses', accessKeyId: 'id', secretAccessKey: 'key' },
      ...{ region: 'us-east-1', isPathStyle: true, redirectsPlayers: false },
    });
    const chosen = { ...all, S3_REGION: 'eu-west-1', S3_PATH_STYLE: 'off', S3_REDIRECT: 'on' };
    expect(readConfig(chosen).s3).toMatchObject({
      ...{ region: 'eu-west-1', isPathStyle: false, redirectsPlayers: true },
    });
    expect(readConfig({ S3_REGION: 'eu-west-1' }).s3).toBeUndefined();
  });

  it.each([
    ['S3_BUCKET', 'set S3_BUCKET too'],
    ['S3_ENDPOINT', 'set S3_ENDPOINT too'],
    ['S3_SECRET_ACCESS_KEY', 'set S3_SECRET_ACCESS_KEY too'],
  ])('without %s are refused with what is missing', (name, message) => {
    expect(() => readConfig({ ...all, [name]: '' })).toThrow(message);
  });

  it.each([
    ['S3_ENDPOINT', 's3.example.org', 'must be the http(s) address'],
    ['S3_ENDPOINT', 'https://s3.example.org/courses', 'without a path'],
    ['S3_BUCKET', 'Courses', 'must be the name of a bucket'],
    ['S3_ACCESS_KEY_ID', 'two words', 'without spaces'],
    ['S3_REDIRECT', 'yes', 'must be "on" or "off"'],
    ['S3_PATH_STYLE', '1', 'must be "on" or "off"'],
  ])('with %s=%s are refused', (name, value, message) => {
    expect(() => readConfig({ ...all, [name]: value })).toThrow(message);
  });

  it('may redirect players to https only', () => {
    const redirecting = { ...all, S3_REDIRECT: 'on', S3_ENDPOINT: 'http://s3.example.org' };
    expect(() => readConfig(redirecting)).toThrow('S3_ENDPOINT must be an https address');
  });
});

describe('a store that refuses requests', () => {
  it.each([
    ['SignatureDoesNotMatch', 403, 'Correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'],
    ['AccessDenied', 403, 'Allow it to list the bucket, and to read, write and delete its objects'],
    ['RequestTimeTooSkewed', 403, 'Synchronise the clocks'],
    ['AuthorizationHeaderMalformed', 400, 'S3_REGION us-east-1 is not the region'],
    ['MethodNotAllowed', 405, 'cannot be used: MethodNotAllowed (status 405)'],
  ])('with %s is explained at the start', async (code, status, message) => {
    const { s3, faults } = await failingBucket();
    await verifyMediaStore({ s3 });
    faults.refusal = { status, code, isForAll: true };
    await expect(verifyMediaStore({ s3 })).rejects.toThrow(message);
    await expect(verifyMediaStore({ s3 })).rejects.toBeInstanceOf(ConfigError);
  });

  it('to write only is found too', async () => {
    const { s3, faults } = await failingBucket();
    faults.refusal = { status: 403, code: 'AccessDenied' };
    await expect(verifyMediaStore({ s3 })).rejects.toThrow('does not let the key use the bucket');
  });
});

describe('the server process', () => {
  it.each<[string, (s3: S3Config) => S3Config, string]>([
    [
      'a bucket that does not exist',
      (s3) => ({ ...s3, bucket: 'nowhere' }),
      'S3_BUCKET nowhere does not exist',
    ],
    [
      'an unknown key',
      (s3) => ({ ...s3, accessKeyId: 'x' }),
      '(InvalidAccessKeyId). Correct S3_ACCESS_KEY_ID',
    ],
    [
      'a wrong secret',
      (s3) => ({ ...s3, secretAccessKey: `${s3.secretAccessKey}x` }),
      '(SignatureDoesNotMatch). Correct S3_ACCESS_KEY_ID',
    ],
    [
      'an address without a store',
      (s3) => ({ ...s3, endpoint: 'http://127.0.0.1:1' }),
      'cannot be reached (ECONNREFUSED',
    ],
  ])('does not start with %s, and says what to do', async (_, spoil, message) => {
    const dataFolder = dataFolderForTest();
    const s3 = spoil(await newBucket());
    const run = await serverProcess({ ...environmentOf(s3), CARREL_DATA: dataFolder, PORT: '0' });
    expect(run).toMatchObject({ code: 1, err: expect.stringContaining('Carrel cannot start.') });
    expect(run.err).toContain(message);
    expect(run.err).not.toContain(s3.secretAccessKey);
    expect(existsSync(join(dataFolder, 'carrel.sqlite'))).toBe(false);
  });
});

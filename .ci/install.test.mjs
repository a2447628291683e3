import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EVERYTHING, installArguments, isInstalled, recordInstalled, TO_RUN } from './install.mjs';
import { root } from './programs.mjs';

const REACT = { 'node_modules/react': { version: '19.3.1' } };
const VITEST = { 'node_modules/vitest': { version: '4.1.12', dev: true } };
let folder = '';

const writeJson = (path, value) => writeFileSync(join(folder, path), JSON.stringify(value));
/** What npm writes at the end of an installation. */
const writeInstalled = (packages) => writeJson('node_modules/.package-lock.json', { packages });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carrel-install-'));
  mkdirSync(join(folder, 'node_modules'));
  writeJson('package.json', { dependencies: { 'better-sqlite3': '12.11.1' } });
  writeJson('package-lock.json', { packages: { ...REACT, ...VITEST } });
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('an installation', () => {
  it('to run is not everything; everything is enough to run', () => {
    writeInstalled(REACT);
    recordInstalled(folder);
    expect(isInstalled(folder, TO_RUN)).toBe(true);
    expect(isInstalled(folder, EVERYTHING)).toBe(false);
    writeInstalled({ ...REACT, ...VITEST });
    recordInstalled(folder);
    expect(isInstalled(folder, TO_RUN)).toBe(true);
    expect(isInstalled(folder, EVERYTHING)).toBe(true);
  });

  it('is outdated after another lock file, and after an installation by hand', () => {
    writeInstalled(REACT);
    expect(isInstalled(folder, TO_RUN)).toBe(false);
    recordInstalled(folder);
    expect(isInstalled(folder, TO_RUN)).toBe(true);
    writeJson('package-lock.json', { packages: REACT });
    expect(isInstalled(folder, TO_RUN)).toBe(false);
    recordInstalled(folder);
    writeInstalled({});
    expect(isInstalled(folder, TO_RUN)).toBe(false);
  });

  it('that is interrupted, or was never made, counts as none', () => {
    expect(isInstalled(folder, TO_RUN)).toBe(false);
    rmSync(join(folder, 'node_modules'), { recursive: true });
    expect(isInstalled(folder, TO_RUN)).toBe(false);
  });

  it('leaves out the tools, unless they are asked for or were installed before', () => {
    expect(installArguments(folder, TO_RUN)).toContain('--omit=dev');
    expect(installArguments(folder, EVERYTHING)).toContain('--include=dev');
    writeInstalled(REACT);
    expect(installArguments(folder, TO_RUN)).toContain('--omit=dev');
    writeInstalled({ ...REACT, ...VITEST });
    expect(installArguments(folder, TO_RUN)).toContain('--include=dev');
  });
});

// Among others, package.json replaces a polyfill of `matchAll`, which brings 90 packages through vite-plugin-pwa.
it('installs at most 560 packages to run', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const isForHere = ({ os, cpu, libc }) =>
    (os ?? [process.platform]).includes(process.platform) &&
    (cpu ?? [process.arch]).includes(process.arch) &&
    !libc?.includes('musl');
  const { '': _, ...others } = packages;
  const installed = Object.values(others).filter((one) => !one.dev && isForHere(one));
  expect(installed.length).toBeGreaterThan(0);
  expect(installed.length).toBeLessThanOrEqual(560);
});

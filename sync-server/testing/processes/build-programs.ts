import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { findProjectRoot } from '#sync-server/project-root.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the bundled programs. */
    programs: string;
  }
}

/** Modules that tests call in a process of its own, besides the entries of a release. */
const MODULES = {
  'make-backup': 'sync-server/backup/make-backup.ts',
  'restore-backup': 'sync-server/restore/restore-backup.ts',
  'read-export': 'sync-server/export/read-export.ts',
  'write-export': 'sync-server/export/write-export.ts',
};

/**
 * Before all tests of the server: bundles its programs as a release does. A process of the sources takes five
 * times as long to start, and tests start and kill many.
 */
export async function setup(project: TestProject): Promise<() => void> {
  const root = findProjectRoot();
  mkdirSync(join(root, 'dist'), { recursive: true });
  const folder = mkdtempSync(join(root, 'dist', 'for-tests-'));
  await build({
    root,
    logLevel: 'warn',
    build: { ssr: true, outDir: folder, rolldownOptions: { input: MODULES } },
  });
  project.provide('programs', folder);
  return () => rmSync(folder, { recursive: true });
}

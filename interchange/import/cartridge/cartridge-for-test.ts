import { expect } from 'vitest';
import { treeForTest } from '#interchange/testing/tree-for-test.ts';
import { ImportError } from '../import-error.ts';
import { ImportReport } from '../import-report.ts';
import { cartridgeFormat } from './cartridge-format.ts';

/** Reads a cartridge of a manifest and files; `modules` are their titles with those of their lessons. */
export async function readForTest(manifest: string, files: Readonly<Record<string, string>> = {}) {
  const report = new ImportReport();
  const tree = treeForTest({ 'imsmanifest.xml': manifest, ...files });
  expect(await cartridgeFormat.recognises(tree)).toBe(true);
  const course = await cartridgeFormat.read({ tree, name: 'archive', report });
  const modules = course.modules.map(
    ({ title, lessons }) => [title, lessons.map((one) => one.title)] as const,
  );
  return { course, modules, lessons: course.modules.flatMap((module) => module.lessons), report };
}

/** The problem of a cartridge that cannot be read. */
export async function problemForTest(manifest: string, files: Readonly<Record<string, string>> = {}) {
  const failure = await readForTest(manifest, files).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ImportError);
  return failure instanceof ImportError ? failure.problem : null;
}

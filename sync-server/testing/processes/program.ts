import { join } from 'node:path';
import { inject } from 'vitest';

type Program =
  | 'main'
  | 'carrel'
  | 'html-worker'
  | 'report-worker'
  | 'make-backup'
  | 'restore-backup'
  | 'read-export'
  | 'write-export';

/** The path of a program or module of the server, bundled from the sources before the tests (build-programs.ts). */
export const programFile = (name: Program): string => join(inject('programs'), `${name}.js`);

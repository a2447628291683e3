import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { findProjectRoot } from '../project-root.ts';

/** The version of this program, from its package.json. */
export function readProgramVersion(): string {
  const text = readFileSync(join(findProjectRoot(), 'package.json'), 'utf8');
  return v.parse(v.object({ version: v.string() }), JSON.parse(text)).version;
}

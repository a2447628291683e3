import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Runs on Node 22 and newer; crashes on Node 20. */
const NEWER = '13.2.0';
/** The first Node on which version 12, which package.json names, aborts (docs/why/server.md). */
const NODE_OF_NEWER = 24;

/** Returns the version of better-sqlite3 for a version of Node, such as `20.20.2`. */
export function sqliteVersionFor(node, root) {
  const isNewer = Number(node.split('.')[0]) >= NODE_OF_NEWER;
  if (isNewer) return NEWER;
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies['better-sqlite3'];
}

// Leaves in node_modules only what the built server loads, for the image (docs/deploy/Dockerfile). It also removes
// the other dependencies from package.json: not for a folder that is built again.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, run, stop } from './programs.mjs';

/** Packages with compiled parts, which cannot be bundled with the server (`SERVER_EXTERNALS` in vite.config.ts). */
export const SERVER_PACKAGES = ['better-sqlite3', 'sharp', '@node-rs/argon2'];

/** A package.json with only these dependencies. */
export function withServerPackages({ devDependencies, ...project }) {
  const dependencies = SERVER_PACKAGES.map((name) => [name, project.dependencies[name]]);
  return { ...project, dependencies: Object.fromEntries(dependencies) };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = join(root, 'package.json');
  const project = withServerPackages(JSON.parse(readFileSync(file, 'utf8')));
  writeFileSync(file, `${JSON.stringify(project, null, 2)}\n`);
  if (!run('npm', ['prune', '--ignore-scripts', '--no-audit', '--no-fund'])) {
    stop('The packages could not be removed; see the lines above.');
  }
}

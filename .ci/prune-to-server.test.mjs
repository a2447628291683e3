import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './programs.mjs';
import { SERVER_PACKAGES, withServerPackages } from './prune-to-server.mjs';

it('names the packages that are not bundled with the server', () => {
  const list = SERVER_PACKAGES.map((name) => `'${name}'`).join(', ');
  expect(readFileSync(join(root, 'vite.config.ts'), 'utf8')).toContain(`SERVER_EXTERNALS = [${list}]`);
});

it('removes all other dependencies, and nothing else, from package.json', () => {
  const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { dependencies, ...pruned } = withServerPackages(project);
  expect(Object.keys(dependencies)).toEqual(SERVER_PACKAGES);
  expect(Object.values(dependencies).every((version) => /^\d/.test(version))).toBe(true);
  expect(pruned).toMatchObject({ name: 'carrel', type: 'module', version: project.version });
  expect(pruned).not.toHaveProperty('devDependencies');
});

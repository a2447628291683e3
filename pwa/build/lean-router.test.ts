import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { markPure } from './lean-router.ts';

const FOLDER = join(process.cwd(), 'node_modules', 'react-router', 'dist', 'production');

it('marks every component and context of the installed router', () => {
  const files = readdirSync(FOLDER).filter((name) => /^chunk-.*\.mjs$/.test(name));
  const code = files.map((name) => markPure(readFileSync(join(FOLDER, name), 'utf8'))).join('\n');
  expect(code).toMatch(/^var Form = \/\* @__PURE__ \*\/ React\d*\.forwardRef\(/m);
  expect(code).not.toMatch(/^var \w+ = React\d*\.(forwardRef|createContext|memo)\(/m);
  expect(code).not.toMatch(/^(Link|NavLink|Form|\w+Context)\.displayName = /m);
});

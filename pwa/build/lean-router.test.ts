import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { markPure } from './lean-router.ts';

const FOLDER = fileURLToPath(new URL('../../node_modules/react-router/dist/production/', import.meta.url));

it('marks every component and context of the installed router', () => {
  const files = readdirSync(FOLDER).filter((name) => /^chunk-.*\.mjs$/.test(name));
  const code = files.map((name) => markPure(readFileSync(FOLDER + name, 'utf8'))).join('\n');
  expect(code).toMatch(/^var Form = \/\* @__PURE__ \*\/ React\d*\.forwardRef\(/m);
  expect(code).not.toMatch(/^var \w+ = React\d*\.(forwardRef|createContext|memo)\(/m);
  expect(code).not.toMatch(/^(Link|NavLink|Form|\w+Context)\.displayName = /m);
});

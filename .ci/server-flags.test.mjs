import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './programs.mjs';
import { SERVER_FLAGS } from './server-flags.mjs';

it.each([
  ['docs/deploy/Dockerfile', SERVER_FLAGS.map((flag) => `"${flag}"`).join(', ')],
  ['docs/deploy/carrel.service', SERVER_FLAGS.join(' ')],
  ['e2e/world/carrel-server.ts', SERVER_FLAGS.map((flag) => `'${flag}'`).join(', ')],
])('%s starts the server with the flags of npm start', (file, flags) => {
  expect(readFileSync(join(root, file), 'utf8')).toContain(flags);
});

import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { mutants } from './mutants.ts';
import { plantMutant } from './plant-mutant.ts';

const MUTANT_QUERY = '?mutant=';
const COLLECTED = '?collected';
const COLLECTOR = fileURLToPath(new URL('collect-tests.ts', import.meta.url));
const FROM_VITEST = /^import (\{[^}]*\}) from 'vitest';$/m;

/**
 * Applies only to imports with `?mutant=<name>`, which load a copy of the module with the defect. A test file
 * imported with `?collected` exports its tests instead of running them.
 */
export function plantMutants(): Plugin {
  return {
    name: 'plant-mutants',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith(COLLECTED)) return { code: handOver(code, id), map: null };
      const at = id.indexOf(MUTANT_QUERY);
      if (at === -1) return null;
      return { code: applyMutant(code, decodeURIComponent(id.slice(at + MUTANT_QUERY.length))), map: null };
    },
  };
}

function applyMutant(code: string, name: string): string {
  const mutant = mutants[name];
  if (mutant === undefined) throw new Error(`There is no mutant "${name}"`);
  return plantMutant(name, mutant, code);
}

function handOver(code: string, id: string): string {
  const names = FROM_VITEST.exec(code)?.[1];
  if (names === undefined) throw new Error(`${basename(id)} does not import vitest in the usual way`);
  const imported = `import { collector } from ${JSON.stringify(COLLECTOR)}; const ${names} = collector.vitest;`;
  return code.replace(FROM_VITEST, () => imported);
}

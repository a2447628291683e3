import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Mutant } from './mutant.ts';
import { mutants } from './mutants.ts';
import { plantMutant } from './plant-mutant.ts';
import { ROOT } from './with-mutant.ts';

const FILE = 'pwa/some/file.ts';

/** The code with a mutant of these parts. */
function plant(code: string, mutant: Omit<Mutant, 'file'>): string {
  return plantMutant('some defect', { file: FILE, ...mutant }, code);
}

describe('a mutant is planted into', () => {
  it('an expression, whatever its line breaks, comments, quotes, parentheses and commas', () => {
    const code = `// §
      run(
        load, // the first
        { kind: "lesson", rows: (await rows), },
      );`;
    const mutant = { was: "run(load, { kind: 'lesson', rows: await rows })", is: 'stop' };
    expect(plant(code, mutant)).toBe('// §\n      (stop);');
  });

  it('an operand, which binds no other than the one it replaces', () => {
    expect(plant('if (!isOpen(row) && isOwn) go();', { was: 'isOpen(row)', is: 'a || b' })).toBe(
      'if (!(a || b) && isOwn) go();',
    );
  });

  it('an object whose properties are written at length', () => {
    expect(plant('save({ row: row });', { was: '{ row }', is: '{ row: null }' })).toBe(
      'save(({ row: null }));',
    );
  });

  it('statements that follow each other', () => {
    const code = 'function f() { a(); b()\n\n/* why */ c(); }';
    expect(plant(code, { was: 'b(); c();', is: 'return; c();' })).toBe('function f() { a(); return; c(); }');
  });

  it('the only statement of a condition, which other statements or none replace', () => {
    const code = 'if (isOpen) close(); go();';
    expect(plant(code, { was: 'close();', is: 'open(); close();' })).toBe(
      'if (isOpen) { open(); close(); } go();',
    );
    expect(plant(code, { was: 'close();', is: '' })).toBe('if (isOpen) {  } go();');
    expect(plant(code, { was: 'close();', is: 'open();' })).toBe('if (isOpen) open(); go();');
  });

  it('an exported function', () => {
    const mutant = { was: 'function f() { return 1; }', is: 'function f() { return 2; }' };
    expect(plant('export function f() {\n return 1;\n}', mutant)).toBe(`export ${mutant.is}`);
  });

  it('properties of an object', () => {
    const mutant = { was: 'attempts: 1, command', is: 'attempts: 0, command,' };
    expect(plant('put({ ...FRESH, attempts: 1,\n command, });', mutant)).toBe(
      'put({ ...FRESH, attempts: 0, command, });',
    );
  });

  it('a member of a class', () => {
    const mutant = { was: 'get size() { return this.#size; }', is: 'get size() { return 0; }' };
    expect(plant('class A { #size = 1; get size() {\n return this.#size } }', mutant)).toBe(
      'class A { #size = 1; get size() { return 0; } }',
    );
  });

  it('a case of a switch', () => {
    const mutant = { was: "case 'b': return 1;", is: "case 'b': return 2;" };
    expect(plant("const f = () => { switch (a) { case 'a':\n case 'b':\n return 1; } }", mutant)).toBe(
      "const f = () => { switch (a) { case 'a':\n case 'b': return 2; } }",
    );
  });

  it.each([
    ['function', 'function f() { go(); } function g() { go(); }', 'function f() { go(); } function g() {  }'],
    [
      'constant',
      'const f = () => { go(); }, g = () => { go(); };',
      'const f = () => { go(); }, g = () => {  };',
    ],
    ['method', 'class A { f() { go(); } #g() { go(); } }', 'class A { f() { go(); } #g() {  } }'],
    [
      'property',
      'const a = { f() { go(); }, g: () => { go(); } };',
      'const a = { f() { go(); }, g: () => {  } };',
    ],
  ])('the %s that it names', (_, code, planted) => {
    expect(plant(code, { in: 'g', was: 'go();', is: '' })).toBe(planted);
  });
});

describe('a mutant is refused when its code', () => {
  it.each([
    ['is in no place', 'stop();', 'is in 0 places of pwa/some/file.ts'],
    ['is only in strings and comments', "// go(1)\nlog('go(1)', `go(1)`, /go(1)/);", 'is in 0 places'],
    ['is only a part of other code', 'cargo(1); go(1, 2); go(10);', 'is in 0 places'],
    ['is in two places', 'go(1); stop(go( 1 ));', 'is in 2 places of pwa/some/file.ts, not in one'],
  ])('%s', (_, code, message) => {
    expect(() => plant(code, { was: 'go(1)', is: 'stop()' })).toThrow(message);
  });

  it('is not in the function that it names', () => {
    expect(() => plant('function f() {} go();', { in: 'f', was: 'go()', is: 'stop()' })).toThrow(
      'The code of the mutant "some defect" is in 0 places of f of pwa/some/file.ts, not in one',
    );
  });

  it('is in two places of the function that it names', () => {
    expect(() => plant('function f() { go(); go(); }', { in: 'f', was: 'go()', is: 'stop()' })).toThrow(
      'is in 2 places of f',
    );
  });

  it.each(['case', '.where(a)', 'if (go()) {', ''])('is not whole: "%s"', (was) => {
    expect(() => plant('if (go()) { b.where(a); }', { was, is: '' })).toThrow('is in 0 places');
  });

  it('is replaced by code of another kind', () => {
    expect(() => plant('go(a);', { was: 'a', is: 'return;' })).toThrow(
      'The mutant "some defect" of pwa/some/file.ts replaces its code by code of another kind',
    );
  });
});

describe('the place exists of', () => {
  it.each(Object.entries(mutants))('%s', (name, mutant) => {
    const code = readFileSync(join(ROOT, mutant.file), 'utf8');
    expect(plantMutant(name, mutant, code)).not.toBe(code);
  });
});

import { format } from 'node:util';
import { expect, onTestFinished, vi } from 'vitest';

/** A collected test of another file, run on demand. */
export interface CollectedTest {
  /** Includes the names of its describe blocks, as the runner prints it. */
  readonly name: string;
  /** Rejects when the test fails. Its cleanup runs at the end of the test that runs it. */
  run(): Promise<void>;
}

type Hook = () => unknown;
type Body = (...args: readonly unknown[]) => unknown;

interface Scope {
  readonly title: string;
  readonly before: Hook[];
  readonly after: Hook[];
}

let scopes: Scope[] = [];
let collected: CollectedTest[] = [];

function open(title: string): void {
  scopes = [...scopes, { title, before: [], after: [] }];
}

function describe(title: string, body: Body, args: readonly unknown[] = []): void {
  open(title);
  body(...args);
  scopes = scopes.slice(0, -1);
}

function it(title: string, body: Body, args: readonly unknown[] = []): void {
  const around = scopes;
  const name = [...around.slice(1).map((scope) => scope.title), title].join(' > ');
  const run = async () => {
    for (const { before } of around) for (const hook of before) await hook();
    try {
      await body(...args);
    } finally {
      for (const { after } of around.toReversed()) for (const hook of after) await hook();
    }
  };
  collected.push({ name, run });
}

/** `each` of vitest, for arrays. */
function withEach(add: typeof it) {
  const each = (rows: readonly unknown[]) => (title: string, body: Body) => {
    for (const row of rows) {
      const args: readonly unknown[] = Array.isArray(row) ? row : [row];
      add(format(title, ...args.slice(0, title.split(/%[sdi]/).length - 1)), body, args);
    }
  };
  return Object.assign((title: string, body: Body) => add(title, body), { each });
}

/** Replaces vitest in a collected test file. */
export const collector = {
  vitest: {
    describe: withEach(describe),
    it: withEach(it),
    test: withEach(it),
    beforeEach: (hook: Hook) => scopes.at(-1)?.before.push(hook),
    afterEach: (hook: Hook) => scopes.at(-1)?.after.push(hook),
    ...{ expect, onTestFinished, vi },
  },

  /** The tests of a file, with the currently replaced modules. */
  async read(file: string): Promise<readonly CollectedTest[]> {
    scopes = [];
    collected = [];
    open('');
    await import(/* @vite-ignore */ `${file}?collected`);
    return collected;
  },
};

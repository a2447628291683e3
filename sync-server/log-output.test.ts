import { expect, it } from 'vitest';
import { writeOncePerTurn } from './log-output.ts';
import { untilNextTurn } from './turns/next-turn.ts';

/** A destination that writes when it is flushed. */
function createTarget() {
  const writes: string[] = [];
  let buffered = '';
  const write = (line: string) => {
    buffered += line;
  };
  const flushSync = () => {
    if (buffered !== '') writes.push(buffered);
    buffered = '';
  };
  return { writes, write, flushSync };
}

it('writes the lines of one turn of the event loop together, before the next turn', async () => {
  const target = createTarget();
  const output = writeOncePerTurn(target);
  output.write('one\n');
  output.write('two\n');
  expect(target.writes).toEqual([]);
  await untilNextTurn();
  expect(target.writes).toEqual(['one\ntwo\n']);
  output.write('three\n');
  await untilNextTurn();
  expect(target.writes).toEqual(['one\ntwo\n', 'three\n']);
});

it('writes what is left when the process exits', () => {
  const target = createTarget();
  const listeners = process.listeners('exit');
  const output = writeOncePerTurn(target);
  const [flush] = process.listeners('exit').filter((listener) => !listeners.includes(listener));
  output.write('last\n');
  flush?.(0);
  expect(target.writes).toEqual(['last\n']);
});

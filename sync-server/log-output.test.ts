import { expect, it } from 'vitest';
import { writeOncePerTurn } from './log-output.ts';
import { untilNextTurn } from './turns/next-turn.ts';

/** A destination that writes at once. */
function createTarget() {
  const writes: string[] = [];
  return { writes, write: (lines: string) => void writes.push(lines) };
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

it('writes what exceeds the limit within the turn', () => {
  const target = createTarget();
  const output = writeOncePerTurn(target);
  const long = `${'x'.repeat(5_000)}\n`;
  output.write(long);
  output.write(long);
  expect(target.writes).toEqual([long + long]);
});

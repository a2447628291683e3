import { readdirSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { commandsOfFormat1 } from '../fixtures/commands-of-format-1.ts';
import { FORMAT_VERSION } from '../protocol.ts';
import { Command, commandRequest, describeCommand } from './all-commands.ts';

const released: readonly (readonly unknown[])[] = [commandsOfFormat1];
const all = released.flat().map((command) => v.parse(v.looseObject({ kind: v.string() }), command));
const kinds = Command.options.map(({ entries }) => entries.kind.literal);

describe('commands that devices out there hold', () => {
  it('are written down for every format that was released', () => {
    const files = readdirSync(new URL('../fixtures', import.meta.url));
    const formats = Array.from({ length: FORMAT_VERSION }, (_, i) => `commands-of-format-${i + 1}.ts`);
    expect(files.sort()).toEqual(formats);
    expect(released).toHaveLength(FORMAT_VERSION);
  });

  it('are written down of every kind', () => {
    expect([...new Set(all.map(({ kind }) => kind))].sort()).toEqual([...kinds].sort());
  });

  it.each(all.map((command) => [command.kind, command] as const))(
    '%s is read by today’s app with nothing lost, and still says what it does and where it goes',
    (_, command) => {
      const read = v.parse(Command, command);
      // Defaults may be added to what an old app did not know; nothing may be taken away.
      expect(read).toMatchObject(command);
      expect(describeCommand(read)).toMatch(/\S/);
      expect(commandRequest(read).path).toMatch(/^\/api\//);
    },
  );
});

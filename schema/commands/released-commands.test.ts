import { readdirSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { commandsOfFormat1 } from '../fixtures/commands-of-format-1.ts';
import { FORMAT_VERSION } from '../protocol.ts';
import { Command, commandRequest, describeCommand } from './all-commands.ts';

const released: readonly (readonly unknown[])[] = [commandsOfFormat1];
const all = released.flat().map((command) => v.parse(v.looseObject({ kind: v.string() }), command));
const kinds = Command.options.map(({ entries }) => entries.kind.literal);

describe('commands stored on released devices', () => {
  it('have fixtures for every released format', () => {
    const files = readdirSync(new URL('../fixtures', import.meta.url));
    const formats = Array.from({ length: FORMAT_VERSION }, (_, i) => `commands-of-format-${i + 1}.ts`);
    expect(files.sort()).toEqual(formats);
    expect(released).toHaveLength(FORMAT_VERSION);
  });

  it('have fixtures for every kind', () => {
    expect([...new Set(all.map(({ kind }) => kind))].sort()).toEqual([...kinds].sort());
  });

  it.each(all.map((command) => [command.kind, command] as const))(
    '%s is read by the current app without loss, and still has its sentence and its request',
    (_, command) => {
      const read = v.parse(Command, command);
      // Defaults may be added to the fields of an old app; none may be removed.
      expect(read).toMatchObject(command);
      expect(describeCommand(read)).toMatch(/\S/);
      expect(commandRequest(read).path).toMatch(/^\/api\//);
    },
  );
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderForTest } from '../backup/backup-for-test.ts';
import { carrel, carrelProcess } from './carrel-for-test.ts';
import { commands } from './commands.ts';

describe('carrel', () => {
  it('lists its commands, and explains each', async () => {
    const folder = folderForTest();
    const all = await carrel(folder, ['--help']);
    expect(all.code).toBe(0);
    for (const { name, summary } of commands) {
      expect(all.out).toContain(summary);
      const one = await carrel(folder, [name, '--help']);
      expect(one).toMatchObject({ code: 0, out: expect.stringContaining(`Usage: carrel ${name}`) });
    }
  });

  it.each([[[]], [['destroy']], [['check', '--force']], [['check', 'a', 'b']], [['backup', '--retain']]])(
    'refuses %j with 2, before anything is done',
    async (argv) => {
      expect(await carrel(folderForTest(), argv)).toMatchObject({ code: 2 });
    },
  );

  it('says which variable is wrong, and does nothing', async () => {
    const run = await carrelProcess({ CARREL_DATA: folderForTest(), CARREL_BACKUP: '/b; every day' }, [
      'check',
    ]);
    expect(run).toMatchObject({ code: 2, err: expect.stringContaining('CARREL_BACKUP must be') });
  });

  it('reads variables from a file, after those of the environment', async () => {
    const folder = folderForTest();
    const file = join(folder, 'env');
    writeFileSync(file, `# of the service\nCARREL_DATA=${join(folder, 'data')}\nCARREL_TRANSCODE="off"\n`);
    const run = await carrelProcess({}, ['check', '--config', file]);
    expect(run).toMatchObject({ code: 1, out: expect.stringContaining(`${join(folder, 'data')} has none`) });
    const other = await carrelProcess({ CARREL_DATA: '/nowhere' }, ['check', '--config', file]);
    expect(other.out).toContain('/nowhere has none');
    expect(await carrelProcess({}, ['check', '--config', join(folder, 'absent')])).toMatchObject({
      code: 2,
    });
  });
});

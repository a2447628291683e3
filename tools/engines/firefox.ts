import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { EnginePage } from './commands.ts';
import type { Engine } from './engine.ts';
import { Marionette } from './marionette.ts';
import { endGroup, retryUntilReady, startGroup } from './processes.ts';

const PREFERENCES = {
  'marionette.port': 0,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'media.autoplay.default': 0,
};

const Value = v.object({ value: v.unknown() });

/** Firefox, headless, with its own profile. */
export class Firefox implements Engine {
  readonly name = 'Firefox ESR';
  private readonly profile: string;
  private process: ChildProcess | null = null;

  private constructor(profile: string) {
    this.profile = profile;
  }

  static async create(): Promise<Firefox> {
    const profile = await mkdtemp(join(tmpdir(), 'carrel-firefox-'));
    const userPrefs = Object.entries(PREFERENCES).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
    );
    await writeFile(join(profile, 'user.js'), userPrefs.join(''));
    return new Firefox(profile);
  }

  async open(): Promise<EnginePage> {
    const portFile = join(this.profile, 'MarionetteActivePort');
    await rm(portFile, { force: true });
    this.process = startGroup(
      'firefox-esr',
      ['--headless', '--marionette', '--no-remote', '--profile', this.profile, '--width=390', '--height=844'],
      {},
    );
    const connection = await retryUntilReady('Firefox', async () => {
      const port = Number(await readFile(portFile, 'utf8'));
      if (!(port > 0)) throw new Error('It has no port yet');
      return Marionette.connect(port);
    });
    await connection.send('WebDriver:NewSession', {});
    return new EnginePage({
      navigate: async (url) => void (await connection.send('WebDriver:Navigate', { url })),
      execute: async (body, args) => {
        const reply = await connection.send('WebDriver:ExecuteScript', {
          script: body,
          args,
          newSandbox: false,
          sandbox: null,
        });
        return v.parse(Value, reply).value;
      },
    });
  }

  async kill(): Promise<void> {
    await endGroup(this.process);
    this.process = null;
  }

  async dispose(): Promise<void> {
    await this.kill();
    await rm(this.profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

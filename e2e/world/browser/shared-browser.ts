import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { FLAGS, shellPath, UNOPTIMIZED } from './chromium.ts';

/**
 * Runs a browser while `use` is running. Playwright controls it through a pipe: through a socket, as with
 * {@link Chromium}, both would compress their messages, which takes a tenth of the time of a test.
 */
export async function withSharedBrowser(use: (browser: Browser) => Promise<void>): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'carrel-profile-'));
  const browser = await chromium.launch({
    executablePath: shellPath(),
    args: [
      ...FLAGS,
      UNOPTIMIZED,
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
      '--no-startup-window',
    ],
    // Its own flags differ from those of other browsers here.
    ignoreDefaultArgs: true,
  });
  try {
    await use(browser);
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

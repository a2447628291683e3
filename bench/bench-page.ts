import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import type { Chromium } from '#e2e/world/browser/chromium.ts';

/** Served by the bench itself; no request reaches a server. */
const ORIGIN = 'http://bench.localhost';

/** Bundles a page's script into one text. */
async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    // Left alone in libraries, and React reads it.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const outputs = Array.isArray(built) ? built : [built];
  const [chunk] = outputs.flatMap((one) => ('output' in one ? one.output : []));
  if (chunk?.type !== 'chunk') throw new Error('The page could not be built');
  return chunk.code;
}

/** Opens a page that contains only the script at `source`, and waits until it has defined `window[name]`. */
export async function openBenchPage(
  device: Chromium,
  { source, name }: { source: URL; name: string },
): Promise<Page> {
  const page = await device.open();
  const script = await bundle(fileURLToPath(source));
  await page.route(`${ORIGIN}/**`, (route) =>
    route.request().url().endsWith('.js')
      ? route.fulfill({ contentType: 'text/javascript', body: script })
      : route.fulfill({
          contentType: 'text/html',
          body: '<!doctype html><script type="module" src="/main.js"></script>',
        }),
  );
  await page.goto(ORIGIN);
  await page.waitForFunction((wanted) => wanted in window, name);
  return page;
}

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Hidden, so no file of it is served. */
export const PAGES_FOLDER = '.pages';

/**
 * The code of the app that renders for the server (docs/why/screens.md). Loaded once per process, however often it is
 * called; rejects where the app is not built.
 */
export const loadRenderer = (appFolder: string): Promise<unknown> =>
  import(/* @vite-ignore */ pathToFileURL(join(appFolder, PAGES_FOLDER, 'render-page.js')).href);

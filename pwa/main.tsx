import './app/start/trusted-types.ts';
import './app/start/refused-channels.ts';
import './ui/tokens.css';
import { findScreen } from './app/screens/screens.tsx';
import { guardTranslatedPage } from './app/start/guard-translated-page.ts';
import { abortInBfcache } from './device/bfcache.ts';
import { hasOpenTabs } from './device/open-tabs.ts';
import { startSite } from './device/site.ts';
import { readKnownUser } from './store/database/known-user.ts';

guardTranslatedPage();

/** How long the app waits for the prerender. */
const PRERENDER_TIMEOUT_MS = 1_000;
/** How long it waits for the databases to be safe: a browser whose storage does not respond must not stay blank. */
const PROTECTION_TIMEOUT_MS = 1_000;

abortInBfcache();
startSite();

/*
 * For known users, the page is first prerendered from the device, before React is loaded. Then everything
 * that the app needs starts in parallel: the data from the device first, because it is read while scripts
 * load; then the frame with React, and the chunk of the current screen.
 */
const screen = findScreen(location.pathname);
const isKnown = readKnownUser() !== null;

async function prerender(): Promise<void> {
  if (!isKnown || !screen?.prerender) return;
  // Prerendering is optional: if it fails, the app renders the screen.
  const prerendered = screen.prerender(new URL(location.href)).then(painted, () => undefined);
  await Promise.race([prerendered, wait(PRERENDER_TIMEOUT_MS)]);
}

/** After an unclean end, what is appended to the databases is at risk. Visitors have nothing to lose. */
async function protectDatabases(): Promise<void> {
  if (!isKnown) return;
  const isProtected = import('./device/unclean-end.ts')
    .then((module) => module.protectDatabases())
    .catch(() => undefined);
  if (hasOpenTabs()) await Promise.race([isProtected, wait(PROTECTION_TIMEOUT_MS)]);
}

async function start(): Promise<void> {
  await protectDatabases();
  await prerender();
  // The screen reports data that cannot be read, and reads it again.
  const preloaded = Promise.resolve(isKnown ? screen?.preloadData(new URL(location.href)) : undefined).catch(
    () => undefined,
  );
  const frame = import('./app/start/start-app.tsx');
  void screen?.preload().catch(() => undefined);
  (await frame).startApp(preloaded);
}

/** Resolves after the next frame. */
function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

void start();

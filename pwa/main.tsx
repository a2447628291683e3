import './app/trusted-types.ts';
import './ui/tokens.css';
import { findScreen } from './app/screens.tsx';
import { readKnownUser } from './store/known-user.ts';

/** How long the app waits for the prerender. */
const PICTURE_PATIENCE_MS = 1_000;

/*
 * For known users, the page is first prerendered from the device, before React is loaded. Then everything
 * that the app needs starts in parallel: the data from the device first, because it is read while scripts
 * load; then the frame with React, and the chunk of the current screen.
 */
const screen = findScreen(location.pathname);
const isKnown = readKnownUser() !== null;

async function drawFirst(): Promise<void> {
  if (!isKnown || !screen?.drawFirst) return;
  // Prerendering is optional: if it fails, the app renders the screen.
  const picture = screen.drawFirst(new URL(location.href)).then(painted, () => undefined);
  await Promise.race([picture, wait(PICTURE_PATIENCE_MS)]);
}

async function start(): Promise<void> {
  await drawFirst();
  // The screen reports data that cannot be read, and reads it again.
  const isRead = Promise.resolve(isKnown ? screen?.readFirst(new URL(location.href)) : undefined).catch(
    () => undefined,
  );
  const frame = import('./app/start-app.tsx');
  void screen?.preload().catch(() => undefined);
  (await frame).startApp(isRead);
}

/** Resolves after the next frame. */
function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

void start();

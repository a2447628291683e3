import './app/trusted-types.ts';
import './ui/tokens.css';
import { findScreen } from './app/screens.tsx';
import { readKnownUser } from './store/known-user.ts';

/** How long the first picture may take before the app no longer waits for it. */
const PICTURE_PATIENCE_MS = 1_000;

/*
 * For those who are known here the first picture comes from the device alone, before React is even read.
 * Then everything that the app needs sets out at once, instead of one after the other: what the device has,
 * first of all, because the browser reads that while the scripts go on; then the frame with React, and the
 * screen that the address names.
 */
const screen = findScreen(location.pathname);
const isKnown = readKnownUser() !== null;

async function drawFirst(): Promise<void> {
  if (!isKnown || !screen?.drawFirst) return;
  // The picture is only a foretaste: without it the app itself draws everything.
  const picture = screen.drawFirst(new URL(location.href)).then(painted, () => undefined);
  await Promise.race([picture, wait(PICTURE_PATIENCE_MS)]);
}

async function start(): Promise<void> {
  await drawFirst();
  // What cannot be read is told by the screen, which asks again.
  const isRead = Promise.resolve(isKnown ? screen?.readFirst(new URL(location.href)) : undefined).catch(
    () => undefined,
  );
  const frame = import('./app/start-app.tsx');
  void screen?.preload().catch(() => undefined);
  (await frame).startApp(isRead);
}

/** Resolves behind the next frame. */
function painted(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

void start();

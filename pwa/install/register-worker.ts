import type { Workbox } from 'workbox-window';
import { untilIdle } from '../device/when-idle.ts';
import { CLAIM_PAGES, COUNT_WINDOWS } from '../worker/messages.ts';
import { reloadSafely } from './before-reload.ts';
import { forwardReplayRequests } from './forward-replay-requests.ts';
import { watchInstallPrompt } from './install-prompt.ts';
import { offerUpdate } from './update-state.ts';
import { hasTypedText, hasUserInteracted, watchUserInteraction } from './user-interaction.ts';
import { noteWorkerRefused } from './worker-refused.ts';

const WORKER_URL = '/sw.js';
const UPDATE_CHECK_MS = 60 * 60 * 1_000;
const FIRST_PAINT_TIMEOUT_MS = 3_000;
/** A busy device needs seconds to start its worker; after the timeout the update is postponed, not lost. */
const COUNT_TIMEOUT_MS = 5_000;

/** Whether this tab's user accepted the update, so its reload is no surprise. */
let hasAgreed = false;

/**
 * Installs the service worker after the first paint, and watches for updates. An update waits for the user's
 * consent; only a page that was just opened, is the only one and had no user interaction takes it
 * automatically. Does nothing in development and without service worker support.
 */
export function registerWorker(): void {
  watchInstallPrompt();
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  watchUserInteraction();
  watchTakeover();
  void afterFirstPaint().then(register);
}

async function register(): Promise<void> {
  const { Workbox } = await import('workbox-window');
  const worker = new Workbox(WORKER_URL, { scope: '/', updateViaCache: 'none' });
  worker.addEventListener('waiting', ({ wasWaitingBeforeRegister }) => {
    void meetWaiting(worker, wasWaitingBeforeRegister === true);
  });
  // A browser may refuse (private windows, full disk): the app then works as a plain page.
  const registration = await worker.register({ immediate: true }).catch(noteWorkerRefused);
  if (registration === undefined) return;
  watchForUpdates(worker, registration);
  forwardReplayRequests(registration);
  await requestClaim();
}

/**
 * A worker controls the pages that exist when it takes over. A page that was loading just then (or was
 * reloaded past the worker) would stay uncontrolled until its next load, so it requests to be claimed.
 */
async function requestClaim(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  if (active === null) return;
  while (active.state === 'activating') {
    await new Promise((resolve) => active.addEventListener('statechange', resolve, { once: true }));
  }
  if (navigator.serviceWorker.controller === null) active.postMessage({ type: CLAIM_PAGES });
}

async function meetWaiting(worker: Workbox, wasThereAtStart: boolean): Promise<void> {
  if (wasThereAtStart && (await isAloneAndUntouched())) worker.messageSkipWaiting();
  else offerWaiting(worker);
}

function offerWaiting(worker: Workbox): void {
  offerUpdate(() => {
    hasAgreed = true;
    worker.messageSkipWaiting();
  });
}

/** Checks for a new version when the tab becomes visible again, at most once an hour. */
function watchForUpdates(worker: Workbox, registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    // Another tab may have downloaded it before this one started to listen.
    if (registration.waiting !== null) offerWaiting(worker);
    if (Date.now() - checkedAt < UPDATE_CHECK_MS) return;
    checkedAt = Date.now();
    registration.update().catch(() => {});
  });
}

/**
 * When a new version takes over, every tab reloads, because code it has not loaded yet no longer exists. A
 * tab with typed text whose user did not request the update only offers to reload.
 */
function watchTakeover(): void {
  let hadController = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    const isFirst = !hadController;
    hadController = true;
    if (isFirst) return;
    if (hasAgreed || !hasTypedText()) void reloadSafely();
    else offerUpdate(() => void reloadSafely());
  });
}

async function isAloneAndUntouched(): Promise<boolean> {
  return !hasUserInteracted() && (await countWindows()) === 1 && !hasUserInteracted();
}

/** Returns the number of open Carrel windows as counted by the active worker; NaN without a reply. */
function countWindows(): Promise<number> {
  const { controller } = navigator.serviceWorker;
  if (controller === null) return Promise.resolve(Number.NaN);
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(Number.NaN), COUNT_TIMEOUT_MS);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      port1.close();
      resolve(typeof data === 'number' ? data : Number.NaN);
    };
    controller.postMessage({ type: COUNT_WINDOWS }, [port2]);
  });
}

/** After the first paint and the page's own files, because installing must not slow a first visit. */
async function afterFirstPaint(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  }
  await untilIdle({ limitMs: FIRST_PAINT_TIMEOUT_MS });
}

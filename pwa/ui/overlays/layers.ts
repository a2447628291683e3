/*
 * Back closes what is open over a page, the top layer first, instead of leaving the page. Each open layer has an entry in
 * the history, with the address of its page; closing the layer in another way goes back over its entry. The router does
 * not see these steps: `PageRouter` calls `startLayers`, `step` and `replaceAddress`.
 */

interface Layer {
  close(): void;
}

/** What is known of an entry of the history. */
interface Entry {
  readonly href: string;
  /** The router's state, in which `idx` counts entries, with `layers`: how many are open at this entry. */
  readonly state: object;
  readonly idx: number;
  readonly depth: number;
}

/** Open layers, the top one last. */
const layers: Layer[] = [];
/** The current entry if it is that of a layer. */
let current: Entry | null = null;
let isRunning = false;
/** The entries of closed layers are being left; the browser does so later. */
let isLeaving = false;
let steps: (() => void)[] = [];

/** Opens a layer over the page; returns what removes it, however it was closed. */
export function openLayer(close: () => void): () => void {
  const layer = { close };
  layers.push(layer);
  settleSoon();
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    settleSoon();
  };
}

/** Watches the history; returns a function that stops. It has to run before the router watches. */
export function startLayers(): () => void {
  isRunning = true;
  window.addEventListener('popstate', onStep, { capture: true });
  // After a reload, no layer is open at the entry of one.
  settleSoon();
  return () => {
    isRunning = false;
    isLeaving = false;
    current = null;
    window.removeEventListener('popstate', onStep, { capture: true });
  };
}

/** Makes a step of the router to another page: it takes the place of the entry of an open layer. */
export function step(take: (method: 'push' | 'replace') => void): void {
  if (isLeaving) steps.push(() => step(take));
  else {
    take(readEntry().depth > 0 ? 'replace' : 'push');
    current = null;
  }
}

/** Lets the router replace the address of the page, also at the entry of an open layer. */
export function replaceAddress(replace: () => void): void {
  if (isLeaving) {
    steps.push(() => replaceAddress(replace));
    return;
  }
  const { depth } = readEntry();
  replace();
  if (depth === 0) return;
  history.replaceState({ ...readEntry().state, layers: depth }, '');
  current = readEntry();
}

/** Once a commit is over, in which one layer may have taken the place of another. */
function settleSoon(): void {
  queueMicrotask(settle);
}

function settle(): void {
  if (!isRunning || isLeaving) return;
  const { state, idx, depth } = readEntry();
  for (let next = depth + 1; next <= layers.length; next += 1)
    history.pushState({ ...state, idx: idx + next - depth, layers: next }, '');
  if (depth > layers.length) {
    isLeaving = true;
    history.go(layers.length - depth);
  } else if (layers.length > 0) current = readEntry();
}

function onStep(event: PopStateEvent): void {
  const wasLeaving = isLeaving;
  isLeaving = false;
  const left = current;
  const { idx, depth } = readEntry();
  const isWithinPage = left !== null && depth < left.depth && idx - depth === left.idx - left.depth;
  if (isWithinPage) {
    event.stopImmediatePropagation();
    // The address may have been replaced while the layer was open.
    history.replaceState({ ...left.state, idx, layers: depth }, '', left.href);
  }
  current = isWithinPage && depth > 0 ? readEntry() : null;
  if (!wasLeaving) for (const layer of layers.slice(isWithinPage ? depth : 0).reverse()) layer.close();
  const waiting = steps;
  steps = [];
  for (const take of waiting) take();
  // Goes back over the entry of a layer that is closed, as after Forward. A layer that stays open gets another one.
  settleSoon();
}

function readEntry(): Entry {
  const raw: unknown = history.state;
  const state = typeof raw === 'object' && raw !== null ? raw : {};
  const idx = 'idx' in state && typeof state.idx === 'number' ? state.idx : 0;
  const depth = 'layers' in state && typeof state.layers === 'number' ? state.layers : 0;
  return { href: location.href, state, idx, depth };
}

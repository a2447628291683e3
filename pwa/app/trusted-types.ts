/**
 * The page's only Trusted Types policy by default: it allows two script addresses, the service worker's and
 * that of the worker that hashes files, and no markup at all (lesson HTML has the sanitiser's own policy).
 * Imported before anything else.
 */
const WORKER_PATHS = /^\/(?:sw|assets\/hash-worker-[\w-]+)\.js$/;

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): unknown;
}

function isPolicyFactory(value: unknown): value is PolicyFactory {
  return typeof value === 'object' && value !== null && 'createPolicy' in value;
}

/** Lets the app's own workers pass; throws for every other one, which the browser reports as refused. */
export function allowWorkerAddress(address: string, origin: string): string {
  const url = new URL(address, origin);
  if (url.origin === origin && WORKER_PATHS.test(url.pathname) && url.search === '') return url.href;
  throw new TypeError('Only the app’s own workers may be loaded as a script');
}

const factory: unknown = Reflect.get(globalThis, 'trustedTypes');
if (isPolicyFactory(factory)) {
  factory.createPolicy('default', {
    createScriptURL: (address) => allowWorkerAddress(address, location.origin),
  });
}

/**
 * The page's default Trusted Types policy: it allows the script URLs of the service worker and of three workers, and no
 * markup at all (lesson HTML has the sanitiser's own policy). Imported before any other module.
 */
const WORKER_PATHS = /^\/(?:sw|assets\/(?:hash|pack|admin\/import)-worker-[\w-]+)\.js$/;

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): unknown;
}

function isPolicyFactory(value: unknown): value is PolicyFactory {
  return typeof value === 'object' && value !== null && 'createPolicy' in value;
}

/**
 * Returns the URL of one of the app's workers; throws for any other, which the browser reports as a
 * violation.
 */
export function allowWorkerAddress(address: string, origin: string): string {
  const url = new URL(address, origin);
  if (url.origin === origin && WORKER_PATHS.test(url.pathname) && url.search === '') return url.href;
  throw new TypeError('Only the app’s own workers can be loaded as a script');
}

const factory: unknown = Reflect.get(globalThis, 'trustedTypes');
if (isPolicyFactory(factory)) {
  factory.createPolicy('default', {
    createScriptURL: (address) => allowWorkerAddress(address, location.origin),
  });
}

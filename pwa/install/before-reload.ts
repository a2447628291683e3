type Hook = () => void | Promise<void>;

const HOOKS_TIMEOUT_MS = 2_000;
const hooks = new Set<Hook>();

/**
 * Calls `hook` before Carrel reloads a page on its own, so unsaved data can be saved. Returns a function that
 * removes the hook.
 */
export function onBeforeReload(hook: Hook): () => void {
  hooks.add(hook);
  return () => hooks.delete(hook);
}

/** Runs every hook and waits for all of them, with a timeout: one that hangs must not block the page. */
export async function runBeforeReload(timeoutMs = HOOKS_TIMEOUT_MS): Promise<void> {
  const runs = [...hooks].map(async (hook) => hook());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([Promise.allSettled(runs), timeout]);
  clearTimeout(timer);
}

let willReload = Promise.resolve(false);

/**
 * For a failure to load a part of the app: during a reload, or while one is being decided, it waits for that,
 * so no page breaks just before it is replaced. Otherwise it rejects with the original error.
 */
export async function failUnlessReloading(error: unknown): Promise<never> {
  if (await willReload) return new Promise(() => {});
  throw error;
}

/** Reloads the page after the hooks have run. */
export async function reloadSafely(): Promise<void> {
  willReload = Promise.resolve(true);
  await runBeforeReload();
  location.reload();
}

/** Reloads the page, as {@link reloadSafely}, if a reload would help. */
export function reloadIf(isOfUse: Promise<boolean>): void {
  willReload = isOfUse;
  void isOfUse.then((isUseful) => (isUseful ? reloadSafely() : undefined));
}

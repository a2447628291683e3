type Hook = () => void | Promise<void>;

const HOOK_PATIENCE_MS = 2_000;
const hooks = new Set<Hook>();

/** Calls `hook` before Carrel reloads a page by itself; whoever holds something unsaved writes it down there. Answers how to leave. */
export function onBeforeReload(hook: Hook): () => void {
  hooks.add(hook);
  return () => hooks.delete(hook);
}

/** Runs every hook and waits for all of them, but not for ever: one that hangs must not hold the page. */
export async function runBeforeReload(patienceMs = HOOK_PATIENCE_MS): Promise<void> {
  const runs = [...hooks].map(async (hook) => hook());
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs);
  });
  await Promise.race([Promise.allSettled(runs), patience]);
  clearTimeout(timer);
}

let willReload = Promise.resolve(false);

/**
 * For what cannot go on because its part of the app did not come: while a reload is under way, or thought
 * about, it waits for that, so that nobody sees a page break that is about to be well. Else it fails as it did.
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

/** Reloads the page, as {@link reloadSafely}, if that turns out to be of use. */
export function reloadIf(isOfUse: Promise<boolean>): void {
  willReload = isOfUse;
  void isOfUse.then((isUseful) => (isUseful ? reloadSafely() : undefined));
}

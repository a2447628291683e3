/**
 * What a page is driven by: the commands of the W3C's WebDriver that both engines answer, Firefox by its
 * own line (Marionette) and WebKit over HTTP. The transport is theirs; the meaning is the same.
 */
export interface Commands {
  navigate(url: string): Promise<void>;
  /** Runs a function's body in the page; it may await. Answers what it returns, as JSON can say it. */
  execute(body: string, args: readonly unknown[]): Promise<unknown>;
}

/** A page of some engine, with the few things that a learner does on it. */
export class EnginePage {
  private readonly commands: Commands;

  constructor(commands: Commands) {
    this.commands = commands;
  }

  /**
   * Goes to an address when the page is at rest. WebKit keeps a page that is left in the middle of a
   * transaction as it is, for the way back, and its transaction keeps the next page's waiting (decision 140).
   * A service worker whose page is left while it is being installed stays in that state there until the
   * browser ends (decision 197).
   */
  async goto(url: string): Promise<void> {
    await this.until('a page at rest', AT_REST);
    await this.commands.navigate(url);
  }

  run(body: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.commands.execute(body, args);
  }

  /** Waits until the body's answer is true; says what it waited for when that does not come. */
  async until(what: string, body: string, ...args: readonly unknown[]): Promise<void> {
    const deadline = Date.now() + WAIT_MS;
    let last: unknown = null;
    while (Date.now() < deadline) {
      // A page that is just going away has no answer; the next one will.
      last = await this.run(body, ...args).catch(String);
      if (last === true) return;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    throw new Error(
      `${what} did not come; the last answer was ${JSON.stringify(last)}. ${await this.describe()}`,
    );
  }

  untilText(text: string): Promise<void> {
    return this.until(`“${text}”`, 'return document.body.innerText.includes(arguments[0])', text);
  }

  /** Types into the field with this label, as the app hears it from a keyboard. */
  async fill(label: string, text: string): Promise<void> {
    await this.until(`the field ${label}`, `${FIND_FIELD} return find(arguments[0]) !== undefined`, label);
    await this.run(
      `${FIND_FIELD}
       const field = find(arguments[0]);
       Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, arguments[1]);
       field.dispatchEvent(new Event('input', { bubbles: true }));
       field.dispatchEvent(new Event('change', { bubbles: true }));`,
      label,
      text,
    );
  }

  /** Presses the first button or link of this name that is shown. */
  async press(name: string): Promise<void> {
    const find = `const found = [...document.querySelectorAll('main button, main a, dialog button, header button')]
      .find((one) => one.textContent.trim() === arguments[0] && one.checkVisibility());`;
    await this.until(`the button ${name}`, `${find} return found !== undefined && !found.disabled`, name);
    await this.run(`${find} found.click();`, name);
  }

  private async describe(): Promise<string> {
    const shown = await this.run(
      'return location.href + "\\n" + document.body.innerText.slice(0, 1500)',
    ).catch(String);
    return `The page shows:\n${String(shown)}`;
  }
}

/**
 * The locks of work; each visible tab holds one more for as long as it is visible (pwa/device/unclean-end.ts).
 */
const HELD = `(await navigator.locks.query()).held.filter(({ name }) => !name.startsWith('carrel.open-tab.')).length`;
/** Nothing is being sent or fetched, and every transaction has ended that had begun: one over all tables gets through. */
const AT_REST = `return (async () => {
  if (!location.protocol.startsWith('http')) return true;
  if ('serviceWorker' in navigator) {
    const registration = await navigator.serviceWorker.getRegistration();
    if (registration?.active?.state !== 'activated' || registration.installing !== null) return false;
  }
  if ('locks' in navigator && ${HELD} > 0) return false;
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const ended = db.objectStoreNames.length === 0 || new Promise((resolve, reject) => {
      const all = db.transaction([...db.objectStoreNames], 'readwrite');
      all.oncomplete = resolve;
      all.onabort = () => reject(all.error);
    });
    await ended;
    db.close();
  }
  return !('locks' in navigator) || ${HELD} === 0;
})()`;
const WAIT_MS = 30_000;
const LOOK_EVERY_MS = 100;
const FIND_FIELD = `const find = (name) => [...document.querySelectorAll('label')]
  .find((label) => label.textContent.trim().startsWith(name))?.control;`;

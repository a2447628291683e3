/**
 * The commands that drive a page: the part of W3C WebDriver that both engines support, Firefox over
 * Marionette and WebKit over HTTP. Only the transports differ.
 */
export interface Commands {
  navigate(url: string): Promise<void>;
  /** Runs a function body in the page; it may await. Returns its result, which must be JSON. */
  execute(body: string, args: readonly unknown[]): Promise<unknown>;
}

/** A page of any engine, with the actions of a learner. */
export class EnginePage {
  private readonly commands: Commands;

  constructor(commands: Commands) {
    this.commands = commands;
  }

  /**
   * Navigates, whatever the page is doing, except that its service worker is installed: one whose page is left
   * meanwhile stays in that state in WebKit until the browser exits (docs/why/storage.md).
   */
  async goto(url: string): Promise<void> {
    await this.until('an installed service worker', IS_INSTALLED);
    await this.commands.navigate(url);
  }

  run(body: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.commands.execute(body, args);
  }

  /** Waits until the body returns true; the timeout error names the condition. */
  async until(what: string, body: string, ...args: readonly unknown[]): Promise<void> {
    const deadline = Date.now() + WAIT_MS;
    let last: unknown = null;
    while (Date.now() < deadline) {
      // A page that is being unloaded cannot reply; the next one will.
      last = await this.run(body, ...args).catch(String);
      if (last === true) return;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    throw new Error(
      `${what} did not appear; the last result was ${JSON.stringify(last)}. ${await this.describe()}`,
    );
  }

  untilText(text: string): Promise<void> {
    return this.until(`“${text}”`, 'return document.body.innerText.includes(arguments[0])', text);
  }

  /** Types into the field with this label, firing the events of a keyboard. */
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

  /** Presses the first visible button or link of this name. */
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
    const pending = await this.run(DESCRIBE_PENDING).catch(String);
    return `The page shows:\n${String(shown)}\nNot ended:\n${String(pending)}`;
  }
}

/** No service worker is being installed. */
const IS_INSTALLED = `return (async () => {
  if (!location.protocol.startsWith('http') || !('serviceWorker' in navigator)) return true;
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.active?.state === 'activated' && registration.installing === null;
})()`;
const DESCRIBE_PENDING = `return (async () => {
  const given = new Promise((resolve) => setTimeout(resolve, 2_000, 'no reply to locks.query'));
  const locks = await Promise.race([navigator.locks.query(), given]);
  const registration = await Promise.race([navigator.serviceWorker.getRegistration(), given]);
  const worker = { controller: navigator.serviceWorker.controller?.state, active: registration?.active?.state, installing: registration?.installing?.state, waiting: registration?.waiting?.state };
  return JSON.stringify({ ...globalThis.__carrelPending?.(), locks, worker }, null, 1);
})()`;
const WAIT_MS = 30_000;
const LOOK_EVERY_MS = 100;
const FIND_FIELD = `const find = (name) => [...document.querySelectorAll('label')]
  .find((label) => label.textContent.trim().startsWith(name))?.control;`;

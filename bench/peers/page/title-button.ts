/** A button that shows the title of a lesson, and edits it when pressed. */
export class TitleButton {
  readonly #button = document.createElement('button');

  constructor(edit: () => void) {
    this.#button.addEventListener('click', edit);
    document.body.append(this.#button);
  }

  show(title: string): void {
    this.#button.textContent = title;
  }

  /** Milliseconds from a press until the button shows another title. */
  timePress(): Promise<number> {
    return new Promise((resolve) => {
      const startedMs = performance.now();
      const observer = new MutationObserver(() => {
        observer.disconnect();
        resolve(performance.now() - startedMs);
      });
      observer.observe(this.#button, { childList: true });
      this.#button.click();
    });
  }
}

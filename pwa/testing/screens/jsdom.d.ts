/** The part of jsdom that the render tests use; its published types depend on another version of Node's. */
declare module 'jsdom' {
  export type DOMWindow = Window & typeof globalThis;

  export class VirtualConsole {}

  export class JSDOM {
    constructor(
      html: string,
      options?: {
        readonly url: string;
        readonly pretendToBeVisual: boolean;
        readonly virtualConsole: VirtualConsole;
      },
    );
    readonly window: DOMWindow;
  }
}

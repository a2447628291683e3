/** What the render tests use of jsdom, whose published types bring another version of Node's. */
declare module 'jsdom' {
  export type DOMWindow = Window & typeof globalThis;

  export class VirtualConsole {}

  export class JSDOM {
    constructor(
      html: string,
      options: {
        readonly url: string;
        readonly pretendToBeVisual: boolean;
        readonly virtualConsole: VirtualConsole;
      },
    );
    readonly window: DOMWindow;
  }
}

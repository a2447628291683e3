import { isBlockTag } from './known-html.ts';

interface Run {
  text: string;
  /** The inline elements around it within its block, unordered: their nesting makes no difference. */
  readonly around: string;
  /** An image or a line break, described by `text`. */
  readonly isElement: boolean;
}

/**
 * Returns a text that is equal for HTML with the same meaning: white space, the order of attributes, the
 * nesting of inline elements and an implied `tbody` make no difference; everything else does.
 */
export function normalForm(root: Node): string {
  const writer = new NormalWriter();
  writer.writeChildren(root, []);
  writer.endRuns();
  return writer.lines.join('\n');
}

class NormalWriter {
  readonly lines: string[] = [];
  #runs: Run[] = [];

  writeChildren(node: Node, around: readonly string[]): void {
    for (const child of node.childNodes) this.#write(child, around);
  }

  #write(node: Node, around: readonly string[]): void {
    if (node instanceof Text) this.#addRun(node.data, around);
    else if (!(node instanceof Element)) this.lines.push(`(${node.nodeName})`);
    else if (node.localName === 'pre') this.#writePre(node);
    else if (node.localName === 'tbody') this.#writeBlockContent(node);
    else if (isBlockTag(node.localName)) this.#writeBlock(node);
    else if (node.childNodes.length === 0) this.#addRun(startTag(node), around, true);
    else this.writeChildren(node, [...around, startTag(node)]);
  }

  #writeBlock(node: Element): void {
    this.endRuns();
    this.lines.push(startTag(node));
    this.#writeBlockContent(node);
    this.lines.push(`/${node.localName}`);
  }

  #writeBlockContent(node: Element): void {
    this.endRuns();
    this.writeChildren(node, []);
    this.endRuns();
  }

  /** White space and every element are significant here. */
  #writePre(node: Element): void {
    this.endRuns();
    const inner = [...node.querySelectorAll('*')].map(startTag).join(' ');
    this.lines.push(`${startTag(node)} ${inner} ${JSON.stringify(node.textContent)}`);
  }

  #addRun(text: string, around: readonly string[], isElement = false): void {
    const run = { text, around: [...new Set(around)].sort().join(' '), isElement };
    const last = this.#runs.at(-1);
    if (last?.around === run.around && !last.isElement && !isElement) last.text += text;
    else this.#runs.push(run);
  }

  /** Writes the collected inline runs, with white space collapsed as in a browser. */
  endRuns(): void {
    let last: Run | null = null;
    const written: Run[] = [];
    for (const run of this.#runs) {
      const isAtStart = last === null || isBreak(last) || (!last.isElement && last.text.endsWith(' '));
      if (last !== null && isBreak(run)) trimEnd(last);
      if (!run.isElement)
        run.text = run.text.replace(/[ \t\n\r\f]+/g, ' ').replace(isAtStart ? /^ / : /^$/, '');
      if (run.text === '') continue;
      written.push(run);
      last = run;
    }
    if (last !== null) trimEnd(last);
    for (const run of written) if (run.text !== '') this.lines.push(`[${run.around}] ${run.text}`);
    this.#runs = [];
  }
}

function isBreak(run: Run): boolean {
  return run.isElement && run.text === 'br';
}

function trimEnd(run: Run): void {
  if (!run.isElement) run.text = run.text.replace(/ $/, '');
}

/** `rel` of a link is set when it is sent, whatever it was. */
const IGNORED: ReadonlySet<string> = new Set(['a rel']);

function startTag(element: Element): string {
  const attributes = [...element.attributes]
    .filter(({ name }) => !IGNORED.has(`${element.localName} ${name}`))
    .map(({ name, value }) => `${name}=${JSON.stringify(value)}`)
    .sort();
  return [element.localName, ...attributes].join(' ');
}

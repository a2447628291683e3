/** Elements that stand by themselves; every other element at the top belongs to the text around it. */
const BLOCKS = new Set(
  `address article aside blockquote details dialog div dl fieldset figure footer form h1 h2 h3 h4 h5 h6
  header hr iframe main nav ol p pre section table ul video`.split(/\s+/),
);
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

/** A tag with its attributes; a lone `<` is text. */
const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9-]*)(?:[^<>"']|"[^"]*"|'[^']*')*>/y;

interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  /** Where it begins and ends in the text. */
  readonly from: number;
  readonly to: number;
}

/**
 * Splits HTML into what stands below each other at its top: paragraphs, headings, lists, tables, and runs
 * of bare text between them, each with the white space behind it. Nothing is repaired and nothing is
 * lost: the pieces joined are the text, whatever the text is. The same text always falls into the same
 * pieces, in time that grows with its length only.
 */
export function splitBlocks(html: string): string[] {
  const starts = findStarts(html);
  return starts.map((at, index) => html.slice(at, starts[index + 1] ?? html.length));
}

/** Where blocks begin: the first at 0, the others at their first character that is no white space. */
function findStarts(html: string): number[] {
  const word = /\S/g;
  const nextWord = (at: number) => {
    word.lastIndex = at;
    return word.exec(html)?.index ?? html.length;
  };
  const first = nextWord(0);
  const starts = html === '' ? [] : [0];
  const startBlock = (at: number) => {
    const from = nextWord(at);
    if (from !== first && from < html.length && from !== starts.at(-1)) starts.push(from);
  };
  const open = new OpenElements();
  for (const tag of listTags(html)) {
    const isBlock = BLOCKS.has(tag.name);
    if (!tag.isEnd && isBlock && open.isEmptyBefore(tag.name)) startBlock(tag.from);
    const outermost = open.outermost ?? tag.name;
    if (tag.isEnd ? open.close(tag.name) : open.open(tag.name)) {
      if (BLOCKS.has(outermost)) startBlock(tag.to);
    }
  }
  return starts;
}

function* listTags(html: string): Generator<Tag> {
  let hasComments = true;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    const commentEnd = hasComments && html.startsWith('<!--', at) ? html.indexOf('-->', at + 4) : null;
    // Looked for once: in a text of openings without an end, each would be read to the end.
    if (commentEnd === -1) hasComments = false;
    TAG.lastIndex = at;
    const match = TAG.exec(html);
    const [text, slash, name] = match ?? [];
    if (commentEnd !== null && commentEnd !== -1) at = commentEnd + 3;
    else if (text === undefined || name === undefined) at += 1;
    else {
      yield { name: name.toLowerCase(), isEnd: slash === '/', from: at, to: at + text.length };
      at += text.length;
    }
  }
}

/** The elements that are open at a place, as far as blocks need to know them. */
class OpenElements {
  readonly #names: string[] = [];
  readonly #counts = new Map<string, number>();

  get outermost(): string | undefined {
    return this.#names[0];
  }

  /** Whether an element that begins here stands at the top: a paragraph that was never closed ends before a block. */
  isEmptyBefore(name: string): boolean {
    return this.#names.length === 0 || (this.#names.length === 1 && this.#endsParagraph(name));
  }

  /** Answers whether the top is free behind the tag: then it is of an element that holds nothing. */
  open(name: string): boolean {
    if (this.#endsParagraph(name)) this.#pop();
    if (VOID.has(name)) return this.#names.length === 0;
    this.#names.push(name);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    return false;
  }

  /** Answers whether the top is free behind the tag, because its element was the outermost. */
  close(name: string): boolean {
    if ((this.#counts.get(name) ?? 0) === 0) return false;
    while (this.#pop() !== name);
    return this.#names.length === 0;
  }

  #endsParagraph(name: string): boolean {
    return this.#names.at(-1) === 'p' && BLOCKS.has(name);
  }

  #pop(): string | undefined {
    const name = this.#names.pop();
    if (name !== undefined) this.#counts.set(name, (this.#counts.get(name) ?? 1) - 1);
    return name;
  }
}

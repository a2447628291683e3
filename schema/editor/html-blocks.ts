/** Block elements; every other element at the top level belongs to the surrounding text. */
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
  /** Start and end offset in the text. */
  readonly from: number;
  readonly to: number;
}

/**
 * Splits HTML into its top-level blocks: paragraphs, headings, lists, tables, and runs of bare text between
 * them, each with its trailing white space. Nothing is repaired or lost: for any text the joined pieces are
 * the text. The split is deterministic and takes linear time.
 */
export function splitBlocks(html: string): string[] {
  const starts = findStarts(html);
  return starts.map((at, index) => html.slice(at, starts[index + 1] ?? html.length));
}

/** Start offsets of the blocks: the first at 0, the others at their first non-space character. */
function findStarts(html: string): number[] {
  const nonSpace = /\S/g;
  const nextNonSpace = (at: number) => {
    nonSpace.lastIndex = at;
    return nonSpace.exec(html)?.index ?? html.length;
  };
  const first = nextNonSpace(0);
  const starts = html === '' ? [] : [0];
  const startBlock = (at: number) => {
    const from = nextNonSpace(at);
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
    // Searched once: otherwise in a text of unclosed openings, each would scan to the end.
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

/** The open elements at an offset, as far as blocks need them. */
class OpenElements {
  readonly #names: string[] = [];
  readonly #counts = new Map<string, number>();

  get outermost(): string | undefined {
    return this.#names[0];
  }

  /** Whether an element that starts here is at the top level: an unclosed paragraph ends before a block. */
  isEmptyBefore(name: string): boolean {
    return this.#names.length === 0 || (this.#names.length === 1 && this.#endsParagraph(name));
  }

  /** Returns whether the offset after the tag is at the top level, which is so for a void element there. */
  open(name: string): boolean {
    if (this.#endsParagraph(name)) this.#pop();
    if (VOID.has(name)) return this.#names.length === 0;
    this.#names.push(name);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    return false;
  }

  /** Returns whether the offset after the tag is at the top level, because its element was the outermost. */
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

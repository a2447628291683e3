/** An element of MathML. */
interface MathNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (MathNode | string)[];
}

/** Deeper elements are read as parts of the one at this depth. */
const DEPTH_MAX = 100;
/** What programs write instead of a text that says anything. */
const PLACEHOLDER =
  /^(?:alternat(?:e|ive) text\b.*|alt(?:[ -]?text)?|no (?:alt|description)\b.*|(?:math|mathml|formula|equation|image|inline|block|untitled)(?: ?\d+)?|.*\bnot available)[.:]?$/i;

/**
 * Reads a formula of MathML while it is parsed. Its text is its source in TeX where the page has it, else the text that
 * readers hear, else a form on one line that means the same, such as `(a + b)/c = x²`.
 */
export class MathText {
  readonly #readOut: string;
  readonly #root: MathNode = { name: 'mrow', attributes: {}, children: [] };
  readonly #open: MathNode[] = [this.#root];
  #depth = 1;
  #texDepth = 0;
  #tex = '';

  constructor(readOut: string) {
    this.#readOut = readOut;
  }

  get text(): string {
    const tex = withoutDisplayStyle(this.#tex);
    if (tex !== '') return tex;
    const readOut = withoutDisplayStyle(this.#readOut);
    return readOut === '' || PLACEHOLDER.test(readOut) ? spaced(linearOf(this.#root)) : readOut;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1;
    const local = localOf(name);
    if (local === 'annotation' && this.#texDepth === 0 && /tex/i.test(attributes.encoding ?? ''))
      this.#texDepth = this.#depth;
    if (this.#depth > DEPTH_MAX) return;
    const node = { name: local, attributes, children: [] };
    this.#open.at(-1)?.children.push(node);
    this.#open.push(node);
  }

  add(text: string): void {
    if (this.#texDepth === this.#depth) this.#tex += text;
    else this.#open.at(-1)?.children.push(text);
  }

  /** Returns whether the formula ends. */
  close(): boolean {
    if (this.#texDepth === this.#depth) this.#texDepth = 0;
    if (this.#depth <= DEPTH_MAX) this.#open.pop();
    this.#depth -= 1;
    return this.#depth === 0;
  }
}

/** A name without the prefix that books give to MathML. */
export const localOf = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Wikipedia puts it around each formula. */
const withoutDisplayStyle = (tex: string): string =>
  tex.trim().replace(/^\{\\(?:displaystyle|textstyle) +(.*)\}$/s, '$1');

const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim();

const INVISIBLE = /[\u2061-\u2064\u200B]/g;
/** Signs between two terms, which are read with a space on either side. */
const INFIX = /^(?:[=<>+±∓≠≤≥≪≫≈≅≡∼∝→←↔⇒⇐⇔↦∈∉⊂⊆⊃⊇∪∩∧∨:−-]|\\(?:to|le|ge)|:=|&&|\|\|)$/;
const MARKS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '¯': '\u0305',
    '‾': '\u0305',
    _: '\u0332',
    '̲': '\u0332',
    '^': '\u0302',
    ˆ: '\u0302',
    '~': '\u0303',
    '˜': '\u0303',
    '˙': '\u0307',
    '.': '\u0307',
    '¨': '\u0308',
    '→': '\u20D7',
    '⃗': '\u20D7',
  }),
);
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const PRIME = /^['′″‴*∗†∘°]+$/;

const elementsOf = ({ children }: MathNode): MathNode[] =>
  children.filter((child) => typeof child !== 'string');

function linearOf(node: MathNode): string {
  const parts = elementsOf(node);
  const part = (at: number): string => {
    const found = parts[at];
    return found === undefined ? '' : linearOf(found).trim();
  };
  switch (node.name) {
    case 'mi':
    case 'mn':
    case 'mo':
    case 'ms':
    case 'mtext':
      return leafText(node);
    case 'mspace':
      return ' ';
    case 'mphantom':
    case 'annotation':
    case 'annotation-xml':
    case 'mprescripts':
    case 'none':
      return '';
    case 'semantics':
    case 'maction':
      return part(0);
    case 'mfrac':
      return node.attributes.linethickness?.trim().startsWith('0') === true
        ? `(${part(0)} choose ${part(1)})`
        : `${grouped(part(0))}/${grouped(part(1))}`;
    case 'msup':
      return powerBase(part(0)) + raised(part(1));
    case 'msub':
      return part(0) + lowered(part(1));
    case 'msubsup':
      return part(0) + lowered(part(1)) + raised(part(2));
    case 'mover':
      return withMark(part(0), part(1)) ?? limits(part(0), '', part(1));
    case 'munder':
      return withMark(part(0), part(1)) ?? limits(part(0), part(1), '');
    case 'munderover':
      return limits(part(0), part(1), part(2));
    case 'msqrt':
      return `√(${rowOf(node).trim()})`;
    case 'mroot':
      return /^\d{1,3}$/.test(part(1))
        ? `${raised(part(1))}√(${part(0)})`
        : `(${part(0)})^(1/${grouped(part(1))})`;
    case 'menclose':
      return node.attributes.notation === 'radical' ? `√(${rowOf(node).trim()})` : rowOf(node);
    case 'mfenced':
      return fenced(node, parts);
    case 'mmultiscripts':
      return withScripts(parts);
    case 'mtable':
      return parts.map(linearOf).join('; ');
    case 'mtr':
    case 'mlabeledtr':
      return parts.map((cell) => linearOf(cell).trim()).join(', ');
    default:
      return rowOf(node);
  }
}

const leafText = (node: MathNode): string =>
  node.children
    .map((child) => (typeof child === 'string' ? child : linearOf(child)))
    .join('')
    .replace(INVISIBLE, '')
    .replace(/\s+/g, ' ')
    .replace(node.name === 'mtext' ? /^$/ : /^ | $/g, '');

/** The parts of a row one after the other; a table gets brackets unless the row has them. */
function rowOf(node: MathNode): string {
  const parts = node.children.filter((child) => typeof child !== 'string' || child.trim() !== '');
  let isAfterTerm = false;
  let isAfterFence = false;
  let isAfterFunction = false;
  let row = '';
  for (const part of parts) {
    const text = typeof part === 'string' ? part.replace(INVISIBLE, '') : linearOf(part);
    const name = typeof part === 'string' ? '' : part.name;
    const isInfix = name === 'mo' && isAfterTerm && INFIX.test(text);
    if (name === 'mtable' && !isAfterFence) row += `[${text}]`;
    else if (isInfix) row += ` ${text} `;
    else if (name === 'mo' && /^[,;]$/.test(text)) row += `${text} `;
    else row += isAfterFunction && startsTerm(text, row) ? ` ${text}` : text;
    isAfterTerm = name === 'mo' ? /^[)\]}|!′]$/.test(text) : text.trim() !== '' || isAfterTerm;
    isAfterFence = name === 'mo' && /^[([{|‖⟨]$/.test(text);
    isAfterFunction = isFunction(part);
  }
  return row;
}

/** Brackets behind a name are those of its arguments; behind limits they would be read as a part of these. */
const startsTerm = (text: string, before: string): boolean =>
  /^[\p{L}\p{N}√]/u.test(text) || (text.startsWith('(') && /[^\p{L}]$/u.test(before));

/** Whether what follows needs a space: behind `sin`, `lim` with its limits, or a sum. */
function isFunction(part: MathNode | string): boolean {
  if (typeof part === 'string') return false;
  if (part.name === 'mi' || part.name === 'mo') return /^\p{L}{2,}$/u.test(leafText(part));
  if (!/^m(?:under|over|underover|sub|sup|subsup)$/.test(part.name)) return false;
  const [base] = elementsOf(part);
  return base !== undefined && (isFunction(base) || /^[∑∏∐∫∬∭∮⋃⋂]$/.test(linearOf(base).trim()));
}

const SINGLE = /^(?:[\p{L}∞∅]\p{M}*|\p{L}{2,}|\d+(?:[.,]\d+)*)[⁰¹²³⁴-⁹′]*$/u;
const ONE_LETTER = /^(?:[\p{L}∞∅]\p{M}*|\d+(?:[.,]\d+)*|[^\p{L}\p{N}]*)[′]*$/u;

/** A term, in brackets if what is beside it would otherwise take a part of it. */
function grouped(text: string): string {
  return SINGLE.test(text) || isBracketed(text) ? text : `(${text})`;
}

function isBracketed(text: string): boolean {
  if (!text.startsWith('(') || !text.endsWith(')')) return false;
  let depth = 0;
  for (let at = 0; at < text.length - 1; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth === 0) return false;
  }
  return true;
}

const powerBase = (base: string): string =>
  ONE_LETTER.test(base) || /^\p{L}{2,}$/u.test(base) || isBracketed(base) || /_\S+$/.test(base)
    ? base
    : `(${base})`;

function raised(exponent: string): string {
  if (exponent === '' || PRIME.test(exponent)) return exponent;
  if (/^\d{1,3}$/.test(exponent)) return exponent.replace(/\d/g, (digit) => RAISED[Number(digit)] ?? digit);
  return `^${grouped(exponent)}`;
}

const lowered = (index: string): string => (index === '' ? '' : `_${grouped(index)}`);

const limits = (base: string, below: string, above: string): string =>
  base + lowered(below) + (above === '' ? '' : `^${grouped(above)}`);

/** The letters of a term with a line, an arrow or another mark on each; null for anything else above or below it. */
function withMark(base: string, mark: string): string | null {
  const combining = MARKS.get(mark);
  if (combining === undefined || !/^[\p{L}\p{N}]{1,4}$/u.test(base)) return null;
  return [...base].map((letter) => letter + combining).join('');
}

function fenced({ attributes }: MathNode, parts: readonly MathNode[]): string {
  const separators = [...(attributes.separators ?? ',').replace(/\s/g, '')];
  const inner = parts.map((part, at) => {
    const separator = separators[Math.min(at, separators.length) - 1] ?? separators.at(-1) ?? '';
    return (at === 0 || separator === '' ? '' : `${separator} `) + linearOf(part).trim();
  });
  return (attributes.open ?? '(') + inner.join('') + (attributes.close ?? ')');
}

/** Indices and powers before and behind a term. */
function withScripts([base, ...scripts]: readonly MathNode[]): string {
  const middle = scripts.findIndex(({ name }) => name === 'mprescripts');
  const write = (nodes: readonly MathNode[]) =>
    nodes
      .map((node, at) => {
        const text = linearOf(node).trim();
        return at % 2 === 0 ? lowered(text) : raised(text);
      })
      .join('');
  const later = middle < 0 ? scripts : scripts.slice(0, middle);
  const earlier = middle < 0 ? [] : scripts.slice(middle + 1);
  return write(earlier) + (base === undefined ? '' : linearOf(base).trim()) + write(later);
}

/** What a style says of the meaning of a text; undefined where it says nothing. */
export interface TextStyle {
  readonly isBold?: boolean | undefined;
  readonly isItalic?: boolean | undefined;
  readonly shift?: 'sub' | 'sup' | undefined;
  /** Shown in no browser. */
  readonly isHidden?: boolean | undefined;
  /** Hidden by the author in Word. */
  readonly isHiddenByAuthor?: boolean | undefined;
  /** Set in a monospaced font, with its spaces and ends of lines. */
  readonly isCode?: boolean | undefined;
}

const NOTHING: TextStyle = {};
const MONOSPACED = /mono|consolas|menlo|courier|source code|fira code/;

/** Reads the declarations of a `style`. Not by the DOM, which drops those that only Word knows. */
function readStyle(declarations: string | undefined): TextStyle {
  if (declarations === undefined || declarations === '') return NOTHING;
  const values = new Map<string, string>();
  for (const declaration of declarations.toLowerCase().split(';')) {
    const colon = declaration.indexOf(':');
    if (colon > 0) values.set(declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim());
  }
  const font = values.get('font') ?? '';
  const space = values.get('white-space') ?? '';
  const shift = /^(sub|super)\b/.exec(values.get('vertical-align') ?? '')?.[1];
  return {
    isBold: boldOf(values.get('font-weight') ?? /(?:^|\s)(?:bold|[1-9]00)(?=\s)/.exec(font)?.[0].trim()),
    isItalic: italicOf(values.get('font-style') ?? /(?:^|\s)(?:italic|oblique)(?=\s)/.exec(font)?.[0].trim()),
    shift: shift === 'super' ? 'sup' : shift === 'sub' ? 'sub' : undefined,
    isHidden:
      /^none\b/.test(values.get('display') ?? '') ||
      /^(?:hidden|collapse)\b/.test(values.get('visibility') ?? '') ||
      undefined,
    isHiddenByAuthor: values.get('mso-hide') === 'all' || undefined,
    isCode:
      (/^(?:pre|break-spaces)/.test(space) && MONOSPACED.test(values.get('font-family') ?? font)) ||
      undefined,
  };
}

function boldOf(weight: string | undefined): boolean | undefined {
  if (weight === undefined) return undefined;
  if (/^bold/.test(weight)) return true;
  if (/^(?:normal|lighter)/.test(weight)) return false;
  return /^\d/.test(weight) ? Number.parseInt(weight, 10) >= 600 : undefined;
}

function italicOf(style: string | undefined): boolean | undefined {
  if (style === undefined) return undefined;
  if (/^(?:italic|oblique)/.test(style)) return true;
  return style.startsWith('normal') ? false : undefined;
}

const RULE = /([^{}]+)\{([^{}]*)\}/g;
const CLASS = /^[a-z0-9]*\.([\w-]+)$/i;

/** The styles of the classes of a page. */
export class ClassStyles {
  readonly #styles = new Map<string, TextStyle>();

  /** Reads the rules of a `style` element for single classes; others are left out. */
  add(css: string): void {
    for (const [, selectors = '', declarations] of css.matchAll(RULE)) {
      const style = definedOf(readStyle(declarations));
      for (const selector of selectors.split(',')) {
        const name = CLASS.exec(selector.trim())?.[1];
        if (name !== undefined) this.#styles.set(name, { ...this.#styles.get(name), ...style });
      }
    }
  }

  /** The style of an element: that of its classes, then its own. */
  styleOf({ class: names, style }: Readonly<Record<string, string>>): TextStyle {
    const own = readStyle(style);
    if (names === undefined || this.#styles.size === 0) return own;
    const ofClasses = names.split(/\s+/).map((name) => this.#styles.get(name));
    return Object.assign({}, ...ofClasses, definedOf(own));
  }
}

const definedOf = (style: TextStyle): TextStyle =>
  Object.fromEntries(Object.entries(style).filter(([, value]) => value !== undefined));

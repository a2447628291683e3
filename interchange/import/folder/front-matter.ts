/** The values before the text of a page. */
export interface FrontMatter {
  /** By key in lower case; only simple ones: no lists, no nested keys. */
  readonly values: ReadonlyMap<string, string>;
  /** The text without them. */
  readonly text: string;
}

const YAML = /^---[ \t]*\r?\n(?:(.*?)\r?\n)??(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/s;
const TOML = /^\+\+\+[ \t]*\r?\n(?:(.*?)\r?\n)??\+\+\+[ \t]*(?:\r?\n|$)/s;
const LINE = /^([A-Za-z_][\w-]*)\s*[:=]\s*(.*)$/;

/** Reads the `key: value` lines between two `---`, or the `key = value` lines between two `+++`, of a text. */
export function readFrontMatter(text: string): FrontMatter {
  const match = YAML.exec(text) ?? TOML.exec(text);
  const lines = (match?.[1] ?? '').split(/\r?\n/);
  if (match === null || !isSettings(lines)) return { values: new Map(), text };
  return { values: readValues(lines), text: text.slice(match[0].length) };
}

/** Whether lines between two `---` are settings. They may be a text between two rules, as in slides. */
function isSettings(lines: readonly string[]): boolean {
  const [first] = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return first === undefined || LINE.test(first) || /^\[.*\]\s*$/.test(first);
}

function readValues(lines: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  let block: string | null = null;
  for (const line of lines) {
    const [, key, value] = LINE.exec(line) ?? [];
    if (key !== undefined && value !== undefined) {
      block = /^[>|][+-]?$/.test(value) ? key.toLowerCase() : null;
      values.set(key.toLowerCase(), block === null ? unquote(value) : '');
    } else if (block !== null && /^\s+\S/.test(line)) {
      values.set(block, `${values.get(block)} ${line.trim()}`.trim());
    }
  }
  return values;
}

const VALUE_MAX_CHARACTERS = 2_000;

/** A value without quotes, or without the comment behind it. */
function unquote(written: string): string {
  const value = written.slice(0, VALUE_MAX_CHARACTERS);
  const [, , quoted] = /^(["'])(.*)\1\s*(?:#.*)?$/.exec(value) ?? [];
  return quoted?.replace(/\\(["\\])/g, '$1') ?? value.replace(/\s+#.*$/, '').trim();
}

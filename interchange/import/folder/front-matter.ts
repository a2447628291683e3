import * as v from 'valibot';
import { readYaml } from '../text/yaml.ts';

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

/** Reads the YAML between two `---`, or the `key = value` lines between two `+++`, of a text. */
export function readFrontMatter(text: string): FrontMatter {
  const yaml = YAML.exec(text);
  const match = yaml ?? TOML.exec(text);
  const lines = (match?.[1] ?? '').split(/\r?\n/);
  if (match === null || !isSettings(lines)) return { values: new Map(), text };
  const values = (yaml === null ? null : valuesOfYaml(yaml[1] ?? '')) ?? readValues(lines);
  return { values, text: text.slice(match[0].length) };
}

/** Whether lines between two `---` are settings. They may be a text between two rules, as in slides. */
function isSettings(lines: readonly string[]): boolean {
  const [first] = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return first === undefined || LINE.test(first) || /^\[.*\]\s*$/.test(first);
}

const Values = v.record(v.string(), v.unknown());
const YAML_MAX_CHARACTERS = 20_000;

/** Null for what is not well-formed: authors leave out quotes, and programs that make websites take most of it. */
function valuesOfYaml(yaml: string): Map<string, string> | null {
  const values = yaml.length > YAML_MAX_CHARACTERS ? undefined : readYaml(yaml);
  if (!v.is(Values, values)) return null;
  const simple = Object.entries(values).filter(([, value]) =>
    /^(?:string|number|boolean)$/.test(typeof value),
  );
  return new Map(
    simple.map(([key, value]) => [key.toLowerCase(), String(value).slice(0, VALUE_MAX_CHARACTERS)]),
  );
}

/** The `key: value` lines. */
function readValues(lines: readonly string[]): Map<string, string> {
  const read = lines.flatMap((line): [string, string][] => {
    const [, key, value] = LINE.exec(line) ?? [];
    return key === undefined || value === undefined ? [] : [[key.toLowerCase(), unquote(value)]];
  });
  return new Map(read);
}

const VALUE_MAX_CHARACTERS = 2_000;

/** A value without quotes, or without the comment behind it. */
function unquote(written: string): string {
  const value = written.slice(0, VALUE_MAX_CHARACTERS);
  const [, , quoted] = /^(["'])(.*)\1\s*(?:#.*)?$/.exec(value) ?? [];
  return quoted?.replace(/\\(["\\])/g, '$1') ?? value.replace(/\s+#.*$/, '').trim();
}

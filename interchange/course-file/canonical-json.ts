/** A value of a course file. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/**
 * Returns a value as canonical JSON (RFC 8785): names in the order of their code units, no spaces, and strings and
 * numbers as ECMAScript writes them. Equal values have equal texts. Throws on text that is not well-formed Unicode and
 * on numbers that JSON does not have.
 */
export function canonicalJson(value: JsonValue): string {
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${members.map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member)}`).join(',')}}`;
  }
  if (typeof value === 'string' && LONE_SURROGATE.test(value)) throw new Error('The text is not well-formed');
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`JSON has no ${value}`);
  return JSON.stringify(value);
}

/** With the flag `u`, a pair of surrogates is one character and is not in this category. */
const LONE_SURROGATE = /\p{Cs}/u;

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

import { parse } from 'yaml';

/** No table of contents or front matter is longer. The time of the parser grows faster than the text. */
const YAML_MAX_CHARACTERS = 200_000;
const NESTING_MAX = 30;

/** The value of a YAML text; undefined for one that is not well-formed, or is nested as no author nests. */
export function readYaml(text: string): unknown {
  if (text.length > YAML_MAX_CHARACTERS || isNestedTooDeeply(text)) return undefined;
  try {
    return parse(text, { uniqueKeys: false, logLevel: 'silent', maxAliasCount: 100 });
  } catch {
    return undefined;
  }
}

/** Lists in brackets, `- - -` and `? ? ?` nest without indentation, and the parser needs seconds for a thousand of them. */
function isNestedTooDeeply(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth = Math.max(0, depth - 1);
    if (depth > NESTING_MAX) return true;
  }
  return /^[ \t]*(?:[-?&]\S*[ \t]+){10}/m.test(text) || /^[ \t]{200}/m.test(text);
}

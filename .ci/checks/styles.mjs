// The style sheets: type sizes, spaces, breakpoints and colours are those of pwa/ui/tokens.css and
// pwa/ui/layout/breakpoints.ts, and no rule of three or more declarations exists twice.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../programs.mjs';

const TOKENS = /\/(tokens|fonts)\.css$/;
const LONG_RULE = 3;

/** Properties whose lengths are tokens. Lengths in em, cqi or vw are relative to a size that is one. */
const SIZED = [
  { property: /^font(-size)?$/, raw: /(?<![\w.-])\.?\d[\d.]*(rem|px|pt|%)(?![\w-])/, write: '--text-…' },
  {
    property: /^((scroll-)?(margin|padding)|inset)(-|$)|^((row|column)-)?gap$|^(top|right|bottom|left)$/,
    // Up to three pixels are a line or an optical correction, not a space.
    raw: /(?<![\w.-])(?!-?[0-3]px)-?\.?\d[\d.]*(rem|px|pt)(?![\w-])/,
    write: '--space-…',
  },
];
const RAW_COLOUR =
  /#[0-9a-f]{3,8}\b|\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(|(?<![\w-])(white|black|red|green|blue|gr[ae]y|orange|yellow|gold|navy|silver)(?![\w-])/i;
const VENDOR_PART = /::-(moz|webkit)-/;
const RAW_BREAKPOINT = /\b(width|height|inline-size|block-size)\s*[:<>=]/;

/** @typedef {{ line: number, around: string, selector: string, declarations: string[] }} Rule */

/** @returns {Rule[]} the rules of a style sheet that have declarations, those within at-rules included. */
export function rulesIn(css) {
  const text = css.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  const rules = [];
  const open = [];
  let piece = '';
  let line = 1;
  for (const part of text.split(/([{};\n])/)) {
    if (part === '\n') line += 1;
    if (part === '{') open.push({ line, selector: clean(piece), declarations: [] });
    else if (part === ';' && open.length > 0) open.at(-1).declarations.push(clean(piece));
    else if (part === '}') {
      const rule = open.pop();
      const around = open.map(({ selector }) => selector).join(' ');
      if (rule) rules.push({ ...rule, around });
    }
    piece = /^[{};]$/.test(part) ? '' : piece + part;
  }
  return rules;
}

const clean = (text) => text.replace(/\s+/g, ' ').trim();

/** One line for each raw size, colour or breakpoint of a style sheet. */
export function findRawValues(file, css) {
  if (TOKENS.test(file)) return [];
  return rulesIn(css).flatMap(({ line, selector, declarations }) => [
    ...(selector.startsWith('@media') && RAW_BREAKPOINT.test(selector)
      ? [`${file}:${line}: ${selector}, write a breakpoint of breakpoints.ts`]
      : []),
    ...declarations.flatMap((declaration) =>
      rawIn(declaration).map((write) => `${file}:${line}: ${selector} has ${declaration}, write ${write}`),
    ),
  ]);
}

/** The replacement for the raw values of a declaration. */
function rawIn(declaration) {
  const [, property = '', value = ''] = /^([^:]+):(.*)$/.exec(declaration) ?? [];
  const sizes = SIZED.filter((sized) => sized.property.test(property) && sized.raw.test(value));
  const isColour = RAW_COLOUR.test(value.replace(/"[^"]*"|var\([^)]*\)/g, ''));
  return [...sizes.map(({ write }) => write), ...(isColour ? ['a colour of tokens.css'] : [])];
}

/** One line for each set of declarations that several rules have. @param {[file: string, css: string][]} sheets */
export function findDoubleRules(sheets) {
  const places = new Map();
  for (const [file, css] of sheets) {
    for (const { line, around, selector, declarations } of rulesIn(css)) {
      // The steps of an animation are not rules. Browsers drop a rule with a part of a control that they do not
      // know, so the parts of two browsers cannot share one.
      if (declarations.length < LONG_RULE || around.includes('@keyframes') || VENDOR_PART.test(selector))
        continue;
      const key = declarations.toSorted().join('; ');
      places.set(key, [...(places.get(key) ?? []), `${file}:${line} ${selector}`]);
    }
  }
  return [...places]
    .filter(([, found]) => found.length > 1)
    .map(([key, found]) => `${found.join(' = ')} { ${key} }`);
}

/** @returns {[file: string, css: string][]} */
function readSheets() {
  return readdirSync(join(root, 'pwa'), { recursive: true })
    .filter((name) => name.endsWith('.css'))
    .map((name) => [`pwa/${name}`, readFileSync(join(root, 'pwa', name), 'utf8')]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const sheets = readSheets();
  const raw = sheets.flatMap(([file, css]) => findRawValues(file, css));
  const double = findDoubleRules(sheets);
  process.stdout.write(
    `${[`${sheets.length} style sheets, ${raw.length} raw values, ${double.length} double rules`, ...raw, ...double].join('\n')}\n`,
  );
  process.exit(raw.length + double.length === 0 ? 0 : 1);
}

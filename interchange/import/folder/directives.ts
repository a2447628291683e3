import { fenceOf } from './markdown-lines.ts';

/** ```{note} Title of MyST, and Quarto's or knitr's ```{r, echo=FALSE}. */
const OPEN = /^([ \t]*)(`{3,}|~{3,}|:{3,})\s*\{([A-Za-z][\w:.+-]{0,59})(?:[ ,][^}\n]*)?\}[ \t]*(.*)$/;
const LABEL = /^[ \t]*:?(?:name|label):[ \t]*([\w:.+-]{1,200})[ \t]*$/;
const OPTION = /^[ \t]*(?::[\w-]+:|#\|).*$/;

/** Directives of lists and settings that lessons do not have. */
const DROPPED =
  /^(?:toctree|tableofcontents|contents|bibliography|index|tags|jupyter-book-toc|currentmodule|automodule|autosummary|eval-rst)$/;
const CODE =
  /^(?:code|code-block|code-cell|sourcecode|literalinclude|highlight|parsed-literal|doctest|python|r|julia|bash|sh|sql|js|ojs|mermaid|dot|graphviz|prompt)$/i;
const BARE =
  /^(?:raw|div|grid|grid-item|grid-item-card|card-carousel|row|tab-set|tabs|container|glossary|table|list-table|csv-table|only|compound|centered|rst-class|include)$/;
/** A part with a name of its own, which is bold. */
const NAMED = /^(?:tab-item|tab|card|panels|dropdown|figure-md)$/;
const LANGUAGE = /^[\w+#.-]{0,30}$/;
const DEPTH_MAX = 10;

interface Open {
  readonly fence: string;
  readonly end: string | null;
  readonly isCode: boolean;
  readonly isDropped: boolean;
  /** Where it begins in what is written: its label comes before. */
  readonly at: number;
  isBegin: boolean;
  isYaml: boolean;
}

/** Markdown whose directives are code, pictures, formulas, or notes as `:::name Title`. */
export function plainDirectives(markdown: string): string {
  if (!/^[ \t]*(?:`{3,}|~{3,}|:{3,})\s*\{/m.test(markdown)) return markdown;
  const lines: string[] = [];
  const open: Open[] = [];
  /** The fence of ordinary code. */
  let fence: string | null = null;
  for (const line of markdown.split(/\r?\n/)) {
    const last = open.at(-1);
    if (fence !== null) {
      if (fenceOf(line)?.startsWith(fence)) fence = null;
      lines.push(line);
    } else if (last !== undefined && isEnd(line, last.fence)) {
      open.pop();
      if (last.end !== null && !open.some(({ isDropped }) => isDropped)) lines.push(last.end, '');
    } else if (last !== undefined && isOption(line, last)) {
      const [, label] = LABEL.exec(line) ?? [];
      if (label !== undefined && open.length === 1) lines.splice(last.at, 0, '', `<a id="${label}"></a>`, '');
    } else if (open.some(({ isDropped }) => isDropped)) {
    } else if (last?.isCode === true) lines.push(line);
    else {
      const begun = open.length < DEPTH_MAX ? OPEN.exec(line) : null;
      if (begun === null) {
        fence = fenceOf(line) ?? null;
        lines.push(line);
      } else open.push(begin(begun, lines));
    }
  }
  return lines.join('\n');
}

const isEnd = (line: string, fence: string): boolean => {
  const text = line.trim();
  return text.length >= fence.length && text === fence.charAt(0).repeat(text.length);
};

/** Options stand at the beginning: `:name: value`, `#| name: value`, or YAML between two `---`. */
function isOption(line: string, open: Open): boolean {
  if (!open.isBegin) return false;
  if (open.isYaml) {
    open.isYaml = line.trim() !== '---';
    return true;
  }
  if (line.trim() === '---') {
    open.isYaml = true;
    return true;
  }
  open.isBegin = OPTION.test(line);
  return open.isBegin;
}

function begin(match: RegExpExecArray, lines: string[]): Open {
  const [, , fence = '', written = '', label = ''] = match;
  const name = written.toLowerCase();
  const opened = {
    fence,
    end: null,
    isCode: false,
    isDropped: false,
    isBegin: true,
    isYaml: false,
    at: lines.length,
  };
  if (DROPPED.test(name)) return { ...opened, isDropped: true };
  if (name === 'math') {
    lines.push('', '$$');
    return { ...opened, isCode: true, end: '$$' };
  }
  if (/^(?:figure|image)$/.test(name)) {
    lines.push('', `![](<${label.trim()}>)`, '');
    return opened;
  }
  if (
    CODE.test(name) ||
    (!/[:-]/.test(name) && fence.startsWith('`') && /^(?:r|python3?|julia)$/.test(name))
  ) {
    const language = name.startsWith('code') || name === 'sourcecode' ? label.trim() : name;
    lines.push(`\`\`\`${LANGUAGE.test(language) ? language : ''}`);
    return { ...opened, isCode: true, end: '```' };
  }
  if (BARE.test(name)) {
    lines.push('');
    return opened;
  }
  if (NAMED.test(name)) {
    lines.push('', label.trim() === '' ? '' : `**${label.trim()}**`, '');
    return opened;
  }
  const title =
    name === 'admonition' ? label : `${titleOf(name)}${label.trim() === '' ? '' : `: ${label.trim()}`}`;
  lines.push('', `::::${'admonition'} ${title.replace(/[{}]/g, '')}`);
  return { ...opened, end: '::::' };
}

const titleOf = (name: string): string => {
  const bare = name.replace(/^.*:/, '').replaceAll('-', ' ');
  return bare.charAt(0).toUpperCase() + bare.slice(1);
};

import type { ImportReport } from '../import-report.ts';
import { reasons } from '../import-report.ts';
import { extensionOf } from '../paths.ts';
import { htmlOfPageMarkdown } from '../text/page-markdown.ts';
import { quoteAdmonitions } from './admonitions.ts';
import { withoutComponents } from './components.ts';
import { plainDirectives } from './directives.ts';
import { withIncludes } from './includes.ts';
import { linesOf } from './markdown-lines.ts';
import { plainNotations } from './notations.ts';
import { markdownOfNotebook } from './notebook.ts';
import type { PageSource } from './page-source.ts';
import { findCommand } from './site-commands.ts';

const sentences = {
  command: (command: string) =>
    `Commands for the program that makes a website of the folder (“${command}”) became text.`,
  component: (name: string) =>
    `A part that is a program of the website (“${name}”) is left out. The text around it was taken.`,
  quiz: reasons.quiz,
  drawing: (kind: string) =>
    `A drawing that is written as text (${kind}) stays text. Put it in as a picture.`,
  citation: 'Citations and references by name stay as they are written: Carrel has no bibliography.',
  emoji: 'Names of emoji, such as :smile:, stay text.',
};

interface MarkdownPage {
  readonly path: string;
  readonly text: string;
  /** The values before the text. */
  readonly values: ReadonlyMap<string, string>;
}

/** A page of Markdown, or a notebook, as HTML. Null for one that cannot be read. */
export async function htmlOfMarkdownPage(page: MarkdownPage, source: PageSource): Promise<string | null> {
  const { path, values } = page;
  const { report, tree, settings } = source;
  const extension = extensionOf(path);
  const text = extension === 'ipynb' ? markdownOfNotebook(page.text) : page.text;
  if (text === null) return null;
  const missing = (name: string) => report.add('missing', path, reasons.notInFile(name));
  const whole = await withIncludes(text, path, tree, missing);
  const isMdx = extension === 'mdx';
  const names = new Set<string>();
  const bare = isMdx ? withoutComponents(whole, (name) => names.add(name)) : whole;
  for (const name of names)
    report.add('leftOut', path, /quiz|question/i.test(name) ? sentences.quiz : sentences.component(name));
  const all = new Map([...settings, ...[...values].map(([key, value]) => [`page.${key}`, value] as const)]);
  const plain = plainNotations(plainDirectives(bare), { isMdx, values: all });
  reportNotations(plain, path, report);
  return htmlOfPageMarkdown(quoteAdmonitions(plain));
}

const DRAWING =
  /^[ \t]*(?:`{3,}|~{3,})\s*\{?\.?(mermaid|plantuml|graphviz|dot|excalidraw|dataview|dataviewjs|tikz)\b/;
const CITATION =
  /\[-?@[\w:.-]+[^\]\n]{0,200}\]|\\(?:ref|cite[tp]?|eqref|autoref)\{|(?<![\w/])@(?:fig|tbl|sec|eq)-[\w-]+/;
const EMOJI = /(?<![\w:]):[a-z][a-z0-9_+-]{1,30}:(?![\w:])/;

/** Reports what stays as it is written. */
function reportNotations(markdown: string, path: string, report: ImportReport): void {
  const command = findCommand(markdown);
  if (command !== null) report.add('simplified', path, sentences.command(command));
  const found = new Set<string>();
  for (const { line, isCode } of linesOf(markdown)) {
    const kind = isCode ? DRAWING.exec(line)?.[1] : undefined;
    const prose = isCode || line.length > 5_000 ? '' : line.replace(/`[^`]*`/g, '');
    if (kind !== undefined) found.add(sentences.drawing(kind));
    if (CITATION.test(prose)) found.add(sentences.citation);
    if (EMOJI.test(prose)) found.add(sentences.emoji);
  }
  for (const reason of found) report.add('simplified', path, reason);
}

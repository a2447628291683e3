import { changeProse } from './markdown-lines.ts';

/**
 * Markdown in which notations inside of lines, of programs that make books and websites, are ordinary Markdown or HTML:
 * attributes and ids of Pandoc, kramdown and Hugging Face, alerts of GitHub and Obsidian, roles and labels of MyST,
 * commands of Jekyll. Links with the scheme `label:` name a place in any page, and get its title if they have no text.
 */
export function plainNotations(markdown: string, settings: NotationSettings): string {
  return changeProse(markdown, (prose) => steps.reduce((text, step) => step(text, settings), prose));
}

export interface NotationSettings {
  /** Hugging Face: `[[id]]` behind a heading is no link. */
  readonly isMdx: boolean;
  /** Jekyll's `{{ page.title }}`, `{{ site.title }}` and others, by name. */
  readonly values: ReadonlyMap<string, string>;
}

type Step = (prose: string, settings: NotationSettings) => string;

const anchor = (id: string): string => `<a id="${id.replace(/["<>&]/g, '')}"></a>`;

const headingIds: Step = (prose, { isMdx }) =>
  prose
    .replace(
      /^( {0,3}#{1,6}[ \t]+)([^\n]{0,500}?)[ \t]{0,20}\{([#.:-][^{}\n]{0,200})\}[ \t#]{0,20}$/gm,
      (_, mark, title, attributes) => {
        const [, id] = /#([\w:.-]+)/.exec(attributes) ?? [];
        return `${mark}${id === undefined ? '' : anchor(id)}${title}`;
      },
    )
    .replace(
      /^( {0,3}#{1,6}[ \t]+)([^\n]{0,500}?)[ \t]{0,20}\[\[([\w-]{1,200})\]\][ \t]{0,20}$/gm,
      (line, mark, title, id) => (isMdx ? `${mark}${anchor(id)}${title}` : line),
    );

/** Behind links, pictures, spans and code: `{.class}`, `{width=50%}`, `{: target="_blank"}`; and kramdown's own lines. */
const attributes: Step = (prose) =>
  prose
    // Quarto's callout has its title in a heading.
    .replace(
      /^(:{3,})[ \t]*\{[ \t]*\.callout-([\w-]+)[^}\n]{0,200}\}[ \t]*\n+#{1,6}[ \t]+([^\n]+)$/gm,
      '$1 $2 $3',
    )
    .replace(/^[ \t>]*(?:[-*][ \t]+\S[^\n]{0,40}\n)?[ \t]*\{:\s?toc[^}\n]{0,100}\}[ \t]*$/gim, '')
    .replace(/^[ \t>]*\{:[^{}\n]{0,300}\}[ \t]*$/gm, '')
    .replace(/(?<![!\]\w])\[([^[\]\n]{1,500})\]\{[#.][^{}\n]{0,200}\}/g, '$1')
    .replace(/(?<=[)\]\uE001])\{(?:[#.:][^{}\n]{0,300}|[\w-]{1,40}=[^{}\n]{0,300})\}/g, '');

const ALERT = /^((?:[ \t]*>)+[ \t]*)\[!([A-Za-z][\w-]{0,40})(?:\|[^\]\n]{0,100})?\][+-]?[ \t]*([^\n]*)$/gm;

/** `> [!NOTE]` and Obsidian's `> [!warning]- Careful`. */
const alerts: Step = (prose) =>
  prose.replace(ALERT, (_, mark: string, type: string, title: string) => {
    const name = `${type.charAt(0).toUpperCase()}${type.slice(1).toLowerCase()}`.replaceAll('-', ' ');
    return `${mark}**${title.trim() || name}**\n${mark}`;
  });

/** Obsidian's comments, and its names of blocks. */
const obsidian: Step = (prose) =>
  prose.replace(/%%[^%]{0,5000}%%/g, '').replace(/[ \t]\^[A-Za-z0-9-]{1,60}[ \t]*$/gm, '');

/** `(label)=` before a heading, and roles such as {ref}`text <label>`. */
const myst: Step = (prose) =>
  prose
    .replace(/^[ \t]*\(([\w:.+-]{1,200})\)=[ \t]*$/gm, (_, label) => `\n${anchor(label)}\n`)
    .replace(/\{([\w:.+-]{1,40})\}`([^`\n]{1,500})`/g, (_, role: string, text: string) => roleOf(role, text));

function roleOf(role: string, written: string): string {
  const [, text = '', target = written] = /^(.*?)\s*<([^<>]+)>$/.exec(written) ?? [];
  const label = encodeURIComponent(target.trim()).replace(/[()]/g, '');
  switch (role.replace(/^.*:(?=ref$|doc$|term$)/, '')) {
    case 'ref':
    case 'numref':
    case 'prf:ref':
      return `<a href="label:${label}">${text.includes('%s') ? '' : text}</a>`;
    case 'doc':
    case 'download':
      return `<a href="${encodeURI(target.trim())}" class="titled">${text}</a>`;
    case 'math':
      return `$${written}$`;
    case 'eq':
      return `(${target})`;
    case 'sub':
    case 'sup':
    case 'kbd':
      return `<${role}>${written}</${role}>`;
    case 'abbr':
      return `${text || written}${text === '' ? '' : ` (${target})`}`;
    default:
      return /^cite/.test(role) ? `[${written}]` : text || written;
  }
}

/** Jekyll's and Liquid's commands that have a meaning without the program. */
const liquid: Step = (prose, { values }) =>
  prose
    .replace(/\{%-?\s*comment\s*-?%\}.{0,5000}?\{%-?\s*endcomment\s*-?%\}/gs, '')
    .replace(/\{%-?\s*(?:raw|endraw)\s*-?%\}/g, '')
    .replace(/\{%-?\s*link\s+([^%\s]{1,300})\s*-?%\}/g, '/$1')
    .replace(/\{%-?\s*post_url\s+([^%\s]{1,300})\s*-?%\}/g, '/_posts/$1')
    .replace(/\{\{-?\s*["']([^"'{}\n]{0,300})["']\s*\|\s*(?:relative_url|absolute_url)\s*-?\}\}/g, '$1')
    .replace(/\{\{-?\s*(?:site\.(?:baseurl|url)|base_url|site\.github\.url)\s*-?\}\}/g, '')
    .replace(
      /\{\{-?\s*((?:page|site)\.[\w.]{1,60})\s*(?:\|[^{}\n]{0,100})?-?\}\}/g,
      (command: string, name: string) => values.get(name) ?? command,
    );

/** Hugo's commands for pictures, videos and links. */
const hugo: Step = (prose) =>
  prose
    .replace(/\{\{[<%]\s*(?:rel)?ref\s+"?([^"\s>%]{1,300})"?\s*[%>]\}\}/g, '$1')
    .replace(
      /\{\{[<%]\s*youtube\s+(?:id=)?"?([\w-]{5,20})"?[^{}\n]{0,100}[%>]\}\}/g,
      '\n<iframe src="https://www.youtube.com/embed/$1"></iframe>\n',
    )
    .replace(/\{\{[<%]\s*figure\s([^{}\n]{1,500}?)\/?\s*[%>]\}\}/g, (command: string, written: string) => {
      const value = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(written)?.[1] ?? '';
      const text = value('caption') || value('title');
      return value('src') === ''
        ? command
        : `\n![${value('alt') || text}](<${value('src')}>)\n${text && `\n*${text}*\n`}`;
    });

const steps: readonly Step[] = [headingIds, attributes, alerts, obsidian, myst, liquid, hugo];

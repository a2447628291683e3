import * as v from 'valibot';

const Text = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((text) => (typeof text === 'string' ? text : text.join(''))),
);
const Output = v.object({
  text: v.optional(Text, ''),
  data: v.optional(v.record(v.string(), v.unknown()), {}),
});
const Cell = v.object({
  cell_type: v.string(),
  source: v.optional(Text, ''),
  outputs: v.optional(v.array(v.unknown()), []),
  attachments: v.optional(v.record(v.string(), v.record(v.string(), v.string())), {}),
});
const Notebook = v.object({ cells: v.array(v.unknown()) });

/** A notebook of Jupyter as Markdown: its texts, its code, and what the code wrote. Null for any other file. */
export function markdownOfNotebook(text: string): string | null {
  const notebook = v.safeParse(Notebook, parseJson(text));
  return notebook.success ? notebook.output.cells.map(markdownOfCell).join('\n\n') : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function markdownOfCell(value: unknown): string {
  const cell = v.safeParse(Cell, value);
  if (!cell.success) return '';
  const { cell_type: type, source, outputs, attachments } = cell.output;
  if (type === 'markdown') return withAttachments(source, attachments);
  if (type !== 'code' || source.trim() === '') return '';
  return [codeOf(source), ...outputs.map(markdownOfOutput)].join('\n\n');
}

const codeOf = (text: string): string => {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  return `${fence}\n${text.trimEnd()}\n${fence}`;
};

/** Pictures are embedded; a table as HTML is better than the same as text. */
function markdownOfOutput(value: unknown): string {
  const output = v.safeParse(Output, value);
  if (!output.success) return '';
  const { text, data } = output.output;
  for (const type of ['image/png', 'image/jpeg']) {
    const picture = v.safeParse(Text, data[type]);
    if (picture.success) return `![](data:${type};base64,${picture.output.replace(/\s/g, '')})`;
  }
  const [html, plain] = ['text/html', 'text/plain'].map((type) => v.safeParse(Text, data[type]));
  if (html?.success && /<table/i.test(html.output)) return html.output.replace(/\n\s*\n/g, '\n');
  const written = plain?.success ? plain.output : text;
  return written.trim() === '' ? '' : codeOf(written);
}

/** `![x](attachment:x.png)` */
const withAttachments = (
  source: string,
  attachments: Readonly<Record<string, Readonly<Record<string, string>>>>,
): string =>
  source.replace(/\(attachment:([^)\s]{1,200})\)/g, (address: string, name: string) => {
    const [type, data] = Object.entries(attachments[name] ?? {})[0] ?? [];
    return type === undefined || data === undefined ? address : `(data:${type};base64,${data})`;
  });

import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { openDevice } from '#pwa/testing/screens/device.ts';
import { problemOf } from '#pwa/testing/screens/expectations.ts';
import { openFirstLesson } from '#pwa/testing/screens/open-editor.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';

/** A link as the server stores it. */
const linkTo = (host: string, text: string) => `<a rel="noopener" href="https://${host}/">${text}</a>`;

const ADDRESS_PROBLEM = 'Please enter a full address that begins with https://';

/** The editor of a lesson with this text. */
async function open(lessonHtml: string) {
  const course = fixtureCourse({ id: 'tides', status: 'unpublished', lessonCount: 2, lessonHtml });
  const editor = await openFirstLesson(await openDevice('admin', [course]));
  const { main, user, save, firstLesson } = editor;
  const text = () => main.findByRole('textbox', { name: 'Content' });
  const toolbar = async () => within(await main.findByRole('toolbar'));
  const tool = async (name: string) => user.click(await (await toolbar()).findByRole('button', { name }));
  /** Sets the caret behind some text, or selects it. */
  const select = async (label: string, isWhole = false) => {
    const element = within(await text()).getByText(label);
    (await text()).focus();
    const node = element.firstChild ?? element;
    const end = node.textContent?.length ?? 0;
    document.getSelection()?.setBaseAndExtent(node, isWhole ? 0 : end, node, end);
    document.dispatchEvent(new Event('selectionchange'));
  };
  const paste = async (data: { readonly html?: string; readonly text?: string }) => {
    const values = new Map([
      ['text/html', data.html],
      ['text/plain', data.text],
    ]);
    const event = new Event('paste', { bubbles: true, cancelable: true });
    const clipboardData = {
      types: [],
      files: [],
      items: [],
      getData: (type: string) => values.get(type) ?? '',
    };
    (await text()).dispatchEvent(Object.assign(event, { clipboardData }));
  };
  const saved = async (html: string) => {
    await save();
    await waitFor(async () => expect((await firstLesson())?.content).toBe(html));
  };
  return { ...editor, text, tool, toolbar, select, paste, saved };
}

describe('the link dialog', () => {
  it('links the selected text', async () => {
    const { tool, select, dialog, fill, confirm, saved } = await open('<p>The tables</p>');
    await select('The tables', true);
    await tool('Link');
    const link = await dialog();
    expect(link.queryByLabelText('Text')).toBeNull();
    await fill(link.getByLabelText('Address'), 'https://tides.example.org/');
    await confirm();
    await saved(`<p>${linkTo('tides.example.org', 'The tables')}</p>`);
  });

  it('asks for a text where none is selected', async () => {
    const { tool, select, dialog, fill, confirm, saved } = await open('<p>See </p>');
    await select('See');
    await tool('Link');
    const link = await dialog();
    await fill(link.getByLabelText('Address'), 'https://tides.example.org/');
    await fill(link.getByLabelText('Text'), 'the tables');
    await confirm();
    await saved(`<p>See${linkTo('tides.example.org', 'the tables')}</p>`);
  });

  it.each(['tides.example.org', 'http://tides.example.org', 'javascript:alert(1)', ''])(
    'refuses the address “%s” beside its field',
    async (address) => {
      const { tool, dialog, fill, confirm, user, text } = await open('<p>See</p>');
      await tool('Link');
      const field = (await dialog()).getByLabelText<HTMLInputElement>('Address');
      if (address !== '') await fill(field, address);
      await confirm();
      expect([problemOf(field), field.value]).toEqual([ADDRESS_PROBLEM, address]);
      await user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
      expect((await text()).querySelector('a')).toBeNull();
    },
  );

  it('changes and removes a link', async () => {
    const html = `<p>${linkTo('old.example.org', 'The tables')}</p>`;
    const { tool, select, dialog, fill, confirm, user, saved } = await open(html);
    await select('The tables', true);
    await tool('Link');
    const field = (await dialog()).getByLabelText<HTMLInputElement>('Address');
    expect(field.value).toBe('https://old.example.org/');
    await fill(field, 'https://new.example.org/');
    await confirm();
    await saved(`<p>${linkTo('new.example.org', 'The tables')}</p>`);
    await tool('Link');
    await user.click((await dialog()).getByRole('button', { name: 'Remove link' }));
    await saved('<p>The tables</p>');
  });
});

describe('the image dialog', () => {
  it('inserts an image with its description and caption', async () => {
    const { tool, dialog, fill, confirm, text, save, firstLesson } = await open('<p>Low</p>');
    await tool('Insert image');
    const image = await dialog();
    await fill(image.getByLabelText('Address'), 'https://tides.example.org/low.png');
    await fill(image.getByLabelText('Description'), 'The flats at low water');
    await fill(image.getByLabelText('Caption'), 'At six');
    await confirm();
    expect(within(await text()).getByRole('img', { name: 'The flats at low water' })).toBeTruthy();
    await save();
    await waitFor(async () => {
      const content = (await firstLesson())?.content ?? '';
      expect(content).toContain('src="https://tides.example.org/low.png"');
      expect(content).toContain('alt="The flats at low water"');
      expect(content).toContain('<figcaption>At six</figcaption>');
    });
  });

  it('refuses an address that is not on the web, and loses nothing', async () => {
    const { tool, dialog, fill, confirm } = await open('<p>Low</p>');
    await tool('Insert image');
    const image = await dialog();
    await fill(image.getByLabelText('Address'), 'low.png');
    await fill(image.getByLabelText('Caption'), 'At six');
    await confirm();
    expect(problemOf(image.getByLabelText('Address'))).toBe(ADDRESS_PROBLEM);
    expect(image.getByLabelText<HTMLInputElement>('Caption').value).toBe('At six');
  });
});

describe('a table', () => {
  it('is inserted, grows, shrinks and is removed by the toolbar', async () => {
    const { tool, toolbar, text } = await open('<p>Heights</p>');
    expect((await toolbar()).queryByRole('button', { name: 'Add row below' })).toBeNull();
    await tool('Insert table');
    const table = async () => within(await text()).getByRole('table');
    const size = async () => {
      const rows = within(await table()).getAllByRole('row');
      return [rows.length, rows[0]?.children.length];
    };
    expect(await size()).toEqual([3, 3]);
    expect(within(await table()).getAllByRole('columnheader')).toHaveLength(3);
    await tool('Add row below');
    await tool('Add column after');
    expect(await size()).toEqual([4, 4]);
    await tool('Delete row');
    await tool('Delete column');
    expect(await size()).toEqual([3, 3]);
    await tool('Delete table');
    expect(within(await text()).queryByRole('table')).toBeNull();
  });
});

describe('the toolbar', () => {
  it('has the tools of a table in a row of their own, and one tab stop also when they are gone', async () => {
    const { tool, toolbar, text, user } = await open('<p>Heights</p>');
    const stops = async () =>
      (await toolbar())
        .getAllByRole('button')
        .filter(({ tabIndex }) => tabIndex === 0)
        .map((button) => button.getAttribute('aria-label'));
    await user.click(await text());
    await tool('Insert table');
    const last = await (await toolbar()).findByRole('button', { name: 'Delete table' });
    expect(within(last.parentElement ?? last).queryByRole('button', { name: 'Bold' })).toBeNull();
    last.focus();
    expect(await stops()).toEqual(['Delete table']);
    await user.keyboard('{Enter}');
    await waitFor(async () => expect(await stops()).toEqual(['Bold']));
  });

  it.each([
    ['Bold', '<p><strong>Low water</strong></p>'],
    ['Italic', '<p><em>Low water</em></p>'],
    ['Code', '<p><code>Low water</code></p>'],
    ['H2 heading', '<h2>Low water</h2>'],
    ['Bulleted list', '<ul>\n<li>Low water</li>\n</ul>'],
    ['Quote', '<blockquote>Low water</blockquote>'],
  ])('writes the HTML of %s, and shows that it is on', async (name, html) => {
    const { tool, toolbar, select, saved } = await open('<p>Low water</p>');
    await select('Low water', true);
    await tool(name);
    const button = (await toolbar()).getByRole('button', { name });
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'));
    await saved(html);
  });

  it('takes back a change and repeats it', async () => {
    const { tool, toolbar, select, text } = await open('<p>Low water</p>');
    const isOff = async (name: string) =>
      (await toolbar()).getByRole('button', { name }).getAttribute('aria-disabled') === 'true';
    expect([await isOff('Undo'), await isOff('Redo')]).toEqual([true, true]);
    await select('Low water', true);
    await tool('Bold');
    await tool('Undo');
    expect((await text()).querySelector('strong')).toBeNull();
    await tool('Redo');
    expect((await text()).querySelector('strong')).not.toBeNull();
  });
});

describe('the direction of a text', () => {
  it('is shown without a change of the text', async () => {
    const { text, select, user, saved } = await open('<p>المد</p>\n<ul>\n<li>البحر</li>\n</ul>\n<p>Tide</p>');
    const shown = async () =>
      [...(await text()).children].map((block) => `${block.localName} ${block.getAttribute('dir')}`);
    expect(await shown()).toEqual(['p rtl', 'ul rtl', 'p null']);
    await select('Tide');
    await user.keyboard('s');
    await saved('<p>المد</p>\n<ul>\n<li>البحر</li>\n</ul>\n<p>Tides</p>');
  });

  it('is set for the selected blocks, and taken back', async () => {
    const { tool, toolbar, select, saved } = await open('<ul>\n<li>HTML</li>\n</ul>\n<p>Tide</p>');
    /** The toolbar shows the direction of the block with the caret, which a text that comes back after a save may move. */
    const selectList = (pressed: string | null) =>
      waitFor(async () => {
        await select('HTML');
        for (const name of ['Right to left', 'Left to right']) {
          const button = (await toolbar()).getByRole('button', { name });
          expect(button.getAttribute('aria-pressed')).toBe(String(name === pressed));
        }
      });
    await selectList(null);
    await tool('Right to left');
    await saved('<ul dir="rtl">\n<li>HTML</li>\n</ul>\n<p>Tide</p>');
    await selectList('Right to left');
    await tool('Left to right');
    await saved('<ul dir="ltr">\n<li>HTML</li>\n</ul>\n<p>Tide</p>');
    await selectList('Left to right');
    await tool('Left to right');
    await saved('<ul>\n<li>HTML</li>\n</ul>\n<p>Tide</p>');
  });
});

describe('readings above characters', () => {
  it.each([
    '<p><em>a</em> <ruby>潮<rt>しお</rt></ruby>が<ruby>満<rp>(</rp><rt>み</rt><rp>)</rp></ruby></p>',
    '<p><em>a</em> <ruby lang="ja">東<rt>とう</rt>京<rt>きょう</rt></ruby></p>',
    '<p><em>a</em> <ruby><strong>潮</strong><rt>しお</rt></ruby></p>',
  ])('stay while the text around them is edited: %j', async (html) => {
    const { main, text, select, user, saved } = await open(html);
    expect(main.queryByText('Opened as HTML source to preserve all content')).toBeNull();
    await text();
    await select('a');
    await user.keyboard('b');
    await saved(html.replace('>a<', '>ab<'));
  });

  it('end before what is typed behind them', async () => {
    const { select, user, saved } = await open('<p><ruby>潮<rt>しお</rt></ruby></p>');
    await select('しお');
    await user.keyboard('x');
    await saved('<p><ruby>潮<rt>しお</rt></ruby>x</p>');
  });
});

describe('a pasted text', () => {
  it.each([
    [
      'of Google Docs, which is in bold that is not bold',
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p><span style="font-weight:400;font-style:normal">Low </span><span style="font-weight:700">water</span><span style="font-style:italic"> falls</span></p><ul><li aria-level="1"><p>One</p></li><ul><li aria-level="2"><p>Inner</p></li></ul></ul></b>',
      '<p>Low <strong>water</strong><em> falls</em></p>\n<ul>\n<li><p>One</p><ul>\n<li><p>Inner</p></li>\n</ul></li>\n</ul>',
    ],
    [
      'of Word, with its lists and without hidden text',
      "<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp;&nbsp;</span></span><![endif]>First<span style='mso-hide:all'>secret</span></p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span style='mso-list:Ignore'>2.</span><!--[endif]-->Second</p>",
      '<ol>\n<li>First</li>\n<li>Second</li>\n</ol>',
    ],
    [
      'with a formula',
      '<p>So <math><mfrac><mi>a</mi><mi>b</mi></mfrac><mo>=</mo><msup><mi>x</mi><mn>2</mn></msup></math></p>',
      '<p>So a/b = x²</p>',
    ],
    [
      'of an editor of code',
      '<div style="font-family: monospace; white-space: pre;"><div>if x:</div><div>    y()</div></div>',
      '<pre><code>if x:\n    y()</code></pre>',
    ],
    [
      'with what no browser shows',
      '<p>Low<span style="display: none">x</span><span style="visibility:hidden">y</span></p>',
      '<p>Low</p>',
    ],
  ])('%s keeps its meaning', async (_, html, expected) => {
    const { text, paste, saved } = await open('<p></p>');
    await text();
    await paste({ html, text: 'plain' });
    await saved(expected);
  });

  it('that embeds a video becomes a link to it', async () => {
    const { text, paste, saved } = await open('<p></p>');
    await text();
    await paste({
      text: '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ" title="The tides"></iframe>',
    });
    await saved('<p><a rel="noopener" href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">The tides</a></p>');
  });

  it('of Markdown stays as it is until it is formatted, which can be undone', async () => {
    const { main, text, tool, user, paste, saved } = await open('<p></p>');
    await text();
    const offer = 'The pasted text looks like Markdown';
    await paste({ text: '## Low water\n\nIt **falls**:\n\n- one\n- two\n\n```\nif x:\n    y()\n```' });
    await main.findByText(offer);
    expect([...(await text()).children].map(({ textContent }) => textContent)).toContain('It **falls**:');
    await user.click(main.getByRole('button', { name: 'Format as Markdown' }));
    await waitFor(() => expect(main.queryByText(offer)).toBeNull());
    const formatted =
      '<h2>Low water</h2>\n<p>It <strong>falls</strong>:</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n<pre><code>if x:\n    y()</code></pre>';
    await saved(formatted);
    await tool('Undo');
    expect((await text()).firstElementChild?.textContent).toBe('## Low water');
  });

  it('of Markdown is no longer offered to be formatted once it is kept or edited', async () => {
    const { main, text, user, paste } = await open('<p></p>');
    await text();
    await paste({ text: '# Low water' });
    await user.click(await main.findByRole('button', { name: 'Keep as it is' }));
    await waitFor(() => expect(main.queryByText(/looks like Markdown/)).toBeNull());
    await paste({ text: 'a - b, and # 5' });
    expect(main.queryByText(/looks like Markdown/)).toBeNull();
    expect((await text()).textContent).toBe('# Low watera - b, and # 5');
  });
});

describe('the HTML source', () => {
  it('is edited like any field', async () => {
    const { main, user, fill, saved } = await open('<p>Low water</p>');
    await user.click(await main.findByRole('tab', { name: 'HTML source' }));
    const source = main.getByLabelText<HTMLTextAreaElement>('Content: HTML source');
    expect(source.value).toBe('<p>Low water</p>');
    await fill(source, '<p>High water</p>');
    await saved('<p>High water</p>');
  });

  it('opens first for a text that the rich editor does not know, which is not lost by a switch', async () => {
    const html = '<p>Low</p><div class="box"><p>Water</p></div>';
    const { main, user, dialog, confirm, text } = await open(html);
    await main.findByText('Opened as HTML source to preserve all content');
    const source = () => main.getByLabelText<HTMLTextAreaElement>('Content: HTML source');
    const stored = source().value;
    await user.click(main.getByRole('tab', { name: 'Rich text' }));
    await user.click((await dialog()).getByRole('button', { name: 'Keep HTML source' }));
    await user.click(main.getByRole('tab', { name: 'Rich text' }));
    await confirm();
    within(await text()).getByText('Fixed block: edit it in the HTML source');
    await user.click(main.getByRole('tab', { name: 'HTML source' }));
    expect(source().value).toBe(stored);
  });
});

import { waitFor, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { fileNotTaken } from '#pwa/features/editor/kit/use-file-drops.ts';
import { openDevice } from '#pwa/testing/screens/device.ts';
import { openFirstLesson } from '#pwa/testing/screens/open-editor.ts';
import { LESSON_PICTURE_SOURCE_MAX_BYTES } from '#schema/limits.ts';
import { fixtureCourse } from '#sync-server/testing/fixture-courses.ts';
import { problems } from './picture-problems.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Bytes that begin as a picture does; nothing decodes them here. */
function pictureFile(name = 'low.png', sizeBytes = 12): File {
  const bytes = new Uint8Array(sizeBytes);
  bytes.set(PNG);
  return new File([bytes], name, { type: 'image/png' });
}

const heic = () => new File(['\0\0\0\x18ftypheic'], 'beach.heic', { type: 'image/heic' });
const notes = () => new File(['PK'], 'notes.docx');
const IMAGE = '<figure><img src="data:image/png;base64,iVBORw0KGgoAAAAA" alt=""></figure>';

async function open(lessonHtml = '<p>Low water</p>') {
  const course = fixtureCourse({ id: 'tides', status: 'unpublished', lessonCount: 2, lessonHtml });
  const editor = await openFirstLesson(await openDevice('admin', [course]));
  const { main, user, save, firstLesson } = editor;
  const text = () => main.findByRole('textbox', { name: 'Content' });
  const tool = async (name: string) =>
    user.click(await within(await main.findByRole('toolbar')).findByRole('button', { name }));
  /** Sets the caret into the paragraph with this text, or selects a part of it. */
  const select = async (label: string, from: number, to = from) => {
    const element = within(await text()).getByText(label);
    (await text()).focus();
    const node = element.firstChild ?? element;
    document.getSelection()?.setBaseAndExtent(node, from, node, to);
    document.dispatchEvent(new Event('selectionchange'));
  };
  const transfer = (files: readonly File[], html = '') => ({
    types: ['Files'],
    files,
    items: [],
    getData: (type: string) => (type === 'text/html' ? html : ''),
  });
  const paste = async (files: readonly File[], html = '') => {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    (await text()).dispatchEvent(Object.assign(event, { clipboardData: transfer(files, html) }));
  };
  /** Returns whether the app kept the browser from opening the file. */
  const drop = (target: Element, files: readonly File[]) => {
    const event = new Event('drop', { bubbles: true, cancelable: true });
    target.dispatchEvent(Object.assign(event, { dataTransfer: transfer(files) }));
    return event.defaultPrevented;
  };
  const saved = async (html: string) => {
    await save();
    await waitFor(async () => expect((await firstLesson())?.content.replaceAll(' />', '>')).toBe(html));
  };
  return { ...editor, text, tool, select, paste, drop, saved };
}

describe('a pasted picture', () => {
  it('divides the paragraph at the caret, and is part of the text', async () => {
    const { select, paste, saved, text } = await open();
    await select('Low water', 3);
    await paste([pictureFile()]);
    await waitFor(async () => expect((await text()).querySelector('figure')).not.toBeNull());
    await saved(`<p>Low</p>\n${IMAGE}\n<p> water</p>`);
  });

  it.each([
    ['the end of a text', '<p>Low water</p>', 9, `<p>Low water</p>\n${IMAGE}\n<p></p>`],
    ['a heading', '<h2>Low water</h2>\n<p>x</p>', 3, `<h2>Low water</h2>\n${IMAGE}\n<p>x</p>`],
    [
      'code',
      '<pre><code>Low water</code></pre>\n<p>x</p>',
      3,
      `<pre><code>Low water</code></pre>\n${IMAGE}\n<p>x</p>`,
    ],
    [
      'a list',
      '<ul>\n<li>Low water</li>\n</ul>\n<p>x</p>',
      9,
      `<ul>\n<li>Low water${IMAGE}</li>\n</ul>\n<p>x</p>`,
    ],
    [
      'a caption',
      `<figure><img src="https://a.org/b.png" alt="b"><figcaption>Low water</figcaption></figure>\n<p>x</p>`,
      3,
      `<figure><img src="https://a.org/b.png" alt="b"><figcaption>Low water</figcaption></figure>\n${IMAGE}\n<p>x</p>`,
    ],
  ])('has a place of its own in %s', async (_, html, caret, expected) => {
    const { select, paste, saved, text } = await open(html);
    await select('Low water', caret);
    await paste([pictureFile()]);
    await waitFor(async () => expect((await text()).querySelector('img[alt=""]')).not.toBeNull());
    await saved(expected);
  });

  it('replaces the selected text, and one Undo brings it back', async () => {
    const { select, paste, tool, saved, text, user } = await open();
    await select('Low water', 9);
    await user.keyboard('s');
    await select('Low waters', 4, 10);
    await paste([pictureFile(), pictureFile('high.png')]);
    await waitFor(async () => expect((await text()).querySelectorAll('figure')).toHaveLength(2));
    expect((await text()).textContent).not.toContain('waters');
    await tool('Undo');
    await saved('<p>Low waters</p>');
  });

  it('gives way to the HTML beside it, as before', async () => {
    const { paste, text, saved, select } = await open();
    await select('Low water', 9);
    await paste([pictureFile()], '<img src="https://tides.example.org/low.png">');
    await waitFor(async () => expect((await text()).querySelector('img')).not.toBeNull());
    await saved('<p>Low water<img src="https://tides.example.org/low.png" alt=""></p>');
  });

  it('is offered to be described', async () => {
    const { main, select, paste, user, dialog, fill, confirm, text, saved } = await open();
    await select('Low water', 9);
    await paste([pictureFile()]);
    await main.findByText('This picture has no description');
    await user.click(main.getByRole('button', { name: 'Describe it' }));
    await fill((await dialog()).getByLabelText('Description'), 'The flats at low water');
    await confirm();
    within(await text()).getByRole('img', { name: 'The flats at low water' });
    await waitFor(() => expect(main.queryByText('This picture has no description')).toBeNull());
    await saved(`<p>Low water</p>\n${IMAGE.replace('alt=""', 'alt="The flats at low water"')}\n<p></p>`);
  });

  it.each([
    ['a document', notes(), problems.notPicture('notes.docx')],
    ['a picture of another kind', heic(), problems.heic('beach.heic')],
    ['a damaged one', new File(['x'], 'low.png', { type: 'image/png' }), problems.undecodable('low.png')],
    ['one that is too large', pictureFile('big.png', 900_000), problems.noRoom('big.png')],
  ])('beside %s is added, and a sentence says what to do', async (_, file, sentence) => {
    const { main, select, paste, saved, user } = await open();
    await select('Low water', 9);
    await paste([file, pictureFile()]);
    expect((await main.findByText(sentence)).closest('[role=alert]')).not.toBeNull();
    await saved(`<p>Low water</p>\n${IMAGE}\n<p></p>`);
    await user.click(main.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(main.queryByText(sentence)).toBeNull());
  });

  it('with too many bytes is refused before it is read', async () => {
    const file = pictureFile('huge.png');
    Object.defineProperty(file, 'size', { value: LESSON_PICTURE_SOURCE_MAX_BYTES + 1 });
    const { main, paste, text } = await open();
    await text();
    await paste([file]);
    await main.findByText(problems.tooLarge('huge.png'));
    expect((await text()).textContent).toBe('Low water');
  });
});

describe('a dropped file', () => {
  it('never makes the tab leave the editor', async () => {
    const { main, text, drop, user, field } = await open();
    const target = field('Lesson title');
    expect(drop(target, [notes()])).toBe(true);
    await main.findByText(fileNotTaken('notes.docx'));
    expect(drop(await text(), [notes()])).toBe(true);
    await main.findByText(problems.notPicture('notes.docx'));
    await user.click(main.getByRole('tab', { name: 'HTML source' }));
    const source = main.getByLabelText<HTMLTextAreaElement>('Content: HTML source');
    expect(drop(source, [pictureFile()])).toBe(true);
    await main.findByText(/“low.png” was not added: the HTML source takes only text/);
    expect(source.value).toBe('<p>Low water</p>');
  });
});

describe('the image dialog', () => {
  it('adds a picture of the device with its description and caption', async () => {
    const { tool, user, dialog, fill, confirm, saved, select } = await open();
    await select('Low water', 9);
    await tool('Insert image');
    const image = await dialog();
    await user.upload(image.getByLabelText('Picture of this device'), pictureFile());
    await image.findByText('low.png');
    expect(image.queryByLabelText('Address')).toBeNull();
    await fill(image.getByLabelText('Description'), 'The flats');
    await fill(image.getByLabelText('Caption'), 'At six');
    await confirm();
    const figure = IMAGE.replace('alt=""', 'alt="The flats"').replace(
      '</fig',
      '<figcaption>At six</figcaption></fig',
    );
    await saved(`<p>Low water</p>\n${figure}`);
  });

  it('refuses another file beside its button, and loses nothing', async () => {
    const { tool, user, dialog, fill } = await open();
    await tool('Insert image');
    const image = await dialog();
    await fill(image.getByLabelText('Caption'), 'At six');
    await user.upload(image.getByLabelText('Picture of this device'), heic());
    expect((await image.findByRole('alert')).textContent).toBe(problems.heic('beach.heic'));
    expect(image.getByLabelText<HTMLInputElement>('Caption').value).toBe('At six');
  });
});

import { expect, onTestFinished, test } from 'vitest';
import { waitFor } from '#schema/testing/wait-for.ts';
import { prepareTexts, takePreparedText } from './prepared-texts.ts';

const HOSTILE = '<p onclick="alert(1)">Slack water</p><script>alert(1)</script>';

function drop(): void {
  onTestFinished(() => prepareTexts([]));
}

/** Returns the nodes of a text as soon as it is prepared. */
const untilPrepared = (html: string) =>
  waitFor(() => {
    const nodes = takePreparedText(html);
    if (nodes === null) throw new Error('The text is not prepared');
    return nodes;
  });

test('a text is sanitised ahead, and given out once', async () => {
  drop();
  prepareTexts([HOSTILE]);
  const nodes = await untilPrepared(HOSTILE);
  expect([...nodes.children].map(({ outerHTML }) => outerHTML)).toEqual(['<p>Slack water</p>']);
  expect(takePreparedText(HOSTILE)).toBeNull();
});

test('a text that differs in one character is not prepared', async () => {
  drop();
  prepareTexts(['<p>Ebb</p>', '<p>Flood</p>']);
  await untilPrepared('<p>Flood</p>');
  expect(takePreparedText('<p>Ebb.</p>')).toBeNull();
  expect(takePreparedText('<p>Ebb</p>')).not.toBeNull();
});

test('texts that are not needed any more are dropped', async () => {
  drop();
  prepareTexts(['<p>Ebb</p>', '<p>Flood</p>']);
  await untilPrepared('<p>Flood</p>');
  prepareTexts(['<p>Slack</p>']);
  expect(takePreparedText('<p>Ebb</p>')).toBeNull();
  await untilPrepared('<p>Slack</p>');
});

test('the nodes of a prepared text belong to no page, so its images do not load', async () => {
  drop();
  const html =
    '<table><tr><td><img src="/media/a.png" alt="A"></td></tr></table><h1><img src="b" alt="B"></h1>';
  prepareTexts([html]);
  const images = (await untilPrepared(html)).querySelectorAll('img');
  expect([...images].map(({ ownerDocument }) => ownerDocument.defaultView)).toEqual([null, null]);
});

import { setImmediate } from 'node:timers/promises';
import { createElement, type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { describe, expect, it, onTestFinished } from 'vitest';
import { renderElement } from '#pwa/testing/screens/render-element.ts';
import { startTranslator, TRANSLATORS } from '#pwa/testing/translator.ts';

type Children = readonly ReactNode[];

const name = <b key="name">Alice</b>;

/** What React renders one after the other, and the text that a reader must see. */
const cases: Readonly<Record<string, readonly (readonly [Children, string])[]>> = {
  'a number beside other texts changes': [
    [[0, ' of ', 3, ' lessons'], '0 of 3 lessons'],
    [[1, ' of ', 3, ' lessons'], '1 of 3 lessons'],
    [[2, ' of ', 4, ' lessons'], '2 of 4 lessons'],
  ],
  'the only text changes': [
    [['Sign in'], 'Sign in'],
    [['Signing in…'], 'Signing in…'],
    [[], ''],
    [['Sign in'], 'Sign in'],
  ],
  'the only text gets a neighbour': [
    [['Welcome '], 'Welcome '],
    [['Welcome ', name], 'Welcome Alice'],
    [['Welcome '], 'Welcome '],
  ],
  'a text comes and goes': [
    [[null, name], 'Alice'],
    [['Welcome ', name], 'Welcome Alice'],
    [[null, name], 'Alice'],
  ],
  'an element beside a text comes and goes': [
    [[null, ' is back'], ' is back'],
    [[name, ' is back'], 'Alice is back'],
    [[null, ' is back'], ' is back'],
  ],
  'one of several texts goes, another changes': [
    [['a', 'b', 'c'], 'abc'],
    [['a', null, 'd'], 'ad'],
    [['e', null, null], 'e'],
    [[null, null, null], ''],
  ],
};

let show = (_: Children) => {};

function Paragraph({ first }: { first: Children }) {
  const [children, setChildren] = useState(first);
  show = (next) => flushSync(() => setChildren(next));
  return createElement('p', null, ...children);
}

/** Renders children; then returns what the page shows at once, and after a translator has seen it. */
async function openParagraph(first: Children) {
  renderElement(<Paragraph first={first} />);
  const paragraph = document.querySelector('p');
  if (paragraph === null) throw new Error('There is no paragraph');
  await setImmediate();
  const render = async (next: Children) => {
    show(next);
    const atOnce = paragraph.textContent;
    await setImmediate();
    return [atOnce, paragraph.textContent];
  };
  return { paragraph, render };
}

/** The texts of an element that no translator has seen. */
const untranslated = (element: Element) =>
  [...element.childNodes].filter(
    ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue !== '',
  );

describe.each(TRANSLATORS)('a page that a translator changes (%s)', (kind) => {
  it.each(Object.entries(cases))('shows what React rendered last when %s', async (_, [first, ...steps]) => {
    onTestFinished(startTranslator(kind));
    const { paragraph, render } = await openParagraph(first?.[0] ?? []);
    for (const [children, text] of steps) {
      expect(await render(children)).toEqual([text, text]);
      expect(untranslated(paragraph)).toEqual([]);
    }
  });
});

describe('a translator', () => {
  it('may move an element, which React still finds', async () => {
    const { paragraph, render } = await openParagraph([null, name, ' is back']);
    const wrapper = document.createElement('font');
    paragraph.prepend(wrapper);
    wrapper.append(...paragraph.querySelectorAll('b'));
    expect(await render(['Dear ', name, ' is back'])).toEqual(['Dear Alice is back', 'Dear Alice is back']);
    expect(await render([null, null, ' is back'])).toEqual([' is back', ' is back']);
  });

  it('may show the original again', async () => {
    const { paragraph, render } = await openParagraph([0, ' of ', 3]);
    const originals = [...paragraph.childNodes];
    const stop = startTranslator('beside');
    stop();
    await setImmediate();
    for (const [at, wrapper] of [...paragraph.children].entries()) wrapper.replaceWith(originals[at] ?? '');
    await setImmediate();
    expect(await render([1, ' of ', 3])).toEqual(['1 of 3', '1 of 3']);
    expect(paragraph.children).toHaveLength(0);
  });
});

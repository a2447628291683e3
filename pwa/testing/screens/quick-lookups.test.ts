import { JSDOM, VirtualConsole } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { findLabelsQuickly, matchQuickly, rememberComputedStyles } from './quick-lookups.ts';

const PAGE = `
  <main style="visibility: hidden">
    <p>inherits</p>
    <p style="visibility: visible">is visible again</p>
  </main>
  <section hidden><p>in a hidden part</p></section>
  <div style="display: none; color: red"><span>in a part that is not displayed</span></div>
  <div style="pointer-events: none"><button style="pointer-events: auto">one</button><button>two</button></div>
  <dialog><p>closed</p></dialog>
  <dialog open><p>open</p></dialog>
  <details><summary>first</summary><summary>second</summary></details>
  <table><tbody hidden><tr><td>collapsed</td></tr></tbody></table>
  <input type="hidden" id="secret"><input type="text" id="name"><input type="checkbox" id="agree">
  <label for="name">Name</label><label for="name">Second label</label>
  <label for="secret">Hidden</label><label for="">Nothing</label><label for="absent">Absent</label>
  <label>Around <textarea></textarea><select></select></label>
  <label>Around a labelled one <input id="other"></label><label for="other">Other</label>
  <button id="twice">first</button><button id="twice">second</button><label for="twice">Twice</label>
  <progress id="bar"></progress><meter id="level"></meter><output id="sum"></output>
  <label for="bar">Bar</label><label for="level">Level</label><label for="sum">Sum</label>
  <input><input type="TEXT"><input type="text" list=""><input type="email" list="names"><input type="Search">
  <select multiple></select><select size="3"></select><img alt=""><img alt="Low water"><img>
  <a>no link</a><a href="">empty</a><a href="/tides">link</a><form name="f"></form><th scope="ROW">row</th>
  <section aria-label="part"></section><section aria-label=""></section>
  <svg><linearGradient></linearGradient><image href="low.png" xlink:href="high.png"></image></svg>
  <div class="ProseMirror ProseMirror-focused"><p>text</p><i class="ProseMirror-gapcursor">cursor</i></div>
`;
const SHEET =
  '.ProseMirror-gapcursor { display: none } .ProseMirror-focused .ProseMirror-gapcursor { display: block }';

function open() {
  return new JSDOM(`<!doctype html><html lang="en"><body>${PAGE}</body></html>`, {
    url: 'https://carrel.test',
    pretendToBeVisual: true,
    virtualConsole: new VirtualConsole(),
  }).window;
}

type Opened = ReturnType<typeof open>;

const elementsOf = ({ document }: Opened) => [...document.querySelectorAll('*')];

/** Each element with its styles, read by both ways. */
const stylesOf = (window: Opened) =>
  elementsOf(window).map((element) => {
    const style = window.getComputedStyle(element);
    const read = (name: string) => style.getPropertyValue(name);
    return [
      element.outerHTML.slice(0, 60),
      ...[style.display, style.visibility, style.pointerEvents, style.color, style.length],
      ...['display', 'visibility', 'pointer-events', 'color'].map(read),
    ];
  });

/** Each element with the texts of its labels. */
const labelsOf = (window: Opened) =>
  elementsOf(window).map((element) => {
    const labels: unknown = Reflect.get(element, 'labels');
    const texts =
      labels &&
      [...Object(labels)].map((label: unknown) => String(Reflect.get(Object(label), 'textContent')));
    return [element.outerHTML.slice(0, 60), texts];
  });

/** Selectors of roles, and others that look like them. */
const SELECTORS = [
  ...['a', 'input', 'LABEL', 'lineargradient', 'linearGradient', 'image', '*', 'a,p', 'div p'],
  ...['th[scope="row"]', 'a[href]:not([href=""])', 'a[href]', 'input[list]:not([list=""])'],
  ...['input:not([list])', 'img[alt=""]', 'input[type="text"]', 'input[type="search"]:not([list])'],
  ...['input:not([type="TEXT"])', 'input[TYPE="text"]', 'input:not([type]):not([list])'],
  ...['input:not([list]):not([type])', 'select:not([multiple]):not([size])', 'img:not([alt])'],
  ...['section[aria-label]:not([aria-label=""])', '[hidden]', 'p:first-child', 'image[href]'],
  ...['input[type=text]', "input[type='text']", 'p[', '', 'a:not([href]', 'input[type="text" i]'],
];

/** Each element with its answers to the selectors; an error where a selector is refused. */
const matchesOf = (window: Opened) =>
  elementsOf(window).map((element) => [
    element.outerHTML.slice(0, 60),
    ...SELECTORS.map((selector) => {
      try {
        return [selector, element.matches(selector)];
      } catch (error) {
        return [selector, String(error)];
      }
    }),
  ]);

describe('the quick lookups of the render tests', () => {
  it('compute the same styles as jsdom, also after changes', () => {
    const [quick, slow] = [open(), open()];
    rememberComputedStyles(quick);
    expect(stylesOf(quick)).toEqual(stylesOf(slow));
    for (const { document } of [quick, slow]) {
      const sheet = document.head.appendChild(document.createElement('style'));
      sheet.textContent = SHEET;
      document.querySelector('section')?.removeAttribute('hidden');
      document.querySelector('dialog')?.setAttribute('open', '');
      document.querySelector('main')?.removeAttribute('style');
      document.querySelector('p')?.setAttribute('style', 'display: none');
    }
    expect(stylesOf(quick)).toEqual(stylesOf(slow));
  });

  it('find the same labels as jsdom, also after changes', () => {
    const [quick, slow] = [open(), open()];
    findLabelsQuickly(quick);
    expect(labelsOf(quick)).toEqual(labelsOf(slow));
    for (const { document } of [quick, slow]) {
      document.querySelector('label')?.setAttribute('for', 'agree');
      document.querySelector('textarea')?.remove();
      document.querySelector('#twice')?.remove();
      document.querySelector('#secret')?.setAttribute('type', 'text');
    }
    expect(labelsOf(quick)).toEqual(labelsOf(slow));
  });

  it('match the same elements as jsdom, also after changes', () => {
    const [quick, slow] = [open(), open()];
    matchQuickly(quick);
    expect(matchesOf(quick)).toEqual(matchesOf(slow));
    for (const { document } of [quick, slow]) {
      for (const input of document.querySelectorAll('input')) input.setAttribute('type', 'text');
      document.querySelector('a')?.setAttribute('href', '/tides');
      document.querySelector('img')?.removeAttribute('alt');
    }
    expect(matchesOf(quick)).toEqual(matchesOf(slow));
  });

  it('refuse a style sheet whose rules they do not know', () => {
    const window = open();
    rememberComputedStyles(window);
    const sheet = window.document.head.appendChild(window.document.createElement('style'));
    sheet.textContent = '.folded { display: none }';
    expect(() => stylesOf(window)).toThrow('.folded');
  });
});

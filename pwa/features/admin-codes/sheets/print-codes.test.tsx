import { webcrypto } from 'node:crypto';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import Papa from 'papaparse';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { renderElement } from '#pwa/testing/screens/render-element.ts';
import { drawCodes } from '#schema/activation/draw-code.ts';
import { PrintCodesDialog } from './print-codes-dialog.tsx';
import { linkOf, type PrintedBatch } from './printed-batch.ts';
import { codesCsv, fileNameOf, saveCodesCsv } from './save-codes-csv.ts';

const batchOf = (count: number, more: Partial<PrintedBatch> = {}): PrintedBatch => ({
  name: 'Spring 2027',
  courseId: 'tides',
  courseTitle: 'Reading the tides',
  thumbnail: null,
  print: { line: '', size: 'label' },
  codes: drawCodes('SCHOOL', count, webcrypto),
  isRegistered: true,
  ...more,
});

function openDialog(batch: PrintedBatch) {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const onClose = vi.fn();
  onTestFinished(() => print.mockRestore());
  renderElement(<PrintCodesDialog batch={batch} onClose={onClose} />);
  return { print, onClose, dialog: within(screen.getByRole('dialog')) };
}

const sheets = () => [...document.querySelectorAll('body > div > ul')];
const labels = () => [...document.querySelectorAll('body > div > ul > li')];

describe('the sheets of a batch', () => {
  it.each([
    [1, [1], '1 code on 1 page'],
    [24, [24], '24 codes on 1 page'],
    [25, [24, 1], '25 codes on 2 pages'],
  ])('of %d codes have pages of %j labels', async (count, perSheet, sentence) => {
    const { dialog } = openDialog(batchOf(count));
    dialog.getByText(new RegExp(`^${sentence} `));
    await waitFor(() => expect(sheets().map((sheet) => sheet.children.length)).toEqual(perSheet));
  });

  it('show each code once, with its course and a QR code of one path', async () => {
    const batch = batchOf(25);
    openDialog(batch);
    await waitFor(() => expect(labels()).toHaveLength(25));
    for (const [at, label] of labels().entries()) {
      const texts = [...label.querySelectorAll('p')].map((line) => line.textContent);
      expect(texts).toEqual([batch.courseTitle, batch.codes[at], `${location.host}/activate`]);
      expect(label.querySelectorAll('svg path')).toHaveLength(1);
    }
  });

  it('have the picture of the course on cards', async () => {
    const print = { line: '', size: 'card' } as const;
    openDialog(batchOf(11, { thumbnail: '/thumbnails/tides.webp', print }));
    await waitFor(() => expect(sheets().map((sheet) => sheet.children.length)).toEqual([10, 1]));
    for (const card of labels())
      expect(card.querySelector('img')?.getAttribute('src')).toBe('/thumbnails/tides.webp');
  });

  it('are drawn in turns, between which the page responds, and are printed once they are complete', async () => {
    const { dialog, print, onClose } = openDialog(batchOf(60));
    expect(labels()).toHaveLength(0);
    const button = dialog.getByRole('button', { name: 'Print' });
    expect(button.getAttribute('aria-busy')).toBe('true');
    const user = userEvent.setup({ delay: null });
    await user.click(button);
    expect(print).not.toHaveBeenCalled();
    await waitFor(() => expect(dialog.getByRole('progressbar').getAttribute('aria-valuenow')).not.toBe('0'));
    expect(labels().length).toBeLessThan(60);
    await waitFor(() => expect(dialog.queryByRole('progressbar')).toBeNull());
    expect(labels()).toHaveLength(60);
    await user.click(button);
    expect(print).toHaveBeenCalledTimes(1);
    for (const close of dialog.getAllByRole('button', { name: 'Close' })) await user.click(close);
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('say that codes do not work yet which the server has not registered', () => {
    const { dialog } = openDialog(batchOf(1, { isRegistered: false }));
    expect(dialog.getByRole('status').textContent).toContain('Not registered yet');
  });
});

describe('the CSV file of a batch', () => {
  it('names its columns, and has a line for each code with its link', () => {
    const { codes, ...batch } = batchOf(2);
    const listed = codes.map((code) => ({ code, state: 'Unused' }));
    const { data } = Papa.parse<string[]>(codesCsv({ ...batch, codes: listed }), { skipEmptyLines: true });
    expect(data).toEqual([
      ['Code', 'Course', 'Link', 'State', 'Batch'],
      ...codes.map((code) => [code, 'Reading the tides', linkOf('tides', code), 'Unused', 'Spring 2027']),
    ]);
  });

  it('contains no formula, whatever the names', () => {
    const codes = [{ code: '=1+1', state: '' }];
    const text = codesCsv({ ...batchOf(0), codes, name: '@x', courseTitle: ' +1' });
    expect(text).toContain(`\r\n'=1+1,' +1,`);
    expect(text).toContain(",'@x");
  });

  it('is saved under the name of the batch', async () => {
    const saved: string[] = [];
    // jsdom lacks these two, and a download.
    Object.assign(URL, { createObjectURL: () => 'blob:codes', revokeObjectURL: () => undefined });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    onTestFinished(() => click.mockRestore());
    saveCodesCsv({ ...batchOf(0), codes: [] });
    expect(saved).toEqual(['codes-spring-2027.csv']);
    expect(fileNameOf('../Ä: “x” ')).toBe('codes-ä-x.csv');
    expect(fileNameOf('')).toBe('codes.csv');
  });
});

import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';

/** Opens the sync centre from the account menu, without reloading the page. */
export async function openCentre(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('link', { name: 'Sync centre' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sync centre' }).waitFor();
}

/** The list item of one unsent edit, by its sentence. */
export function editOf(page: Page, sentence: string | RegExp): Locator {
  return page
    .getByRole('region', { name: 'Waiting to sync' })
    .getByRole('listitem')
    .filter({ has: page.getByText(sentence).first() });
}

interface TakenFile {
  readonly name: string;
  readonly text: string;
}

/**
 * The file that the browser downloads when a button is pressed.
 *
 * @param options.timeout milliseconds for the button and for the download; 60 seconds by default
 */
export async function takeFile(
  page: Page,
  button: string,
  options: { timeout?: number } = {},
): Promise<TakenFile> {
  const [download] = await Promise.all([
    page.waitForEvent('download', options),
    page.getByRole('button', { name: button }).click(options),
  ]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

/** Chooses a file of unsent work in the sync centre. */
export async function importFile(page: Page, text: string): Promise<void> {
  const buffer = Buffer.from(text);
  await page
    .getByLabel('File of unsent work')
    .setInputFiles({ name: 'unsent.json', mimeType: 'application/json', buffer });
}

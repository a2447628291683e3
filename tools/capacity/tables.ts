import { databaseBytesOf, dataOf } from './data.ts';
import { EXPLANATIONS } from './explanations.ts';
import { FEWER_SAVES, INPUTS, type Inputs, isInputName } from './inputs.ts';
import { type Load, loadOf, peakOf, sumOf } from './load.ts';
import { costPerLearner, planOf } from './plan.ts';
import { wallsOf } from './walls.ts';

/** The numbers of learners in docs/capacity.md. */
export const SIZES = [10_000, 1_000_000, 50_000_000] as const;

/** A table of the document, with the name of the section that it is in. */
export interface CapacityTable {
  readonly section: string;
  readonly markdown: string;
}

export function capacityTables(inputs: Inputs): readonly CapacityTable[] {
  return [
    { section: 'Load', markdown: sizeTable(loadRows(inputs)) },
    { section: 'Data', markdown: sizeTable(dataRows(inputs)) },
    { section: 'What it takes', markdown: sizeTable(planRows(inputs)) },
    { section: 'Walls', markdown: wallTable(inputs) },
    { section: 'Inputs', markdown: inputTable(inputs) },
  ];
}

type Row = readonly [name: string, cellOf: (learners: number) => string];

function loadRows(inputs: Inputs): readonly Row[] {
  const mean = (learners: number) => loadOf(learners, inputs);
  const both =
    (read: (load: Load) => number, format = rounded) =>
    (learners: number) =>
      `${format(read(mean(learners)))}, ${format(read(peakOf(mean(learners), inputs)))}`;
  return [
    ['learners on a day', (learners) => rounded(learners * inputs.dailyShare)],
    ['open pages', both(({ streams }) => streams)],
    ['requests/s, personal', both(({ requests }) => requests.personal)],
    ['requests/s, content', both(({ requests }) => requests.content)],
    ['requests/s, editorial', both(({ requests }) => requests.editorial)],
    ['requests/s', both(({ requests }) => sumOf(requests))],
    ['commits/s', both(({ commands }) => commands)],
    ['bytes/s, personal', both(({ bytes }) => bytes.personal, bytesText)],
    ['bytes/s, content', both(({ bytes }) => bytes.content, bytesText)],
    ['bytes/s, editorial', both(({ bytes }) => bytes.editorial, bytesText)],
  ];
}

function dataRows(inputs: Inputs): readonly Row[] {
  const data = (learners: number) => dataOf(learners, inputs);
  return [
    ['rows of learners', (learners) => rounded(data(learners).rows.personal)],
    ['receipts at any time', (learners) => rounded(data(learners).rows.receipts)],
    ['database, personal', (learners) => bytesText(data(learners).bytes.personal)],
    ['database, receipts', (learners) => bytesText(data(learners).bytes.receipts)],
    ['database, content', (learners) => bytesText(data(learners).bytes.content)],
    ['database, history', (learners) => bytesText(data(learners).bytes.editorial)],
    ['database', (learners) => bytesText(databaseBytesOf(data(learners)))],
    ['each further year', (learners) => bytesText(data(learners).bytesPerFurtherYear)],
    ['media', (learners) => bytesText(data(learners).mediaBytes)],
  ];
}

function planRows(inputs: Inputs): readonly Row[] {
  const plan = (learners: number) => planOf(learners, inputs);
  const cost = (learners: number) => costPerLearner(learners, inputs);
  const total = (learners: number) => {
    const { processes, databases, storage, delivery } = cost(learners);
    return processes + databases + storage + delivery;
  };
  return [
    ['set-up', (learners) => plan(learners).setup],
    ['processes', (learners) => rounded(plan(learners).processes)],
    ['cores of databases', (learners) => rounded(plan(learners).databaseCores)],
    ['databases', (learners) => rounded(plan(learners).databases)],
    ['by commits', (learners) => shareText(plan(learners).databasesBy.commands)],
    ['by cores', (learners) => shareText(plan(learners).databasesBy.cores)],
    ['by bytes', (learners) => shareText(plan(learners).databasesBy.bytes)],
    ['a learner and year: processes', (learners) => priceText(cost(learners).processes)],
    ['databases, with replicas', (learners) => priceText(cost(learners).databases)],
    ['storage', (learners) => priceText(cost(learners).storage)],
    ['delivery by a CDN', (learners) => priceText(cost(learners).delivery)],
    ['together', (learners) => priceText(total(learners))],
    ['delivery without a CDN', (learners) => priceText(cost(learners).deliveryWithoutCdn)],
  ];
}

const sizeTable = (rows: readonly Row[]): string =>
  tableOf(
    ['', ...SIZES.map((learners) => `${rounded(learners)} learners`)],
    rows.map(([name, cellOf]) => [name, ...SIZES.map(cellOf)]),
  );

function wallTable(inputs: Inputs): string {
  const later = new Map(wallsOf({ ...inputs, ...FEWER_SAVES }).map(({ what, learners }) => [what, learners]));
  return tableOf(
    ['learners', 'with fewer saves', 'wall', 'code', 'what moves it'],
    wallsOf(inputs).map(({ learners, what, code, remedy }) => [
      ...[rounded(learners), rounded(later.get(what) ?? learners)],
      ...[what, code, remedy],
    ]),
  );
}

const inputTable = (inputs: Inputs): string =>
  tableOf(
    ['input', 'value', 'meaning', 'source'],
    Object.keys(INPUTS)
      .filter(isInputName)
      .map((name) => [
        `\`${name}\``,
        inputs[name].toLocaleString('en'),
        EXPLANATIONS[name].meaning,
        EXPLANATIONS[name].source,
      ]),
  );

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const rounded = (value: number): string =>
  value.toLocaleString('en', { maximumSignificantDigits: 2, maximumFractionDigits: 2 });
const shareText = (value: number): string => (value === 0 ? '–' : value.toFixed(2));
const priceText = (value: number): string => value.toFixed(3);

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

function bytesText(bytes: number): string {
  const index = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return `${rounded(bytes / 1_000 ** index)} ${UNITS[index]}`;
}

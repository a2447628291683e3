import { Readable } from 'node:stream';
import yazl from 'yazl';
import { CSV_START, csvLine } from '#schema/csv/csv.ts';
import type { Db } from '../db/open.ts';
import {
  findAccount,
  type Person,
  type PersonalTable,
  personalTables,
  ROWS_AT_ONCE,
  type Row,
} from './data-queries.ts';

const JPEG_DATA = /^data:image\/jpeg;base64,/;

/**
 * Everything that the server stores about a person, as a zip file that is written while it is read: each table as JSON
 * and as CSV. Null for an account that does not exist.
 */
export async function openArchive(db: Db, userId: string): Promise<Readable | null> {
  const account = await findAccount(db, userId);
  if (account === undefined) return null;
  const { avatar, mustChangePassword, ...facts } = account;
  const zip = new yazl.ZipFile();
  const output = zip.outputStream;
  if (!(output instanceof Readable)) throw new Error('The archive is no stream of this Node');
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  const addText = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name);
  const addPieces = (name: string, open: () => AsyncIterable<string>) =>
    zip.addReadStreamLazy(name, (done) => done(null, Readable.from(open()).on('error', fail)));
  addText('README.txt', README);
  addText('account.json', print({ ...facts, mustChangePassword: mustChangePassword === 1 }));
  addText('account.csv', CSV_START + csvLine(Object.keys(facts)) + csvLine(Object.values(facts)));
  if (avatar !== null) zip.addBuffer(Buffer.from(avatar.replace(JPEG_DATA, ''), 'base64'), 'picture.jpg');
  for (const table of personalTables) {
    addPieces(`${table.name}.json`, () => jsonOf(rowsOf(db, account, table)));
    addPieces(`${table.name}.csv`, () => csvOf(table, rowsOf(db, account, table)));
  }
  zip.end();
  return output;
}

const print = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** The rows of a person, a page at a time. */
async function* rowsOf(db: Db, person: Person, { read, key }: PersonalTable): AsyncGenerator<Row> {
  let after = '';
  for (;;) {
    const rows = await read(db, person, after);
    yield* rows;
    const last = key === null ? undefined : rows.at(-1)?.[key];
    if (typeof last !== 'string' || rows.length < ROWS_AT_ONCE) return;
    after = last;
  }
}

async function* jsonOf(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let before = '[';
  for await (const row of rows) {
    yield `${before}\n  ${JSON.stringify(row)}`;
    before = ',';
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}

async function* csvOf({ columns }: PersonalTable, rows: AsyncIterable<Row>): AsyncGenerator<string> {
  yield CSV_START + csvLine(columns);
  for await (const row of rows) yield csvLine(columns.map((column) => row[column] ?? null));
}

const README = `This is everything that this Carrel server stores about you. Each table is there twice, as JSON
and as CSV (UTF-8). Times are in UTC.

account             Your name, email and role. picture.jpg is your picture, if you have one.
devices             Where you are or were signed in. An entry is deleted 30 days after its end.
networks            When you signed in from a network. Only a keyed hash of the network is stored.
two-step-sign-in    Whether an authenticator app is set up, and since when.
passkeys            Your passkeys: name, address that they are for, and last use.
recovery-codes      One row for each recovery code, with the time when you used it.
password-resets     Codes to reset your password that were mailed to you, by time.
courses             The courses you unlocked.
codes               The activation codes you used.
progress            Completed lessons and positions in videos.
answers             Answers to questions, by attempt, with their scores.
grades              Each grade of a test, with the versions of the questions whose keys gave it.
support-requests    What you wrote to the support while you were signed in.
mails               Messages to you. Their text is deleted when they are sent.
uploads             Files that you began to upload.
code-lists          Lists of activation codes that you added.
changes-to-courses  What you changed as an admin. The texts of lessons are part of the courses.
changes-to-account  What admins changed about your account.
receipts            Replies to changes that your devices sent, kept for 90 days.

Not in here, because nobody can read it or it would open your account: the hash of your password,
hashes of tickets and codes, the sealed secret of your authenticator app, the public keys of your
passkeys and, for five minutes, what they were asked to sign. The server also keeps the
order in which the rows above changed, without their content, its log with your id, and its backups.
Requests that you sent to the support without signing in are not attached to your account.
`;

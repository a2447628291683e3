// The least server of Yjs: the document in memory, each update in SQLite before it is passed on.
import { Hono } from 'hono';
import { createDecoder, readVarUint } from 'lib0/decoding';
import { createEncoder, type Encoder, length, toUint8Array, writeVarUint } from 'lib0/encoding';
import { type Socket, WebSocketServer } from 'ws';
import { readSyncMessage, writeSyncStep1, writeUpdate } from 'y-protocols/sync';
import { Doc } from 'yjs';
import { makeLibrary, openDatabase } from '../server/database.ts';
import { type PeerArguments, servePeer } from '../server/serve-peer.ts';
import { STORED, SYNC } from './messages.ts';

const TABLES = 'create table updates (number integer primary key, body blob not null)';

function messageOf(type: number, write: (encoder: Encoder) => void = () => undefined): Uint8Array {
  const encoder = createEncoder();
  writeVarUint(encoder, type);
  write(encoder);
  return toUint8Array(encoder);
}

function openDocument({ databasePath, lessons }: PeerArguments): Doc {
  const db = openDatabase(databasePath, TABLES);
  const insert = db.prepare('insert into updates (body) values (?)');
  const doc = new Doc();
  doc.on('update', (update) => insert.run(update));
  doc.transact(() => {
    const rows = doc.getMap('lessons');
    for (const lesson of makeLibrary(lessons)) rows.set(lesson.id, lesson);
  });
  return doc;
}

/** Answers a device, and passes its updates on to the others. */
function join(socket: Socket, doc: Doc, sockets: Set<Socket>): void {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  socket.on('message', (bytes) => {
    const decoder = createDecoder(new Uint8Array(bytes));
    if (readVarUint(decoder) !== SYNC) return;
    const reply = createEncoder();
    writeVarUint(reply, SYNC);
    readSyncMessage(decoder, reply, doc, socket);
    if (length(reply) > 1) socket.send(toUint8Array(reply));
  });
  socket.send(messageOf(SYNC, (encoder) => writeSyncStep1(encoder, doc)));
}

const sockets = new Set<Socket>();
let doc: Doc | null = null;
const server = servePeer((given) => {
  const opened = openDocument(given);
  opened.on('update', (update, origin) => {
    const message = messageOf(SYNC, (encoder) => writeUpdate(encoder, update));
    for (const socket of sockets) socket.send(socket === origin ? messageOf(STORED) : message);
  });
  doc = opened;
  return new Hono();
});
new WebSocketServer({ server }).on('connection', (socket) => {
  if (doc !== null) join(socket, doc, sockets);
});

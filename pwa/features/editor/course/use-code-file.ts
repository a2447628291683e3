import { useRef, useState } from 'react';
import { decodeText } from '#interchange/archive/read-text.ts';
import { enqueueCodes } from '#pwa/sync/enqueue/editor-commands.ts';
import { type CodeTable, readCodeTable } from '#schema/code-file/code-table.ts';
import { type CodeChoice, type TakenCodes, takeCodes } from '#schema/code-file/take-codes.ts';
import { adminMessages } from '#schema/messages/admin-messages.ts';
import { countOf } from '#schema/messages/count.ts';
import { useEditorContext } from '../context/editor-context.tsx';
import { focusSoon } from '../kit/focus-soon.ts';
import { refuseCodeFile } from '../model/editor-rules.ts';

/** The card that receives the focus when the preview closes. */
export const CODES_SECTION = 'activation-codes';

/** A file of codes that nothing is sent of yet. */
export interface OpenCodeFile {
  readonly name: string;
  readonly table: CodeTable;
  readonly taken: TakenCodes;
}

export interface CodeFileActions {
  readonly choose: (choice: CodeChoice) => void;
  readonly add: () => void;
  readonly close: () => void;
}

/** Reads a file of codes, and queues them when the admin has seen them. */
export function useCodeFile() {
  const { userId, getEditor, notify, watch, run } = useEditorContext();
  const [file, setFile] = useState<OpenCodeFile | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  /** A later choice ends the reading for an earlier one. */
  const latest = useRef(0);

  const whileBusy = async (action: () => Promise<unknown>) => {
    setIsBusy(true);
    await run(adminMessages.codesFailed, action);
    setIsBusy(false);
  };
  const show = async (name: string, table: CodeTable, choice: CodeChoice) => {
    latest.current += 1;
    const turn = latest.current;
    const taken = await takeCodes(table, choice, pause);
    if (turn !== latest.current) return;
    setFile(table.rows.length === 0 ? null : { name, table, taken });
    if (taken.codes.length === 0) notify.fail(adminMessages.codesNone);
  };
  const read = async (chosen: File) => {
    const refusal = refuseCodeFile(chosen, getEditor().isNew);
    if (refusal !== null) return notify.fail(refusal);
    await whileBusy(async () => {
      const text = decodeText(new Uint8Array(await chosen.arrayBuffer()));
      await show(chosen.name, await readCodeTable(text, pause), {});
    });
  };
  const choose = (choice: CodeChoice) => {
    if (file !== null) void whileBusy(() => show(file.name, file.table, choice));
  };
  const close = () => {
    focusSoon(CODES_SECTION, { block: 'nearest' });
    setFile(null);
  };
  const add = () => {
    if (file === null) return;
    const { codes } = file.taken;
    void whileBusy(async () => {
      const commandId = await enqueueCodes(userId, getEditor().course, codes, file.name);
      close();
      const success = `${countOf(codes.length, 'activation code')} added`;
      watch({ commandIds: [commandId], success, failure: adminMessages.codesFailed, hasDetails: true });
    });
  };
  const actions: CodeFileActions = { choose, add, close };
  return { file, isBusy, read, actions };
}

/** The browser paints, and handles keys, before the next lines are read. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve));

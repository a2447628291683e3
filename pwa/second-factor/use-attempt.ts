import { useState } from 'react';
import { messages } from '#schema/messages/messages.ts';
import { describeFailure } from '#schema/messages/user-facing-error.ts';
import { CallError } from '../api/call.ts';
import { sentenceOf } from '../api/sentence.ts';

type Problems = Partial<Record<'currentPassword' | 'code' | 'name', string>>;

const CODE_PROBLEM = 'second_factor_invalid';

/** One attempt at a time, and the error of the last one: beside its field, or as a separate message. */
export function useAttempt() {
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    setProblems({});
    setFailure(null);
    try {
      await work();
    } catch (error) {
      const found = problemsOf(error);
      setProblems(found);
      if (Object.keys(found).length === 0) setFailure(sentenceFor(error));
    }
    setIsBusy(false);
  };
  return { problems, failure, isBusy, attempt };
}

function problemsOf(error: unknown): Problems {
  if (!(error instanceof CallError)) return {};
  if (error.code === CODE_PROBLEM) return { code: error.message };
  const { currentPassword, name } = error.fields;
  return {
    ...(currentPassword === undefined ? {} : { currentPassword }),
    ...(name === undefined ? {} : { name }),
  };
}

/** A refusal of the browser has a sentence of its own, as those of the server. */
const sentenceFor = (error: unknown): string =>
  error instanceof CallError ? sentenceOf(error, messages.attemptFailed) : describeFailure(error);

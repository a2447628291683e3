import { FileButton } from '#pwa/ui/controls/file-button.tsx';
import { Cluster } from '#pwa/ui/layout/cluster.tsx';
import { Stack } from '#pwa/ui/layout/stack.tsx';
import { PackProgress } from './pack-progress.tsx';
import { PackResult } from './pack-result.tsx';
import { describeTaken } from './pack-text.ts';
import { useTakePack } from './use-take-pack.ts';

/** Takes downloads from a file that another device saved. */
export function TakeFiles({ userId }: { userId: string }) {
  const { state, take, cancel } = useTakePack(userId);
  if (state.kind === 'taking')
    return <PackProgress label="Taking files" share={state.share} onCancel={cancel} />;
  return (
    <Stack gap={3}>
      <Cluster>
        {/* Phones do not know the extension and would offer no file, so any can be chosen. */}
        <FileButton label="Take files from another phone" fieldLabel="File with downloads" onFile={take} />
      </Cluster>
      {state.kind === 'failed' && <PackResult tone="bad">{state.problem}</PackResult>}
      {state.kind === 'taken' && (
        <PackResult tone={state.taken.end === 'full' || state.taken.damaged > 0 ? 'wait' : 'ok'}>
          {describeTaken(state.taken).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </PackResult>
      )}
    </Stack>
  );
}

import { type Config, ConfigError } from '#sync-server/config.ts';
import { Erasures } from '#sync-server/erasure/erasures.ts';
import { error, type Finding, ok, warning } from '../finding.ts';

const ABOUT = 'deleted accounts';

/** Examines whether the accounts that were deleted stay deleted after a restore (docs/operations.md, Deleted accounts). */
export function examineErasures(config: Config): Finding[] {
  try {
    const erasures = new Erasures(config);
    const { place, isFolder } = erasures;
    const findings = [ok(ABOUT, `${erasures.list().length} in ${place}`)];
    // Other processes have other data folders.
    if (config.databaseUrl !== undefined && config.erasuresPath === undefined)
      findings.push(
        warning(
          'CARREL_ERASURES',
          'is not set: after a restore, only this process knows which accounts it deleted',
        ),
      );
    if (config.databaseUrl !== undefined && config.erasuresPath !== undefined && !isFolder)
      findings.push(
        warning(
          'CARREL_ERASURES',
          'names a file: on NFS, two processes that write to it may lose an account; name a folder',
        ),
      );
    return findings;
  } catch (caught) {
    if (!(caught instanceof ConfigError)) throw caught;
    return [error(ABOUT, caught.message)];
  }
}

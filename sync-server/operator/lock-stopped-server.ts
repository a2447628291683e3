import { DataFolderInUseError, lockDataFolder } from '../lock-data-folder.ts';

/** Locks the data folder for a command that needs the server stopped. Returns the function that releases it. */
export function lockStoppedServer(dataFolder: string): () => void {
  try {
    return lockDataFolder(dataFolder);
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error;
    throw new Error(
      `a server uses the data folder ${dataFolder}. Nothing was changed. Stop the server first.`,
      {
        cause: error,
      },
    );
  }
}

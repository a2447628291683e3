import { backupCommand } from './backup-command.ts';
import { checkCommand } from './check/check-command.ts';
import type { Command } from './command.ts';
import { doctorCommand } from './doctor/doctor-command.ts';
import { exportCommand } from './export-command.ts';
import { importCommand } from './import-command.ts';
import { moveCommand } from './move-command.ts';
import { restoreCommand } from './restore-command.ts';
import { restoredCommand } from './restored-command.ts';
import { userCommand } from './user/user-command.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  backupCommand,
  restoreCommand,
  restoredCommand,
  checkCommand,
  doctorCommand,
  userCommand,
  exportCommand,
  importCommand,
  moveCommand,
];

import { up as firstShape } from './001-first-shape.ts';
import { up as accounts } from './002-accounts.ts';
import { up as editing } from './003-editing.ts';
import { up as uploads } from './004-uploads.ts';
import { up as sync } from './005-sync.ts';
import { up as history } from './006-history.ts';
import { up as resumableUploads } from './007-resumable-uploads.ts';
import { up as sessions } from './008-sessions.ts';
import { up as secondFactors } from './009-second-factors.ts';
import { up as networksAndRequests } from './010-networks-and-requests.ts';
import { up as runsAndRestores } from './011-runs-and-restores.ts';
import { up as smallerHistory } from './012-smaller-history.ts';
import { up as size } from './013-size.ts';
import { up as deletedCourses } from './014-deleted-courses.ts';
import { up as counts } from './015-counts.ts';
import { up as uploadPieces } from './016-upload-pieces.ts';
import { up as codeBatches } from './017-code-batches.ts';
import { up as shops } from './018-shops.ts';
import { up as templates } from './019-templates.ts';
import { up as trash } from './020-trash.ts';
import { up as schedule } from './021-schedule.ts';
import { up as passkeys } from './022-passkeys.ts';
import { up as sharedFiles } from './023-shared-files.ts';
import { up as ignoredProductsAndChangedLimits } from './024-ignored-products-and-changed-limits.ts';
import { up as admins } from './025-admins.ts';
import { up as peopleAndSupport } from './026-people-and-support.ts';
import { up as site } from './027-site.ts';
import type { CheckedMigration } from './with-checks.ts';

/** Every migration in order. A released one is never changed: later ones correct it. */
export const allMigrations: Readonly<Record<string, CheckedMigration>> = {
  '001-first-shape': { up: firstShape },
  '002-accounts': { up: accounts },
  '003-editing': { up: editing },
  '004-uploads': { up: uploads },
  '005-sync': { up: sync },
  '006-history': { up: history },
  '007-resumable-uploads': { up: resumableUploads },
  '008-sessions': { up: sessions },
  '009-second-factors': { up: secondFactors },
  '010-networks-and-requests': { up: networksAndRequests },
  '011-runs-and-restores': { up: runsAndRestores },
  '012-smaller-history': { up: smallerHistory },
  '013-size': { up: size },
  '014-deleted-courses': { up: deletedCourses },
  '015-counts': { up: counts },
  '016-upload-pieces': { up: uploadPieces },
  '017-code-batches': { up: codeBatches },
  '018-shops': { up: shops },
  '019-templates': { up: templates },
  '020-trash': { up: trash },
  '021-schedule': { up: schedule },
  '022-passkeys': { up: passkeys },
  '023-shared-files': { up: sharedFiles },
  '024-ignored-products-and-changed-limits': { up: ignoredProductsAndChangedLimits },
  '025-admins': { up: admins },
  '026-people-and-support': { up: peopleAndSupport },
  '027-site': { up: site },
};

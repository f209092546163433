import type { SourceIdentity, Target } from '../../../engine/model/target.ts'
import type { Revision } from '../../../engine/scanner/source-scanner.ts'
import { npmPageUrl } from '../../../engine/sources/npm/npm-page-url.ts'
import { pypiPageUrl } from '../../../engine/sources/pypi/pypi-page-url.ts'

/** Thrown for an outcome that contradicts what the worker knows. A hostile source may control the scan process. */
export class FalseOutcome extends Error {
  override readonly name = 'FalseOutcome'
}

/** What the worker knows about a scan. */
export interface KnownScan {
  readonly target: Target
  /** True if the scan received a credential, so the source is private. */
  readonly hasCredential: boolean
  /** Returns the canonical URL of the repository, to which its host may redirect. */
  readonly redirectOf: () => Promise<string>
}

/**
 * Checks that a revision belongs to the target. A repository may have been renamed: the worker then asks its host
 * itself. Otherwise, a scan could publish results in the name of another source.
 */
export async function verifyRevision(
  { target, hasCredential, redirectOf }: KnownScan,
  revision: Revision,
): Promise<void> {
  const { type, canonicalUrl, isPrivate } = revision
  if (type !== target.type) throw new FalseOutcome('the revision has another type than the target')
  if (hasCredential && isPrivate !== true) throw new FalseOutcome('a private revision counts as public')
  if (canonicalUrl === ownUrlOf(target)) return
  if (type !== 'git' || canonicalUrl !== (await redirectOf()))
    throw new FalseOutcome('the revision belongs to another source than the target')
}

/**
 * Checks that a scanned source is the resolved revision.
 *
 * @param hasCredential True if the scan received a credential, which it can ask for at any time.
 */
export function verifySource(revision: Revision, source: SourceIdentity, hasCredential: boolean): void {
  if (hasCredential && source.isPrivate !== true) throw new FalseOutcome('a private source counts as public')
  const isOther =
    source.type !== revision.type ||
    source.canonicalUrl !== revision.canonicalUrl ||
    (revision.type !== 'folder' && source.revision !== revision.revision) ||
    source.folder !== revision.folder ||
    source.isPrivate !== revision.isPrivate
  if (isOther) throw new FalseOutcome('the scanned source is not the resolved revision')
}

function ownUrlOf(target: Target): string {
  switch (target.type) {
    case 'git':
      return target.repository
    case 'npm':
      return npmPageUrl(target.name)
    case 'pypi':
      return pypiPageUrl(target.name)
    case 'folder':
      return ''
  }
}

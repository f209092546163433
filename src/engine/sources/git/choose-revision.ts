import { ScanFailure } from '../../model/failure.ts'
import type { GitTarget } from '../../model/target.ts'
import { shownText } from '../shown-text.ts'
import type { RemoteRef } from './advertisement.ts'
import type { GitLimits } from './git-limits.ts'
import { isCommitId, looksAbbreviated } from './ref-name.ts'
import { listRefs, type RefList } from './remote-refs.ts'
import type { RemoteRepository } from './remote-repository.ts'

/** Selected commit and how it was selected. */
export interface Choice {
  readonly commit: string
  /** Branch or tag, without `refs/heads/` or `refs/tags/`. */
  readonly ref?: string
  readonly folder?: string
  /**
   * True if the commit was selected only by its ID. In that case, the caller must verify that a branch or tag reaches
   * it.
   */
  readonly byId?: true
}

const branches = 'refs/heads/'
const tags = 'refs/tags/'

/** Returns a target's current commit. Throws ScanFailure SOURCE_NOT_FOUND or NOTHING_TO_SCAN. */
export async function chooseRevision(
  remote: RemoteRepository,
  { ref, treePath }: Pick<GitTarget, 'ref' | 'treePath'>,
  limits: GitLimits,
): Promise<Choice> {
  if (treePath !== undefined) return byTreePath(remote, treePath, limits)
  if (ref === undefined) return byDefault(remote, limits)
  if (isCommitId(ref)) return { commit: ref.toLowerCase(), byId: true }
  const list = await listRefs(remote, fullNames(ref), limits)
  const found = refNamed(list.refs, ref)
  if (found !== undefined) return choiceOf(found)
  throw notFound(ref, list)
}

/** Selects the remote's HEAD or else `main` or `master`, whichever exists first. */
async function byDefault(remote: RemoteRepository, limits: GitLimits): Promise<Choice> {
  const { refs } = await listRefs(remote, ['HEAD', `${branches}main`, `${branches}master`], limits)
  const named = (name: string) => refs.find((ref) => ref.name === name)
  const head = named('HEAD')
  if (head !== undefined)
    return {
      commit: commitOf(head),
      ...(head.symbolicTarget !== undefined && { ref: shownText(shortName(head.symbolicTarget)) }),
    }
  const usual = named(`${branches}main`) ?? named(`${branches}master`)
  if (usual !== undefined) return choiceOf(usual)
  const { refs: all } = await listRefs(remote, [branches, tags], limits)
  if (all.length === 0)
    throw new ScanFailure('NOTHING_TO_SCAN', 'The repository is empty: it has no branches and no tags.')
  throw new ScanFailure(
    'SOURCE_NOT_FOUND',
    `The repository has no default branch, no "main", and no "master". Name a branch. It has ${someNames(all)}.`,
  )
}

/**
 * Resolves `REF/FOLDER`. Uses the longest matching ref (branches take precedence over tags), or else treats the part
 * before the first slash as a commit or `HEAD`.
 */
async function byTreePath(remote: RemoteRepository, treePath: string, limits: GitLimits): Promise<Choice> {
  const segments = treePath.split('/')
  const [first = ''] = segments
  const list = await listRefs(remote, [branches + first, tags + first], limits)
  for (let length = segments.length; length > 0; length--) {
    const found = refNamed(list.refs, segments.slice(0, length).join('/'))
    if (found !== undefined) return { ...choiceOf(found), ...folderOf(segments.slice(length)) }
  }
  if (isCommitId(first)) return { commit: first.toLowerCase(), byId: true, ...folderOf(segments.slice(1)) }
  // Forges accept `HEAD` in URLs as an alias for the default branch.
  if (first === 'HEAD') return { ...(await byDefault(remote, limits)), ...folderOf(segments.slice(1)) }
  throw notFound(first, list)
}

function folderOf(segments: readonly string[]): { folder?: string } {
  const folder = segments.filter((segment) => segment !== '' && segment !== '.').join('/')
  return folder === '' ? {} : { folder }
}

/**
 * Returns the refs that a name can denote. A branch takes precedence over a tag, as in forge URLs. Other refs are
 * excluded: anyone can create a ref below `refs/pull/` by opening a pull request.
 */
function fullNames(name: string): string[] {
  const short = [branches + name, tags + name]
  return name.startsWith(branches) || name.startsWith(tags) ? [name, ...short] : short
}

function refNamed(refs: readonly RemoteRef[], name: string): RemoteRef | undefined {
  for (const full of fullNames(name)) {
    const found = refs.find((ref) => ref.name === full)
    if (found !== undefined) return found
  }
  return undefined
}

const choiceOf = (ref: RemoteRef): Choice => ({ commit: commitOf(ref), ref: shortName(ref.name) })

/** Returns the commit that a ref points to, in lowercase. Dereferences annotated tags. */
export const commitOf = ({ objectId, peeled }: RemoteRef): string => (peeled ?? objectId).toLowerCase()

/** Returns the display name for a branch or tag. */
export const shortName = (name: string): string => name.replace(/^refs\/(?:heads|tags)\//, '')

function notFound(ref: string, { truncated }: RefList): ScanFailure {
  const name = shownText(shortName(ref))
  if (truncated)
    return new ScanFailure(
      'SOURCE_TOO_LARGE',
      `The repository has too many refs to find "${name}". Use a full commit ID.`,
    )
  const hint = looksAbbreviated(ref) ? '. If it is an abbreviated commit ID, use all 40 digits' : ''
  return new ScanFailure('SOURCE_NOT_FOUND', `The repository has no branch and no tag named "${name}"${hint}.`)
}

function someNames(refs: readonly RemoteRef[]): string {
  const names = refs.slice(0, 5).map(({ name }) => `"${shownText(shortName(name))}"`)
  return names.join(', ') + (refs.length > names.length ? ` and ${refs.length - names.length} more` : '')
}

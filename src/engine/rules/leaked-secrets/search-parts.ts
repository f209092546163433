import { secretLimits } from './secret-limits.ts'
import type { Credential } from './credential.ts'
import type { Candidate, CredentialSearch } from './credential-search.ts'
import { distinctCandidates } from './distinct.ts'

/** A secret this close to the end of a part waits for the next part, which may have a better candidate. In bytes. */
const undecidedBytes = 4_096

/** The candidates of a part of a text, and the number of bytes of the part. */
export interface SearchedPart {
  readonly bytes: number
  /** One candidate for each place, in the order of the text across all parts. */
  readonly candidates: readonly Candidate[]
}

/**
 * Searches a text part by part, so that a large file neither blocks the process nor fills its memory with candidates.
 * The caller can add credentials to `enough` between parts.
 */
export function* searchParts(
  search: CredentialSearch,
  text: Buffer,
  path: string,
  enough?: ReadonlySet<Credential>,
): Iterable<SearchedPart> {
  let undecided: readonly Candidate[] = []
  let state = 0
  let decidedEnd = 0
  for (let from = 0; from < text.length; from += secretLimits.maxPartBytes) {
    const to = Math.min(from + secretLimits.maxPartBytes, text.length)
    const result = search.search(text, path, { from, to }, { state, enough })
    state = result.state
    const cut = to === text.length ? Infinity : to - undecidedBytes
    const pending = [...undecided, ...result.candidates]
    const candidates = distinctCandidates(pending).filter(({ start }) => start < cut && start >= decidedEnd)
    undecided = pending.filter(({ start }) => start >= cut)
    decidedEnd = candidates.at(-1)?.end ?? decidedEnd
    yield { bytes: to - from, candidates }
  }
}

import { secretLimits } from './secret-limits.ts'
import type { Credential } from './credential.ts'
import type { Candidate, CredentialSearch } from './credential-search.ts'
import { distinctCandidates } from './distinct.ts'

/**
 * A secret that begins within so many bytes of a part's end waits for the next part: a better candidate for its place
 * may come.
 */
const undecidedBytes = 4_096

/** What was found in a part of a text, and how many of its bytes were read. */
export interface SearchedPart {
  readonly bytes: number
  /** One candidate for each place, in their order, which goes on from part to part. */
  readonly candidates: readonly Candidate[]
}

/**
 * Searches a text part by part, so that a large file neither holds up the process nor fills its memory with candidates.
 * Of which credentials there is `enough` may grow from part to part.
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
    const found = search.search(text, path, { from, to }, { state, enough })
    state = found.state
    const cut = to === text.length ? Infinity : to - undecidedBytes
    const known = [...undecided, ...found.candidates]
    const candidates = distinctCandidates(known).filter(({ start }) => start < cut && start >= decidedEnd)
    undecided = known.filter(({ start }) => start >= cut)
    decidedEnd = candidates.at(-1)?.end ?? decidedEnd
    yield { bytes: to - from, candidates }
  }
}

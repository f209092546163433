import { secretLimits } from './secret-limits.ts'
import type { Credential } from './credential.ts'
import type { Candidate, CredentialSearch } from './credential-search.ts'
import { distinctCandidates } from './distinct.ts'

/**
 * Number of bytes at the end of a part in which candidates are not final, because the next part may contain a better
 * one.
 */
const undecidedBytes = 4_096

/** Candidates in a part of a text, and the part's length in bytes. */
export interface SearchedPart {
  readonly bytes: number
  /** One candidate for each place, in text order across all parts. */
  readonly candidates: readonly Candidate[]
}

/**
 * Searches a text in parts, so that a large file neither blocks the process nor fills its memory with candidates. The
 * caller can add credentials to `enough` between parts.
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

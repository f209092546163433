import type { SourceContext } from '../../sources/source.ts'
import { type ArtifactOutcome, type ArtifactToCompare, compareWithRepository } from './compare-with-repository.ts'

/** A comparison that runs during the rest of a scan. Disposal ends it. */
export interface RunningComparison extends AsyncDisposable {
  readonly outcome: Promise<ArtifactOutcome | undefined>
}

/** Starts to compare a package with the repository that it names. */
export function beginComparison(context: SourceContext, compared: ArtifactToCompare): RunningComparison {
  const stop = new AbortController()
  const outcome = compareWithRepository(
    { ...context, signal: AbortSignal.any([context.signal, stop.signal]) },
    compared,
  )
  return {
    outcome,
    async [Symbol.asyncDispose]() {
      stop.abort()
      await outcome
    },
  }
}

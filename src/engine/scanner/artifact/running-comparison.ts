import type { SourceContext } from '../../sources/source.ts'
import type { ArtifactOutcome, ArtifactToCompare } from './compare-with-repository.ts'

/** Comparison that runs in parallel with the rest of a scan. Disposal aborts it. */
export interface RunningComparison extends AsyncDisposable {
  readonly outcome: Promise<ArtifactOutcome | undefined>
}

/** Starts comparing a package with its declared repository. Returns undefined if the source is not a package. */
export function beginComparison(context: SourceContext, compared: ArtifactToCompare): RunningComparison | undefined {
  const { type } = compared.resolved
  if (type !== 'npm' && type !== 'pypi') return undefined
  const stop = new AbortController()
  const signal = AbortSignal.any([context.signal, stop.signal])
  const outcome = import('./compare-with-repository.ts').then(({ compareWithRepository }) =>
    compareWithRepository({ ...context, signal }, compared),
  )
  return {
    outcome,
    async [Symbol.asyncDispose]() {
      stop.abort()
      await outcome
    },
  }
}

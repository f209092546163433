import type { SourceContext } from '../../sources/source.ts'
import type { ArtifactOutcome, ArtifactToCompare } from './compare-with-repository.ts'

/** A comparison that runs during the rest of a scan. Disposal ends it. */
export interface RunningComparison extends AsyncDisposable {
  readonly outcome: Promise<ArtifactOutcome | undefined>
}

/** Starts to compare a package with the repository that it names. Undefined for sources that are not packages. */
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

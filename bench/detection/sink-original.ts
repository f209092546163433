import type { DetectionCase } from './case.ts'
import { keyOfLine, type VersionOutcome } from './scan-tree.ts'

/** The source file from which the place of a sink was built, and whether the vulnerable version says so itself. */
export interface SinkOriginal {
  readonly file: string
  readonly isOfVulnerable: boolean
}

/**
 * The source file of a case's sink, where that stands in a built file: by the map of the vulnerable version, at the
 * sink; or, where that version has none, by that of the fixed one, at the line of the fix, if the fix is in the same
 * built file. Undefined where no map says so.
 */
export function sinkOriginalOf(
  { sink, fix }: Pick<DetectionCase, 'sink' | 'fix'>,
  vulnerable: VersionOutcome,
  fixed: VersionOutcome | undefined,
): SinkOriginal | undefined {
  const [here, there] = [originalIn(vulnerable, sink), fix?.file === sink.file ? originalIn(fixed, fix) : undefined]
  const file = here ?? there
  return file === undefined ? undefined : { file, isOfVulnerable: here !== undefined }
}

function originalIn(outcome: VersionOutcome | undefined, line: DetectionCase['sink']): string | undefined {
  return outcome && 'originals' in outcome ? outcome.originals?.get(keyOfLine(line))?.path : undefined
}

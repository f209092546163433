import type { DetectionCase } from './case.ts'
import { keyOfLine, type VersionOutcome } from './scan-tree.ts'

/** The source file of a sink, and whether the vulnerable version itself contains this information. */
export interface SinkOriginal {
  readonly file: string
  readonly isOfVulnerable: boolean
}

/**
 * The source file of a case's sink in a built file: by the source map of the vulnerable version at the sink or, if it
 * has none, by that of the fixed version at the line of the fix, if both are in the same built file. Undefined without
 * such a map.
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

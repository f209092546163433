import type { DetectionCase } from './case.ts'
import { keyOfLine, type VersionOutcome } from './scan-tree.ts'

/** The source file of a sink, and whether the source map of the vulnerable version itself contains it. */
export interface SinkOriginal {
  readonly file: string
  readonly isOfVulnerable: boolean
}

/**
 * Returns the source file of a sink in a built file, from the source map of the vulnerable version at the sink. If that
 * version has no map, it uses the map of the fixed version at the line of the fix, if both lines are in the same built
 * file. Undefined if neither version has a map.
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

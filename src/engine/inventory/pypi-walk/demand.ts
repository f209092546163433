import type { CoreMetadata } from '../../sources/python-packaging/core-metadata.ts'
import { isAskedFor, parseRequirement, type PythonRequirement } from '../../sources/python-packaging/requirement.ts'
import { InvalidRequirement } from '../../sources/python-packaging/requirement-text.ts'
import { pythonTarget } from '../../sources/python-packaging/target-environment.ts'

/** Package that makes the demand. */
export interface Requirer {
  readonly name: string
  readonly version: string
}

/** Requirement of one package on another that applies in the target environment. */
export interface Demand {
  readonly from: Requirer
  readonly requirement: PythonRequirement
}

/** Requirements of a package in any environment. */
export interface Requirements {
  readonly requirements: readonly PythonRequirement[]
  /** Lines that are not valid requirements, with the reason phrased as the end of a sentence. */
  readonly invalid: readonly { readonly line: string; readonly problem: string }[]
  /** Total length of all lines in characters. The parsing work is proportional to this length. */
  readonly length: number
}

/** Parses all requirements of a package. */
export function requirementsOf({ requiresDist }: Pick<CoreMetadata, 'requiresDist'>): Requirements {
  const requirements: PythonRequirement[] = []
  const invalid: { line: string; problem: string }[] = []
  for (const line of requiresDist) {
    try {
      requirements.push(parseRequirement(line))
    } catch (error) {
      if (!(error instanceof InvalidRequirement)) throw error
      invalid.push({ line, problem: error.message })
    }
  }
  return { requirements, invalid, length: lengthOf(requiresDist) }
}

/** Returns the total length of lines in characters. */
export const lengthOf = (lines: readonly string[]): number => lines.reduce((length, line) => length + line.length, 0)

/**
 * Returns the number of elementary steps (see WalkBudget) for parsing lines with this total length and evaluating their
 * markers for each extra. 50 million steps take 2 seconds.
 */
export const stepsOfDemands = (length: number, extras: number): number => Math.ceil((length * (extras + 2)) / 2)

/** Returns a package's demands in the target environment, for the extras that are requested of the package itself. */
export function demandsOf(from: Requirer, { requirements }: Requirements, extras: ReadonlySet<string>): Demand[] {
  return requirements
    .filter((requirement) => isAskedFor(requirement, pythonTarget.markers, extras))
    .map((requirement) => ({ from, requirement }))
}

/** Returns the demands that an index can satisfy. */
export const indexDemands = (demands: readonly Demand[]): readonly Demand[] =>
  demands.filter(({ requirement }) => !requirement.isUrl)

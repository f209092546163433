import type { CoreMetadata } from '../../sources/python-packaging/core-metadata.ts'
import { isAskedFor, parseRequirement, type PythonRequirement } from '../../sources/python-packaging/requirement.ts'
import { InvalidRequirement } from '../../sources/python-packaging/requirement-text.ts'
import { pythonTarget } from '../../sources/python-packaging/target-environment.ts'

/** The package that asks for something. */
export interface Requirer {
  readonly name: string
  readonly version: string
}

/** What one package asks of another in the target environment. */
export interface Demand {
  readonly from: Requirer
  readonly requirement: PythonRequirement
}

/** What a package asks for, whatever the environment; undefined in the place of what is no requirement. */
export interface Requirements {
  readonly requirements: readonly PythonRequirement[]
  /** Lines that are no requirements, and why; the end of a sentence. */
  readonly invalid: readonly { readonly line: string; readonly problem: string }[]
  /** Characters of all lines, by which the work is measured that they can cause. */
  readonly length: number
}

/** Reads every requirement of a package. */
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

/** In characters. */
export const lengthOf = (lines: readonly string[]): number => lines.reduce((length, line) => length + line.length, 0)

/**
 * Elementary steps (see WalkBudget) of reading lines of this length and judging their markers for each of so many
 * extras; 50 million take 2 seconds.
 */
export const stepsOfDemands = (length: number, extras: number): number => Math.ceil((length * (extras + 2)) / 2)

/** What a package asks for in the target environment when it is itself asked for with these extras. */
export function demandsOf(from: Requirer, { requirements }: Requirements, extras: ReadonlySet<string>): Demand[] {
  return requirements
    .filter((requirement) => isAskedFor(requirement, pythonTarget.markers, extras))
    .map((requirement) => ({ from, requirement }))
}

/** Those that an index can answer. */
export const indexDemands = (demands: readonly Demand[]): readonly Demand[] =>
  demands.filter(({ requirement }) => !requirement.isUrl)

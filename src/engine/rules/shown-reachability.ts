import type { CallStep, Reachability } from '../model/reachability.ts'
import { displayLine } from './display-text.ts'

/** Maximum number of functions and of steps of a call path in a finding. */
const maxFunctions = 20
const maxSteps = 64

/** Maximum length of a name or path, in UTF-16 code units. */
const maxLength = 500

/**
 * Returns the public form of a reachability result: secrets masked, names on one line, and lengths limited. The middle
 * of a longer call path is left out. All its names come from scanned code. Idempotent.
 */
export function shownReachability({ functions, path, detail, ...result }: Reachability): Reachability {
  return {
    ...result,
    ...(functions && { functions: functions.slice(0, maxFunctions).map((name) => displayLine(name, maxLength)) }),
    ...(path && { path: shortened(path).map(shownStep) }),
    ...(detail !== undefined && { detail: displayLine(detail, maxLength) }),
  }
}

function shortened(path: readonly CallStep[]): readonly CallStep[] {
  return path.length <= maxSteps ? path : [...path.slice(0, maxSteps / 2), ...path.slice(-maxSteps / 2)]
}

function shownStep({ package: within, path, line, function: called }: CallStep): CallStep {
  return {
    ...(within !== undefined && { package: displayLine(within, maxLength) }),
    path: displayLine(path, maxLength),
    line,
    function: displayLine(called, maxLength),
  }
}

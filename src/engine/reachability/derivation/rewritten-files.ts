import { derivationLimits } from './derivation-limits.ts'
import type { ComparableModule } from './comparable-module.ts'
import type { FoundFunctions } from './found-functions.ts'

/**
 * Lists files as a whole if most of their functions changed, as after a change of the compiler or minifier. Returns the
 * number of such files. No compiler writes Python files, so their functions really changed.
 */
export function foldRewrittenFiles(modules: readonly ComparableModule[], found: FoundFunctions): number {
  const rewritten = modules.filter(({ unit }) => unit.language !== 'python').filter((one) => isRewritten(one, found))
  for (const module of rewritten) found.addWholeFile(module)
  return rewritten.length
}

/** Reports whether a Python file has so many changed functions that its other functions may have changed too. */
export function hasLargeChanges(modules: readonly ComparableModule[], found: FoundFunctions): boolean {
  return modules.some((one) => one.unit.language === 'python' && isRewritten(one, found))
}

function isRewritten({ functions }: ComparableModule, found: FoundFunctions): boolean {
  const changed = functions.filter((one) => found.has(one)).length
  return (
    changed >= derivationLimits.minRewrittenFunctions && changed >= functions.length * derivationLimits.rewrittenShare
  )
}

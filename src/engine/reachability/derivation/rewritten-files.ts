import { derivationLimits } from './derivation-limits.ts'
import type { ComparableModule } from './comparable-module.ts'
import type { FoundFunctions } from './found-functions.ts'

/**
 * Lists files as a whole if most of their functions changed, as after a change of the compiler or minifier. Returns the
 * number of such files. No compiler writes Python files, so their functions really changed.
 */
export function foldRewrittenFiles(modules: readonly ComparableModule[], found: FoundFunctions): number {
  let rewritten = 0
  for (const module of modules) {
    if (module.unit.language === 'python') continue
    const changed = module.functions.filter((one) => found.has(one)).length
    if (changed < derivationLimits.minRewrittenFunctions) continue
    if (changed < module.functions.length * derivationLimits.rewrittenShare) continue
    found.addWholeFile(module)
    rewritten += 1
  }
  return rewritten
}

import { Op } from '../../analysis/ir/operations.ts'
import type { LoadedModule } from './loaded-module.ts'
import { originsOf } from './origins.ts'

/**
 * Reports whether a function, or one around it, is only stored under the same unknown key that the captured value was
 * fetched under: `target[key] = function () { return source[key]() }`. A reader that finds the function under a name
 * also reads that name, so the captured value is used anyway.
 */
export function isStoredUnderSameKey(module: LoadedModule, captured: number, inFunction: number): boolean {
  const origins = originsOf(module, captured)
  if (!origins?.length || !origins.every((one) => module.op(one) === Op.LoadDynamic)) return false
  const keys = origins.map((one) => keyOf(module, module.operand(one, 1)))
  const [key] = keys
  if (key === undefined || keys.some((one) => one !== key)) return false
  const holder = module.functionOf(origins[0] ?? 0)
  let local = inFunction
  for (let parent = parentOf(module, local); parent !== holder; parent = parentOf(module, local)) {
    if (parent < 0) return false
    local = parent
  }
  const stored = module.keyedClosures.get(local)
  return stored !== undefined && keyOf(module, stored) === key
}

const parentOf = (module: LoadedModule, local: number) => module.unit.functions[local]?.parent ?? -1

function keyOf(module: LoadedModule, key: number): number | undefined {
  const origins = originsOf(module, key)
  return origins?.length === 1 ? origins[0] : undefined
}

import { injectingDefaults } from '../models/server-surface/request-words.ts'
import { Op } from '../ir/operations.ts'
import { positionalArguments } from '../schemas/schema-steps.ts'
import type { Guard } from './checks.ts'
import { plainName } from './plain-name.ts'
import { reachedFrom, type ServerSurfaceContext } from './surface-context.ts'

const bounds = { guards: 40 }

/**
 * Returns the dependencies of function parameters: `user: User = Depends(check)`, `user: Annotated[User,
 * Depends(check)]`, and aliases for such annotations.
 */
export function injectedGuards(context: ServerSurfaceContext, functions: readonly number[]): readonly Guard[] {
  const { program, signs } = context
  const around = reachedFrom(context, functions, 2)
  const defaults = [...injectingDefaults].flatMap((name) =>
    (signs.calls.get(name) ?? []).filter((call) => around.has(program.functionOf(call))),
  )
  const annotations = [...around]
    .flatMap((index) => program.functions[index]?.parameters ?? [])
    .flatMap(({ annotation }) => (annotation === undefined ? [] : [annotation]))
  const named = annotations.flatMap((text) => valuesNamed(context, text))
  return [...defaults.flatMap((call) => positionalArguments(context, call).slice(0, 1)), ...named]
    .slice(0, bounds.guards)
    .map((value) => ({ value, at: -1 }))
}

function valuesNamed(context: ServerSurfaceContext, annotation: string): readonly number[] {
  const exported = context.exported()
  const direct = [...annotation.matchAll(/\b(?:Depends|Security)\(\s*(?:\w+\.)*(\w+)/g)].flatMap(
    ([, name = '']) => exported.get(name) ?? [],
  )
  return /^[\w.]+$/.test(annotation)
    ? (exported.get(annotation.slice(annotation.lastIndexOf('.') + 1)) ?? []).flatMap((value) =>
        injectedBy(context, value),
      )
    : direct
}

/** Returns `check` for the alias `Claims = Annotated[dict, Depends(check)]`. */
function injectedBy(context: ServerSurfaceContext, alias: number): readonly number[] {
  const { program } = context
  if (program.op(alias) !== Op.LoadDynamic) return []
  const parts = program.operand(alias, 1)
  if (program.op(parts) !== Op.ArrayOf) return []
  return Array.from({ length: program.operandCount(parts) }, (_none, index) => program.operand(parts, index))
    .filter(
      (part) =>
        program.op(part) === Op.Call && injectingDefaults.has(plainName(context, program.operand(part, 0)) ?? ''),
    )
    .flatMap((call) => positionalArguments(context, call).slice(0, 1))
}

import { Op } from '../../analysis/ir/operations.ts'
import { fetchedShift, objectBits } from './flow-graph.ts'
import { loaderName } from './load-dynamically.ts'
import type { LoadedModule } from './loaded-module.ts'
import { isTransparent } from './origins.ts'
import type { ProgramGraph } from './program-graph.ts'
import { hasTextFunctions, textFunctionKind } from './python-protocols.ts'

/** Functions that read attributes by names that they receive. */
const readers: ReadonlySet<string> = new Set(['getattr', 'attrgetter', 'methodcaller', '__getattribute__'])

/**
 * A function that loads files, runs text, or reads attributes by name becomes a value: `map(import_module, names)`. Any
 * code may call it, with any name.
 */
export function checkLoaderValue(graph: ProgramGraph, module: LoadedModule, node: number): void {
  if (module.unit.language !== 'python') return
  const op = module.op(node)
  if (op !== Op.Global && op !== Op.Import && op !== Op.Load) return
  const name = module.text(node, op === Op.Global ? 0 : 1)
  const kind = kindOf(module, node, name)
  if (kind === '' || !isPassedOn(module, node, name)) return
  if (kind === 'require' || kind === 'plugins') graph.loadAnything(module, node)
  else if (kind === 'eval') graph.runText(module, node)
  else {
    graph.values.mark(graph.names.called, objectBits << fetchedShift)
    if (kind === 'globals') graph.exportsOf(module).escape()
  }
}

function kindOf(module: LoadedModule, node: number, name: string): string {
  if (readers.has(name)) return 'reader'
  if (name === '*' && module.op(node) === Op.Import) return hasTextFunctions(module.text(node, 0)) ? 'plugins' : ''
  return loaderName(module, node) || (textFunctionKind(module, node) ?? '')
}

/** Reports whether a value has another use than a call, a comparison, an attribute, or an export under its name. */
function isPassedOn(module: LoadedModule, value: number, name: string): boolean {
  const seen = new Set([value])
  for (const one of seen)
    for (const user of module.usersOf(one)) {
      if (user >= 0 && isTransparent(module.op(user))) seen.add(user)
      else if (user < 0 || !keepsValue(module, { user, value: one, name })) return true
    }
  return false
}

function keepsValue(
  module: LoadedModule,
  { user, value, name }: { readonly user: number; readonly value: number; readonly name: string },
): boolean {
  switch (module.op(user)) {
    case Op.Binary:
    case Op.Unary:
    case Op.Load:
      return true
    case Op.Export:
      return name === '*' || module.text(user, 0) === name
    case Op.Call:
      return Array.from({ length: module.operandCount(user) - 1 }, (_, index) => index + 1).every(
        (index) => module.operand(user, index) !== value,
      )
    default:
      return false
  }
}

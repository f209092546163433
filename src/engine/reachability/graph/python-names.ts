import { isBuiltin } from '../../analysis/frontends/python/builtin-names.ts'
import { Op } from '../../analysis/ir/operations.ts'
import type { LoadedModule } from './loaded-module.ts'

/** Returns the words of lines that are separated by spaces. */
function named(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')))
}

/** Built-in functions that call nothing but special methods of their arguments: `len` calls `__len__`. */
const passiveBuiltIns = named(
  'abs all any ascii bin bool bytearray bytes callable chr complex delattr dict divmod enumerate float format',
  'frozenset hash hex id int isinstance issubclass iter len list memoryview next oct open ord pow print range',
  'repr reversed round set slice str sum tuple zip',
)

/** Modules of the standard library whose functions call nothing but special methods of their arguments. */
const passivePythonModules = named(
  'base64 binascii errno hashlib hmac html ipaddress locale math ntpath posixpath secrets stat string struct',
  'textwrap time unicodedata zlib',
)

/** Functions that call nothing else either, except the function of a keyword argument such as `key`. */
const passiveWithoutKeywords = named('sorted min max bisect bisect_left bisect_right insort insort_left insort_right')

/** Functions that define names which the file does not declare. */
const definers = named('globals locals vars exec eval')
const definingFiles = new WeakMap<LoadedModule, boolean>()
const starImports = new WeakMap<LoadedModule, readonly number[]>()

/** Reports whether a node is a built-in name of Python that the file itself does not replace. */
export function isPythonBuiltIn(module: LoadedModule, node: number): boolean {
  if (module.unit.language !== 'python' || module.op(node) !== Op.Global) return false
  return isBuiltin(module.text(node, 0)) && !definesOtherNames(module)
}

/** Reports whether a store under a name may replace a built-in of another file: `module.open = open_text`. */
export const isBuiltInName = (module: LoadedModule, name: string) =>
  module.unit.language === 'python' && isBuiltin(name)

/** Nodes of the `import *` statements of a file. */
export function starImportsOf(module: LoadedModule): readonly number[] {
  const known = starImports.get(module)
  if (known) return known
  const found: number[] = []
  for (const [node, op] of module.unit.ops.entries()) if (op === Op.ExportAll) found.push(node)
  starImports.set(module, found)
  return found
}

/** Reports whether a file may define names that it does not declare: with `import *`, or with `globals()`. */
function definesOtherNames(module: LoadedModule): boolean {
  const known = definingFiles.get(module)
  if (known !== undefined) return known
  const found =
    starImportsOf(module).length > 0 ||
    module.unit.ops.some((op, node) => op === Op.Global && definers.has(module.text(node, 0)))
  definingFiles.set(module, found)
  return found
}

/** Reports whether a Python call runs no function that it receives. `origin`: the called value. */
export function isPassiveInPython(module: LoadedModule, call: number, origin: number): boolean {
  if (module.unit.language !== 'python') return false
  const isGlobal = module.op(origin) === Op.Global
  if (isGlobal && !isPythonBuiltIn(module, origin)) return false
  const name = module.text(origin, isGlobal ? 0 : 1)
  if (passiveWithoutKeywords.has(name) && (isGlobal || isOf(module, origin, (one) => one === 'bisect')))
    return !hasKeywords(module, call)
  return isGlobal ? passiveBuiltIns.has(name) : isOf(module, origin, (one) => passivePythonModules.has(one))
}

/** Reports whether a value is imported from a module, or an attribute of it. */
function isOf(module: LoadedModule, origin: number, isModule: (name: string) => boolean): boolean {
  const imported = module.op(origin) === Op.Load ? module.operand(origin, 0) : origin
  return module.op(imported) === Op.Import && isModule(module.text(imported, 0))
}

function hasKeywords(module: LoadedModule, call: number): boolean {
  for (let index = 1; index < module.operandCount(call); index += 1) {
    const op = module.op(module.operand(call, index))
    if (op === Op.Keyword || op === Op.SpreadKeywords || op === Op.Spread) return true
  }
  return false
}

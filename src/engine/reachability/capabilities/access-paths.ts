import { moduleName } from '../../analysis/modules/module-name.ts'
import { Op } from '../../analysis/ir/operations.ts'
import type { IrNodes } from './ir-nodes.ts'
import type { PlatformModel } from './platform-model.ts'

/** Maximum number of passes over the nodes. A function can use a variable that a later node assigns. */
const maxPasses = 6
/** Maximum number of nested functions between a variable and its use. */
const maxFunctionDepth = 64
/** Maximum number of arguments of a compiler helper that returns the module that it receives. */
const maxHelperArguments = 3

/**
 * Returns the access path of each node that has a platform function or a prefix of one: `child_process.spawn` for
 * `require('child_process').spawn`, however the code names or destructures it. Other nodes are absent.
 */
export function accessPaths(nodes: IrNodes, model: PlatformModel): ReadonlyMap<number, string> {
  const paths = new Map<number, string>()
  const reader = new AccessPathReader(nodes, model, paths)
  for (let pass = 0, size = -1; pass < maxPasses && size < paths.size; pass += 1) {
    size = paths.size
    for (let node = 0; node < nodes.count; node += 1) {
      if (paths.has(node)) continue
      const path = reader.pathOf(node)
      if (path !== undefined) paths.set(node, path)
    }
  }
  return paths
}

class AccessPathReader {
  readonly #nodes: IrNodes
  readonly #model: PlatformModel
  readonly #paths: ReadonlyMap<number, string>

  constructor(nodes: IrNodes, model: PlatformModel, paths: ReadonlyMap<number, string>) {
    this.#nodes = nodes
    this.#model = model
    this.#paths = paths
  }

  pathOf(node: number): string | undefined {
    const nodes = this.#nodes
    switch (nodes.op(node)) {
      case Op.Import:
        return this.#imported(nodes.text(node, 0), nodes.text(node, 1))
      case Op.ExportAll:
        return this.#imported(nodes.text(node, 0), '*')
      case Op.Global:
        return this.#known(`:${nodes.text(node, 0)}`)
      case Op.Load:
        return this.#member(this.#operandPath(node, 0), nodes.text(node, 1))
      case Op.LoadDynamic:
        return this.#member(this.#operandPath(node, 0), nodes.constantText(nodes.operand(node, 1)))
      case Op.Capture:
        return this.#captured(node)
      case Op.Await:
      case Op.Typed:
        return this.#operandPath(node, 0)
      case Op.Cell:
        return this.#firstOf(node, 1)
      case Op.Phi:
        return this.#firstOf(node, 2)
      case Op.Logical:
        return (nodes.text(node, 0) === 'and' ? undefined : this.#operandPath(node, 1)) ?? this.#operandPath(node, 2)
      case Op.Call:
      case Op.New:
        return this.#called(node)
      default:
        return undefined
    }
  }

  /** Returns the path of a variable of an enclosing function. */
  #captured(node: number): string | undefined {
    let at = this.#nodes.operand(node, 0)
    for (let depth = 0; this.#nodes.op(at) === Op.Capture && depth < maxFunctionDepth; depth += 1)
      at = this.#nodes.operand(at, 0)
    return this.#paths.get(at)
  }

  #operandPath(node: number, index: number): string | undefined {
    return this.#paths.get(this.#nodes.operand(node, index))
  }

  #firstOf(node: number, step: number): string | undefined {
    for (let at = 0; at < this.#nodes.operandCount(node); at += step) {
      const path = this.#operandPath(node, at)
      if (path !== undefined) return path
    }
    return undefined
  }

  /** Returns the path with aliases replaced, or undefined if the model contains nothing that starts with it. */
  #known(path: string): string | undefined {
    const { aliases, prefixes } = this.#model
    return aliases.get(path) ?? (prefixes.has(path) ? path : undefined)
  }

  #member(path: string | undefined, key: string | undefined): string | undefined {
    if (path === undefined || key === undefined) return undefined
    if (key === 'default' || key === '*') return path
    return this.#known(path === ':' ? `:${key}` : `${path}.${key}`)
  }

  #imported(specifier: string, name: string): string | undefined {
    const { isPlatformModule } = this.#model
    return isPlatformModule(specifier) ? this.#member(this.#module(specifier), name) : undefined
  }

  #module(specifier: string): string | undefined {
    const [first = '', ...rest] = moduleName(specifier).split('.')
    return rest.reduce<string | undefined>((path, key) => this.#member(path, key), this.#known(first))
  }

  #called(node: number): string | undefined {
    const nodes = this.#nodes
    const callee = this.#operandPath(node, 0)
    if (callee === undefined) return this.#passedModule(node)
    if (!this.#model.importers.has(callee)) return this.#known(`${callee}()`)
    const specifier = nodes.constantText(nodes.argument(node, 0))
    return specifier === undefined ? undefined : this.#imported(specifier, '*')
  }

  /** Returns the module that a compiler helper returns: `__importStar(require('fs'))`. */
  #passedModule(node: number): string | undefined {
    const path = this.#operandPath(node, 1)
    const isHelper = this.#nodes.op(node) === Op.Call && this.#nodes.operandCount(node) <= maxHelperArguments + 1
    return isHelper && path !== undefined && this.#model.modules.has(path) ? path : undefined
  }
}

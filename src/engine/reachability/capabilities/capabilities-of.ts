import { type FoundCapability, type PackageCapability, packageCapabilities } from '../../model/package-capability.ts'
import { semanticsOf } from '../../analysis/frontends/catalogue.ts'
import { type IrModule, lineAndColumnOf } from '../../analysis/ir/ir-module.ts'
import { Op } from '../../analysis/ir/operations.ts'
import { nodeOperandRange } from '../../analysis/program/node-operands.ts'
import { accessPaths } from './access-paths.ts'
import { callConditions } from './call-conditions.ts'
import { isExport, usePosition, type UsePosition } from './use-position.ts'
import { deadRegions, IrNodes } from './ir-nodes.ts'
import { javaScriptPlatform } from './javascript-platform.ts'
import type { ModuleCapabilities, PlatformModel } from './platform-model.ts'
import { pythonPlatform } from './python-platform.ts'

const platforms: Readonly<Record<string, PlatformModel>> = { javascript: javaScriptPlatform, python: pythonPlatform }

/**
 * Returns the capabilities of a file, with the first place in the text that shows each of them. Only uses of the
 * platform count: modules of Node.js, the standard library of Python, and globals. Calls of other packages are not
 * followed. The time is linear in the number of nodes.
 */
export function capabilitiesOf(path: string, unit: IrModule): readonly FoundCapability[] {
  const model = platforms[semanticsOf(unit.language)?.libraries ?? '']
  if (!model) return []
  const found = new CapabilityFinder(unit, model).find()
  return packageCapabilities.flatMap((capability) => {
    const shown = found.get(capability)
    if (!shown) return []
    const { line } = lineAndColumnOf(unit, shown.first)
    return [{ capability, path, line, shownBy: shown.by.slice(0, 200), places: shown.offsets.size }]
  })
}

interface Shown {
  readonly offsets: Set<number>
  first: number
  by: string
}

/** Methods that call the function that they belong to. */
const callingMethods: ReadonlySet<string> = new Set(['call', 'apply', 'bind'])

class CapabilityFinder {
  readonly #nodes: IrNodes
  readonly #unit: IrModule
  readonly #model: PlatformModel
  readonly #paths: ReadonlyMap<number, string>
  readonly #found = new Map<PackageCapability, Shown>()

  constructor(unit: IrModule, model: PlatformModel) {
    this.#nodes = new IrNodes(unit)
    this.#unit = unit
    this.#model = model
    this.#paths = accessPaths(this.#nodes, model)
  }

  find(): ReadonlyMap<PackageCapability, Shown> {
    const { ops, regionOf, operandsAt, operands } = this.#unit
    const dead = deadRegions(this.#unit)
    for (let node = 0; node < ops.length; node += 1) {
      if (dead[regionOf[node] ?? -1] === 1) continue
      const op = ops[node] as Op
      const start = operandsAt[node] ?? 0
      const [from, step, to] = nodeOperandRange(op, start, operandsAt[node + 1] ?? 0)
      for (let at = from; at < to; at += step) {
        const path = this.#paths.get(operands[at] ?? -1)
        if (path !== undefined) this.#visitUse(node, op, { path, index: at - start })
      }
      if (op === Op.ExportAll) this.#showModule(node, this.#paths.get(node), 'exported')
      if (op === Op.Import) this.#visitImport(node)
    }
    for (const { bases } of this.#unit.classes)
      for (const base of bases) {
        const path = this.#paths.get(base)
        const shown = this.#model.functions.get(path ?? '')
        if (path !== undefined && shown && shown.when !== 'use') this.#show(base, path, shown.capabilities)
      }
    return this.#found
  }

  /** Visits the use of an access path as an operand of a node. */
  #visitUse(node: number, op: Op, { path, index }: { readonly path: string; readonly index: number }): void {
    const shown = this.#model.functions.get(path)
    const position = usePosition(this.#nodes, op, { node, index })
    if (!shown) {
      if (position === 'stored' || position === 'spread' || position === 'exported')
        this.#showModule(node, path, isExport(this.#nodes, node) ? 'exported' : 'stored')
    } else if (shown.when === 'use') {
      if (position !== undefined && position !== 'callee' && !this.#isIgnored(node, op, position))
        this.#show(node, path, shown.capabilities)
    } else if (position === 'callee') {
      const { condition, capabilities } = shown
      this.#show(node, path, condition ? callConditions[condition](this.#nodes, node, capabilities) : capabilities)
    } else if (position === 'read') {
      if (shown.when === 'value' && callingMethods.has(this.#nodes.text(node, 1)))
        this.#show(node, path, shown.capabilities)
    } else if (shown.when === 'value' && this.#isPassedOn(node, position, path)) {
      this.#show(node, path, shown.capabilities)
    }
  }

  #isIgnored(node: number, op: Op, position: UsePosition): boolean {
    if (position === 'exported') return !this.#model.exportsAreDeliberate
    return position === 'read' && op === Op.Load && this.#model.ignoredMembers.has(this.#nodes.text(node, 1))
  }

  /** Reports whether other code receives the function and can call it. */
  #isPassedOn(node: number, position: UsePosition | undefined, path: string): boolean {
    const isClass = /^[A-Z]/.test(path.slice(Math.max(path.lastIndexOf('.'), path.lastIndexOf(':')) + 1))
    if (position === 'exported') return this.#model.exportsAreDeliberate
    if (position === 'stored') return this.#model.exportsAreDeliberate || !isClass
    if (position !== 'argument' || isClass) return false
    const callee = this.#nodes.operand(node, 0)
    return this.#nodes.op(callee) !== Op.Global || !this.#model.inspectors.has(this.#nodes.text(callee, 0))
  }

  #visitImport(node: number): void {
    const specifier = this.#nodes.text(node, 0)
    if (this.#model === javaScriptPlatform && /^[./].*\.node$/.test(specifier))
      this.#show(node, specifier, ['native-code'])
  }

  #showModule(node: number, path: string | undefined, use: keyof ModuleCapabilities): void {
    const capabilities = this.#model.modules.get(path ?? '')
    if (path !== undefined && capabilities) this.#show(node, path, capabilities[use])
  }

  #show(node: number, by: string, capabilities: readonly PackageCapability[]): void {
    const offset = this.#nodes.offset(node)
    for (const capability of capabilities) {
      const shown = this.#found.get(capability)
      if (!shown) this.#found.set(capability, { offsets: new Set([offset]), first: offset, by: nameOf(by) })
      else {
        shown.offsets.add(offset)
        if (offset < shown.first) Object.assign(shown, { first: offset, by: nameOf(by) })
      }
    }
  }
}

const nameOf = (path: string) => path.replace(/^:/, '')

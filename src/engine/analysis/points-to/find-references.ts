import { Op } from '../ir/operations.ts'
import type { ModuleResolution } from '../modules/module-resolution.ts'
import type { Program } from '../program/program.ts'
import { AttributeSteps } from './attribute-steps.ts'
import { CallLinks } from './call-links.ts'
import { ClassLinks } from './class-links.ts'
import { affixesOf, ComputedMembers } from './computed-members.ts'
import { ContainerCalls } from './container-calls.ts'
import { FoundReferences } from './found-references.ts'
import { addInjectedInstances } from './injected-instances.ts'
import { linkByName } from './link-by-name.ts'
import { ModuleLinks } from './module-links.ts'
import { ExternalCalls } from './external-calls.ts'
import { Propagation } from './propagation.ts'
import type { ReferenceParts } from './reference-parts.ts'
import { AllocationSites } from './allocation-sites.ts'

/**
 * Runs the points-to analysis: propagates functions, classes, objects, and external names along assignments, calls, and
 * attributes to a fixed point (inclusion-based, by allocation site, context-insensitive). Stops early after `maxSteps`
 * steps or when `isOver` returns true, and reports this in the result.
 */
export function findReferences(
  program: Program,
  modules: ModuleResolution,
  { maxSteps, isOver = () => false }: { readonly maxSteps: number; readonly isOver?: () => boolean },
): FoundReferences {
  return new ReferenceFlow(program, modules, { maxSteps, isOver }).run()
}

class ReferenceFlow implements ReferenceParts {
  readonly #propagation: Propagation
  readonly #program: Program
  readonly #users: { readonly starts: Int32Array; readonly users: Int32Array }
  readonly #seeds: AllocationSites
  readonly attributes: AttributeSteps
  readonly calls: CallLinks
  readonly classes: ClassLinks
  readonly containers: ContainerCalls
  readonly modules: ModuleLinks
  readonly outer: ExternalCalls

  constructor(
    program: Program,
    modules: ModuleResolution,
    budget: { readonly maxSteps: number; readonly isOver: () => boolean },
  ) {
    this.#program = program
    this.#users = program.userLists()
    this.#propagation = new Propagation(program, budget)
    this.attributes = new AttributeSteps(this.#propagation, this)
    this.calls = new CallLinks(this.#propagation, this)
    this.classes = new ClassLinks(this.#propagation, this)
    this.containers = new ContainerCalls(this.#propagation)
    this.modules = new ModuleLinks(this.#propagation, this, modules)
    this.outer = new ExternalCalls(this.#propagation, this)
    this.#seeds = new AllocationSites(this.#propagation, this)
  }

  run(): FoundReferences {
    const flow = (node: number, tokens: Int32Array, count: number) => this.#flow(node, tokens, count)
    this.#seeds.plant()
    this.#propagation.drain(flow)
    const computed = new ComputedMembers(this.#propagation, this.calls)
    computed.read()
    this.#propagation.drain(flow)
    computed.link()
    computed.linkCrowded()
    addInjectedInstances(this.#propagation)
    this.#propagation.drain(flow)
    linkByName(this.#propagation, this.calls)
    this.#propagation.drain(flow)
    this.#propagation.release()
    const { tokens, sets, heap, keys, edges, stoppedBy } = this.#propagation
    return new FoundReferences({
      program: this.#program,
      tokens,
      sets,
      heap,
      keys,
      edges,
      callees: this.calls.callees,
      callers: this.calls.callers,
      stoppedBy,
    })
  }

  /** Propagates tokens that reached a node to the node's users. */
  #flow(node: number, tokens: Int32Array, count: number): void {
    this.classes.arrive(node, tokens, count)
    this.modules.arrive(node, tokens, count)
    this.outer.arrive(node, tokens, count)
    if (node >= this.#program.nodeCount) return
    const { starts, users } = this.#users
    let previous = -1
    for (let at = starts[node] ?? 0, end = starts[node + 1] ?? 0; at < end; at += 1) {
      const user = users[at] ?? -1
      if (user !== previous) this.#pass(node, user, tokens, count)
      previous = user
    }
  }

  #pass(node: number, user: number, tokens: Int32Array, count: number): void {
    const program = this.#program
    switch (program.op(user)) {
      case Op.Capture:
      case Op.Cell:
      case Op.Phi:
      case Op.Await:
      case Op.Typed:
      case Op.Logical:
      case Op.Keyword:
        for (let index = 0; index < count; index += 1) this.#propagation.add(user, tokens[index] ?? -1)
        return
      case Op.Load: {
        const key = program.operand(user, 1)
        for (let index = 0; index < count; index += 1) this.attributes.load(tokens[index] ?? -1, key, user)
        return
      }
      case Op.LoadDynamic: {
        // A name with a constant part reads only some members; see `ComputedMembers`.
        if (program.operand(user, 0) !== node || affixesOf(program, program.operand(user, 1))) return
        const key = this.#propagation.computedKey(program.operand(user, 1))
        for (let index = 0; index < count; index += 1) this.attributes.load(tokens[index] ?? -1, key, user)
        return
      }
      case Op.Element:
        for (let index = 0; index < count; index += 1) this.attributes.elements(tokens[index] ?? -1, user)
        return
      case Op.Store:
        if (program.operand(user, 0) === node)
          for (let index = 0; index < count; index += 1)
            this.attributes.store(tokens[index] ?? -1, program.operand(user, 1), program.operand(user, 2))
        return
      case Op.StoreDynamic:
        if (program.operand(user, 0) === node)
          for (let index = 0; index < count; index += 1)
            this.attributes.store(
              tokens[index] ?? -1,
              this.#propagation.computedKey(program.operand(user, 1)),
              program.operand(user, 2),
            )
        return
      case Op.Spread:
      case Op.SpreadKeywords:
        for (let index = 0; index < count; index += 1) this.attributes.spread(tokens[index] ?? -1, user)
        return
      case Op.Call:
      case Op.New:
        if (program.operand(user, 0) === node)
          for (let index = 0; index < count; index += 1) this.calls.call(tokens[index] ?? -1, user)
        for (let operand = 1, operands = program.operandCount(user); operand < operands; operand += 1) {
          if (program.operand(user, operand) === node)
            for (let index = 0; index < count; index += 1) this.outer.argument(tokens[index] ?? -1, user, operand)
        }
        return
      default:
    }
  }
}

import { FunctionFlag, Op } from '../ir/operations.ts'
import { GrowingIntegers } from '../ir/growing-array.ts'
import { taintLimits } from '../taint-limits.ts'
import type { Program } from '../program/program.ts'
import { AttributeKeys } from './attribute-keys.ts'
import { Heap } from './heap.ts'
import { CallGraph } from './call-graph.ts'
import { assigningFunctions, listingFunctions, starFunctions, providingFunctions } from './passing-functions.ts'
import { maxTokens, TokenSets } from './token-sets.ts'
import { NameTrait, TokenKind, Tokens } from './tokens.ts'

/** Containers created with `new`. */
export const containers: ReadonlySet<string> = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'Array'])

/** Limits after which the propagation stops. */
export interface PropagationBudget {
  readonly maxSteps: number
  /** Polled regularly. Returns true if no time is left. */
  readonly isOver: () => boolean
}

/** Number of nodes to process between two polls of the time budget. Processing them takes a few milliseconds. */
const nodesBetween = 4_096

/** Number of processed nodes after which the queue is compacted. */
const queueLength = 1 << 16

/** Worklist propagation of tokens between nodes: the points-to sets, the edges, and the queue of changed nodes. */
export class Propagation {
  readonly program: Program
  readonly keys: AttributeKeys
  readonly tokens: Tokens
  readonly sets: TokenSets
  readonly heap: Heap
  /** Map and set tokens. Their attributes are always methods, never elements. */
  readonly maps = new Set<number>()
  /** Edges from values to attributes, and from attributes to reads and to other attributes. */
  readonly edges: CallGraph
  /** Edges from arguments to parameters, from returned values to calls, and from literal elements to attributes. */
  bound: CallGraph
  readonly #budget: PropagationBudget
  readonly #starts: Int32Array
  readonly #users: Int32Array
  /** Nodes with tokens that have not been propagated yet. */
  readonly #queue = new GrowingIntegers()
  #isWaiting: Uint8Array
  readonly #handed = new Int32Array(maxTokens)
  #steps = 0
  #nodes = 0
  #stoppedBy: 'steps' | 'time' | undefined

  constructor(program: Program, budget: PropagationBudget) {
    this.program = program
    this.#budget = budget
    this.keys = new AttributeKeys(program)
    this.tokens = new Tokens(
      program,
      this.keys,
      new Set([
        'Promise',
        'Reflect.apply',
        ...containers,
        ...starFunctions,
        ...assigningFunctions,
        ...listingFunctions,
        ...providingFunctions,
      ]),
    )
    this.sets = new TokenSets(program.nodeCount)
    this.edges = new CallGraph(program.nodeCount)
    this.bound = new CallGraph(program.nodeCount)
    this.#isWaiting = new Uint8Array(program.nodeCount)
    const { starts, users } = program.userLists()
    this.#starts = starts
    this.#users = users
    this.heap = new Heap(this.keys, program.nodeCount, {
      edge: (from, to) => this.edge(from, to),
      onAttribute: (token, key, attribute) => {
        this.#makeRoom(attribute)
        // An external value's attribute is another external value.
        if (
          this.tokens.kind(token) === TokenKind.external &&
          key !== this.keys.any &&
          key !== this.keys.all &&
          (this.tokens.traits(token) & NameTrait.own) === 0
        )
          this.add(attribute, this.tokens.externalStep(token, key))
      },
    })
  }

  /** Budget that was exhausted, if any. */
  get stoppedBy(): 'steps' | 'time' | undefined {
    return this.#stoppedBy
  }

  #makeRoom(node: number): void {
    this.sets.grow(node)
    this.edges.grow(node)
    this.bound.grow(node)
    if (node < this.#isWaiting.length) return
    const grown = new Uint8Array(node + (node >> 1))
    grown.set(this.#isWaiting)
    this.#isWaiting = grown
  }

  /** Adds a token to a node. Ignores -1. */
  add(node: number, token: number): void {
    if (
      token < 0 ||
      node < 0 ||
      !this.sets.add(node, token, this.tokens.kind(token) === TokenKind.external) ||
      this.#isWaiting[node] === 1
    )
      return
    this.#isWaiting[node] = 1
    this.#queue.push(node)
  }

  /** Adds an edge through an attribute. */
  edge(from: number, to: number): void {
    if (this.edges.add(from, to)) this.#handOn(from, to)
  }

  /** Adds an edge that does not involve an attribute. */
  bind(from: number, to: number): void {
    if (this.bound.add(from, to)) this.#handOn(from, to)
  }

  #handOn(from: number, to: number): void {
    const count = this.sets.copy(from, this.#handed)
    for (let index = 0; index < count; index += 1) this.add(to, this.#handed[index] ?? -1)
  }

  /**
   * Runs the worklist until it is empty or a budget is exhausted. Calls `flow` with each node's new tokens: the first
   * `count` elements of `tokens`.
   */
  drain(flow: (node: number, tokens: Int32Array, count: number) => void): void {
    const tokens = new Int32Array(maxTokens)
    for (let at = 0; at < this.#queue.length; at += 1) {
      this.#nodes += 1
      if (this.#steps >= this.#budget.maxSteps || this.#room() > taintLimits.maxPointsToUnits) this.#stoppedBy = 'steps'
      else if (this.#nodes % nodesBetween === 0 && this.#budget.isOver()) this.#stoppedBy = 'time'
      if (this.#stoppedBy) break
      const node = this.#queue.get(at)
      this.#isWaiting[node] = 0
      const count = this.sets.take(node, tokens)
      this.#steps += count
      this.#goOn(this.edges, node, tokens, count)
      this.#goOn(this.bound, node, tokens, count)
      flow(node, tokens, count)
      if (at + 1 >= queueLength) at = this.#shorten(at)
    }
    this.#queue.length = 0
  }

  /** Memory in use, in units of one 30-byte edge. An attribute takes four units. */
  #room(): number {
    return this.edges.count + this.bound.count + 4 * (this.heap.nodeCount - this.program.nodeCount)
  }

  #goOn(links: CallGraph, node: number, tokens: Int32Array, count: number): void {
    for (let link = links.first(node); link >= 0; link = links.next(link)) {
      const to = links.to(link)
      for (let index = 0; index < count; index += 1) this.add(to, tokens[index] ?? -1)
    }
  }

  /** Releases the data that only `drain` needs. */
  release(): void {
    this.bound = new CallGraph(0)
    this.#isWaiting = new Uint8Array(0)
  }

  /** Removes the processed part of the queue if it is longer than the rest. Returns the new position. */
  #shorten(at: number): number {
    const waiting = this.#queue.length - at - 1
    if (waiting > at) return at
    for (let index = 0; index < waiting; index += 1) this.#queue.set(index, this.#queue.get(at + 1 + index))
    this.#queue.length = waiting
    return -1
  }

  /** Calls `visit` once for each node that has this node as an operand. */
  eachUser(node: number, visit: (user: number) => void): void {
    let previous = -1
    for (let at = this.#starts[node] ?? 0, end = this.#starts[node + 1] ?? 0; at < end; at += 1) {
      const user = this.#users[at] ?? -1
      if (user !== previous) visit(user)
      previous = user
    }
  }

  /** Calls `visit` for each call whose callee is this node. */
  eachCallOf(callee: number, visit: (call: number) => void): void {
    this.eachUser(callee, (call) => {
      if (this.program.op(call) === Op.Call && this.program.operand(call, 0) === callee) visit(call)
    })
  }

  /** Returns a function's receiver node: `this` or its first parameter. */
  selfNode(functionIndex: number): number {
    const found = this.program.functions[functionIndex]
    if (!found) return -1
    return (found.flags & FunctionFlag.receiverIsParameter) === 0 ? found.self : (found.parameters[0]?.node ?? -1)
  }

  /** Returns the number of a computed key, or the wildcard key if it is not constant. */
  computedKey(node: number): number {
    const { program } = this
    return program.op(node) === Op.Literal && program.operand(node, 0) === 0 ? program.operand(node, 1) : this.keys.any
  }

  /** Returns the prototype of the objects created by a constructor function. */
  prototypeOf(functionIndex: number): number {
    return this.tokens.external(`\0prototype${functionIndex}`)
  }
}

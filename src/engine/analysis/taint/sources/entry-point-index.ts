import { FunctionFlag, LiteralKind, Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import { definitionWords } from '../../models/sources/definition-words.ts'

/** Index of the nodes needed by source models, built in one pass. Lists are in node order. */
export interface EntryPointIndex {
  /** Method calls by method name. */
  readonly methodCalls: ReadonlyMap<string, readonly number[]>
  /** Calls whose callee is an import or global with one of the requested names. */
  readonly plainCalls: readonly number[]
  /** Object literals that may define tools: they have a schema, and a name or a function. */
  readonly definitions: readonly number[]
  /** Attribute reads by name. */
  readonly reads: ReadonlyMap<string, readonly number[]>
  readonly exports: readonly number[]
  /** Imported modules, without duplicates. */
  readonly modules: readonly string[]
  readonly docstrings: ReadonlyMap<number, number>
  /** Stores to `this` that may define a tool, by function. */
  readonly selfStores: ReadonlyMap<number, readonly number[]>
}

export interface WantedNames {
  readonly methods: Iterable<string>
  /** Names of imports and globals to index, and names of modules that are called directly. */
  readonly functions: Iterable<string>
  readonly reads: Iterable<string>
}

const Mark = { method: 1, function: 2, read: 4, schema: 8, runs: 16, name: 32 } as const

export function indexEntryPoints(program: Program, wanted: WantedNames): EntryPointIndex {
  const marks = marksOf(program, wanted)
  const methodCalls = new Map<string, number[]>()
  const reads = new Map<string, number[]>()
  const plainCalls: number[] = []
  const definitions: number[] = []
  const exports: number[] = []
  const modules = new Set<number>()
  const docstrings = new Map<number, number>()
  const selfStores = new Map<number, number[]>()
  let [fileIndex, end, hasDocstrings] = [-1, 0, false]
  for (let node = 0; node < program.nodeCount; node += 1) {
    while (node >= end && fileIndex + 1 < program.files.length) {
      fileIndex += 1
      hasDocstrings = program.files[fileIndex]?.semantics.values.hasDocstrings ?? false
      end = program.files[fileIndex + 1]?.firstNode ?? program.nodeCount
    }
    switch (program.op(node)) {
      case Op.Call:
      case Op.New: {
        const callee = program.operand(node, 0)
        if (program.op(callee) === Op.Load) {
          const key = program.operand(callee, 1)
          if (((marks[key] ?? 0) & Mark.method) !== 0) append(methodCalls, program.strings[key] ?? '', node)
        } else if ((nameMarks(program, callee, marks) & Mark.function) !== 0) plainCalls.push(node)
        break
      }
      case Op.Load: {
        const key = program.operand(node, 1)
        if (((marks[key] ?? 0) & Mark.read) !== 0) append(reads, program.strings[key] ?? '', node)
        break
      }
      case Op.ObjectOf:
        if (isDefinition(program, node, marks)) definitions.push(node)
        break
      case Op.Import:
        modules.add(program.operand(node, 0))
        break
      case Op.Export:
        exports.push(node)
        break
      case Op.Literal:
        if (hasDocstrings && program.operand(node, 0) === LiteralKind.string) noteDocstring(program, node, docstrings)
        break
      case Op.Store:
        if (
          ((marks[program.operand(node, 1)] ?? 0) & (Mark.name | Mark.schema)) !== 0 &&
          isReceiver(program, program.operand(node, 0))
        )
          append(selfStores, program.functionOf(node), node)
        break
      default:
    }
  }
  return {
    methodCalls,
    plainCalls,
    definitions,
    reads,
    exports,
    docstrings,
    selfStores,
    modules: [...modules].map((index) => program.strings[index] ?? ''),
  }
}

/** Reports whether a node is `this` or the receiver parameter. */
function isReceiver(program: Program, node: number): boolean {
  if (program.op(node) === Op.Self) return true
  const flags = program.functions[program.functionOf(node)]?.flags ?? 0
  return (
    program.op(node) === Op.Parameter &&
    program.operand(node, 0) === 0 &&
    (flags & FunctionFlag.receiverIsParameter) !== 0
  )
}

function marksOf(program: Program, { methods, functions, reads }: WantedNames): Uint8Array {
  const marks = new Uint8Array(program.strings.length)
  const mark = (names: Iterable<string>, bit: number) => {
    for (const name of names) {
      const index = program.stringIndex(name)
      if (index >= 0) marks[index] = (marks[index] ?? 0) | bit
    }
  }
  mark(methods, Mark.method)
  mark(functions, Mark.function)
  mark(reads, Mark.read)
  mark(definitionWords.schemas, Mark.schema)
  mark(definitionWords.functions, Mark.runs)
  mark(['name', 'description'], Mark.name)
  return marks
}

/** Returns the marks for the name of a callee that is an import or a global. Follows captured variables. */
function nameMarks(program: Program, callee: number, marks: Uint8Array): number {
  let node = callee
  for (let steps = 0; steps < 8; steps += 1) {
    switch (program.op(node)) {
      case Op.Capture:
      case Op.Cell:
      case Op.Typed:
        node = program.operand(node, 0)
        break
      case Op.Global:
        return marks[program.operand(node, 0)] ?? 0
      case Op.Import:
        return (marks[program.operand(node, 0)] ?? 0) | (marks[program.operand(node, 1)] ?? 0)
      default:
        return 0
    }
  }
  return 0
}

function isDefinition(program: Program, object: number, marks: Uint8Array): boolean {
  let has = 0
  for (let index = 0, count = program.operandCount(object); index < count; index += 1) {
    const entry = program.operand(object, index)
    // A spread object may provide the missing members.
    has |=
      program.op(entry) === Op.Property
        ? (marks[program.operand(entry, 0)] ?? 0)
        : program.op(entry) === Op.Spread
          ? Mark.name
          : 0
  }
  return (has & Mark.name) !== 0 && (has & (Mark.schema | Mark.runs)) !== 0
}

function noteDocstring(program: Program, node: number, docstrings: Map<number, number>): void {
  const index = program.functionOf(node)
  if (docstrings.has(index) || program.regionParents[program.regionOf[node] ?? -1] !== -1) return
  // Only the first string in a function can be a docstring, and only if nothing uses it.
  docstrings.set(index, program.users(node).length === 0 ? node : -1)
}

function append<Key>(into: Map<Key, number[]>, key: Key, node: number): void {
  const known = into.get(key)
  if (known) known.push(node)
  else into.set(key, [node])
}

import type { ToolEffect, ToolEffects } from '../../tool-effect.ts'
import { FunctionFlag, Op, RegionKind } from '../../ir/operations.ts'
import { decoratedServerLanguage } from '../../models/server-surface/python-servers.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { calledName, definitionOf, keywordArgument, textOf } from '../../schemas/schema-steps.ts'
import type { SinkUse, Sinks } from '../sinks/sink.ts'
import type { OfferedTool } from '../sources/taint-source.ts'
import { changingCommand } from './constant-command.ts'
import { isNamedByArgument, type RunningFunction } from './named-by-argument.ts'
import type { ToolsByRegion } from './tools-by-region.ts'

/** Maximum number of effects per tool, of functions per tool, and of effects in a project. */
const bounds = { effects: 3, functions: 100, all: 1_000 }

/** Matches definitions that may claim that the tool changes nothing. */
const mayClaim = /read[- ]only|modif|writ|chang|alter|delet/i

/** Functions that create a folder or an empty file, which many tools do before they read. */
const creatingFolders = /mkdir|makedirs|ensureDir|ensureFile|touch|utime/i

/** Functions that create a folder or a clone of its own. Commands after them may change only this folder. */
const temporary: ReadonlySet<string> = new Set([
  'mkdtemp',
  'mkdtempSync',
  'TemporaryDirectory',
  'NamedTemporaryFile',
  'tmpdir',
  'gettempdir',
  'clone',
  'clone_from',
])

/**
 * Returns the changes that each tool makes every time it runs, for tools that may claim to change nothing. Counts only
 * calls without a condition in the tool's own function or in a helper that it calls directly.
 */
export function toolEffects(
  known: KnownProgram,
  { tools, byRegion }: { readonly tools: readonly OfferedTool[]; readonly byRegion: ToolsByRegion },
  { uses, capabilities, isCut }: Pick<Sinks, 'uses' | 'capabilities'> & { readonly isCut: boolean },
): ToolEffects | undefined {
  const claiming = tools.filter(
    ({ kind, annotations, description = '', functions }) =>
      kind === 'tool' && functions.length > 0 && (annotations['readOnlyHint'] === true || mayClaim.test(description)),
  )
  if (claiming.length === 0) return undefined
  const { program } = known
  const changes = new Map<number, Change[]>()
  for (const use of uses) {
    if (use.kind !== 'path' || use.action !== 'write-file' || use.presumed || use.node < 0) continue
    if (!creatingFolders.test(use.model)) add(changes, program.functionOf(use.node), { node: use.node, use })
  }
  for (const { node, capability } of capabilities)
    if (capability === 'executes-commands') add(changes, program.functionOf(node), { node })
  if (changes.size === 0) return undefined
  const owners = new Map<number, number>()
  for (const tool of tools) for (const index of tool.functions) owners.set(index, (owners.get(index) ?? 0) + 1)
  const calls = callsIn(known)
  const usesTemporaryFolder = temporaryFolders(known)
  const effects: ToolEffect[] = []
  let cutTools = isCut ? claiming.length : 0
  for (const tool of claiming) {
    const found = new Map<number, ToolEffect>()
    let isTooLarge = false
    const enter = (running: RunningFunction) => {
      for (const change of changes.get(running.index) ?? []) {
        if (found.has(change.node) || !isUnconditional(known, change.node, tool)) continue
        const isOwn = running.index !== running.handler || isOnlyFor(known, { tool, byRegion, owners }, change.node)
        const name = isOwn ? nameOf(known, change, running, usesTemporaryFolder) : undefined
        if (name === null) isTooLarge = true
        else if (name !== undefined) found.set(change.node, effectOf(known, tool, change, name))
      }
    }
    for (const handler of tool.functions.slice(0, bounds.functions)) {
      enter({ index: handler, call: undefined, handler })
      for (const { call, callee } of calls(handler).slice(0, bounds.functions)) {
        if (!runsBody(known, call, callee)) continue
        if (!changes.has(callee) || tool.functions.includes(callee) || !isUnconditional(known, call, tool)) continue
        if (isOnlyFor(known, { tool, byRegion, owners }, call)) enter({ index: callee, call, handler })
      }
    }
    const isBeyond = [tool.functions, ...tool.functions.map((index) => calls(index))].some(
      ({ length }) => length > bounds.functions,
    )
    if (!isCut && (isBeyond || isTooLarge || effects.length + found.size > bounds.all)) cutTools += 1
    // Fewer claims exclude output files, so they come last.
    const ordered = [...found.values()].toSorted(
      (one, other) => Number(one.isOutput === true) - Number(other.isOutput === true),
    )
    effects.push(...ordered.slice(0, Math.min(bounds.effects, bounds.all - effects.length)))
  }
  return effects.length === 0 && cutTools === 0 ? undefined : { effects, cutTools }
}

/** Call that may change something. `use` is present if it takes the path of a file. */
interface Change {
  readonly node: number
  readonly use?: SinkUse
}

interface Named {
  readonly name: string
  /** True if an argument names an output file. */
  readonly isOutput: boolean
}

/** Matches names of parameters for output files. */
const output = /^(?:out|output|dest|destination|target|save|export|report|result)(?:$|[-_A-Z])/

/**
 * Returns the name of what changes something. Undefined if it is uncertain that the call does, and null if a limit was
 * reached.
 */
function nameOf(
  known: KnownProgram,
  { node, use }: Change,
  running: RunningFunction,
  usesTemporaryFolder: (index: number) => boolean,
): Named | null | undefined {
  if (use) {
    const names = new Set<string>()
    const isNamed = isNamedByArgument(known, use.value, running, names)
    if (isNamed === undefined) return null
    return isNamed
      ? { name: use.model.replace(/^\./, ''), isOutput: [...names].some((name) => output.test(name)) }
      : undefined
  }
  if (usesTemporaryFolder(running.index) || usesTemporaryFolder(running.handler)) return undefined
  const isArgument = (word: number): boolean => isNamedByArgument(known, word, running) === true
  const name = runsInKnownFolder(known, node, isArgument) ? changingCommand(known, node, isArgument) : undefined
  return name === undefined ? undefined : { name, isOutput: false }
}

/** Reports whether a command runs in the folder of the server, or in one that a constant or an argument names. */
function runsInKnownFolder(known: KnownProgram, call: number, isArgument: (node: number) => boolean): boolean {
  const { program } = known
  const isKnown = (folder: number): boolean => textOf(known, folder) !== undefined || isArgument(folder)
  const keyword = keywordArgument(known, call, 'cwd')
  if (keyword !== undefined && !isKnown(keyword)) return false
  for (let index = 1; index < program.operandCount(call); index += 1) {
    const options = definitionOf(known, program.operand(call, index))
    if (options === undefined || program.op(options) !== Op.ObjectOf) continue
    for (let at = 0; at < program.operandCount(options); at += 1) {
      const entry = program.operand(options, at)
      if (program.op(entry) !== Op.Property) return false
      if (program.text(entry, 0) === 'cwd' && !isKnown(program.operand(entry, 1))) return false
    }
  }
  return true
}

/** Returns a function that reports whether a function, or a helper that it calls, creates a folder of its own. */
function temporaryFolders(known: KnownProgram): (index: number) => boolean {
  const { program, references } = known
  const calls = program.index.ofAny(Op.Call, Op.New)
  const creating = new Set(
    calls.filter((call) => temporary.has(calledName(known, call) ?? '')).map((call) => program.functionOf(call)),
  )
  const using = new Set(creating)
  for (const call of calls)
    if (references.callees(call).some((callee) => creating.has(callee))) using.add(program.functionOf(call))
  return (index) => using.has(index)
}

/** Reports whether a call runs the body of a function. A generator, and in Python a coroutine, only starts later. */
function runsBody({ program }: KnownProgram, call: number, callee: number): boolean {
  const flags = program.functions[callee]?.flags ?? 0
  if ((flags & FunctionFlag.generator) !== 0) return false
  const isCoroutine =
    (flags & FunctionFlag.async) !== 0 && program.fileOf(call).semantics.libraries === decoratedServerLanguage
  return !isCoroutine || [...program.users(call)].some((user) => program.op(user) === Op.Await)
}

/** Returns a function that finds the calls in a function and their callees. */
function callsIn({ program, references }: KnownProgram) {
  const found = new Map<number, { readonly call: number; readonly callee: number }[]>()
  for (const call of program.index.ofAny(Op.Call, Op.New)) {
    const [callee, another] = references.callees(call)
    if (callee !== undefined && another === undefined) add(found, program.functionOf(call), { call, callee })
  }
  return (index: number) => found.get(index) ?? none
}

const none: readonly { readonly call: number; readonly callee: number }[] = []

/** Reports whether a node runs in every run of its function, or of the tool if the function serves several tools. */
function isUnconditional({ program }: KnownProgram, node: number, { regions }: OfferedTool): boolean {
  if (program.isDead(node)) return false
  for (let region = program.regionOf[node] ?? -1; region >= 0; region = program.regionParents[region] ?? -1) {
    if (regions.includes(region)) return true
    const kind = program.regionKinds[region]
    // The body of a loop may run zero times.
    if (kind !== RegionKind.entry && kind !== RegionKind.attempt) return false
  }
  return true
}

/** Reports whether code in a handler runs for this tool and for no other one. */
function isOnlyFor(
  { program }: KnownProgram,
  {
    tool,
    byRegion,
    owners,
  }: { readonly tool: OfferedTool; readonly byRegion: ToolsByRegion; readonly owners: ReadonlyMap<number, number> },
  node: number,
): boolean {
  const among = byRegion.at(program.regionOf[node] ?? -1)
  if (among) return among.size === 1 && among.has(tool)
  return tool.regions.length === 0 && owners.get(program.functionOf(node)) === 1
}

function effectOf(
  { program }: KnownProgram,
  tool: OfferedTool,
  { node, use }: Change,
  { name, isOutput }: Named,
): ToolEffect {
  const [declared, { path, line }] = [program.placeOf(tool.node), program.placeOf(node)]
  return {
    effect: use ? 'changes-file' : 'runs-command',
    tool: tool.name.slice(0, 300),
    declaredAt: { path: declared.path, line: declared.line },
    name: name.slice(0, 200),
    ...(isOutput && { isOutput }),
    path,
    line,
  }
}

function add<K, V>(into: Map<K, V[]>, key: K, value: V): void {
  const known = into.get(key)
  if (known) known.push(value)
  else into.set(key, [value])
}

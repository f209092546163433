import type { KnownProgram } from '../schemas/known-program.ts'
import { calledName, keywordArgument, positionalArguments } from '../schemas/schema-steps.ts'
import type { Sinks } from '../taint/sinks/sink.ts'
import type { OfferedTool } from '../taint/sources/taint-source.ts'
import { append } from '../server-surface/append.ts'
import { declaredBy, placeIn } from './declared-by.ts'
import { type ActingCall, actsOf } from './act-of-call.ts'
import { type ToolAct, toolActLimits } from './tool-act.ts'
import type { ToolNodes } from './tool-nodes.ts'
import { type CalledWith, textsIn, valuesIn } from './value-texts.ts'

/**
 * Returns what the code of each tool does: at most one act of each kind, in functions of the tool and in functions that
 * it calls directly. `isCut` is true if there may be more.
 */
export function findToolActs(
  known: KnownProgram,
  { tools, nodes }: { readonly tools: readonly OfferedTool[]; readonly nodes: ToolNodes },
  sinks: Pick<Sinks, 'uses' | 'capabilities' | 'reaches'>,
): { readonly acts: ToolAct[]; readonly isCut: boolean } {
  const calls = actingCalls(known, sinks)
  const found: ToolAct[] = []
  if (calls.size === 0) return { acts: found, isCut: false }
  for (const tool of tools) {
    const acts = new Map<string, ToolAct>()
    for (const { index, from, has } of nodes.functionsOf(tool)) {
      const own = (calls.get(index) ?? []).filter(({ call }) => has(call))
      const [written, deleted] = (['writes-files', 'destructive'] as const).map(
        (capability) =>
          new Set(
            own.filter((one) => one.capability === capability).flatMap(({ value }) => pathKeys(known, value, from)),
          ),
      )
      for (const one of own) {
        // A file that the same function writes and deletes is temporary.
        const isOwnFile =
          (one.capability === 'destructive' || one.capability === 'writes-files') &&
          pathKeys(known, one.value, from).some((key) => written?.has(key) === true && deleted?.has(key) === true)
        for (const act of isOwnFile ? [] : actsOf(known, one, { tool, from }))
          keepFirst(acts, { ...declaredBy(known, tool), ...act, ...placeIn(known, one.call) })
      }
    }
    found.push(...acts.values())
    if (found.length > toolActLimits.maxActs) return { acts: found.slice(0, toolActLimits.maxActs), isCut: true }
  }
  return { acts: found, isCut: false }
}

/** Returns keys that are equal for the same path: a constant, or the same value. */
const pathKeys = (known: KnownProgram, path: number, from: CalledWith | undefined): (number | string)[] =>
  valuesIn(known, path, from).map((value) => known.program.literalText(value) ?? value)

/** Keeps the first act of a kind. An act with a host replaces one without. */
function keepFirst(acts: Map<string, ToolAct>, act: ToolAct): void {
  const known = acts.get(act.act)
  if (!known || (known.host === undefined && act.host !== undefined)) acts.set(act.act, act)
}

/** Reports whether a call opens a file with a constant mode that writes: `open(path, 'a')`, `path.open('w')`. */
function opensToWrite(known: KnownProgram, call: number): boolean {
  if (calledName(known, call) !== 'open') return false
  const mode = keywordArgument(known, call, 'mode') ?? positionalArguments(known, call).at(-1)
  return mode !== undefined && textsIn(known, mode, undefined).some((text) => /^[wax]b?t?\+?$|^r\w?\+/.test(text))
}

/** Returns the calls that may be acts, by function. */
function actingCalls(
  all: KnownProgram,
  { uses, capabilities, reaches }: Pick<Sinks, 'uses' | 'capabilities' | 'reaches'>,
): ReadonlyMap<number, readonly ActingCall[]> {
  const { program } = all
  const capable = new Map<number, Set<ActingCall['capability']>>()
  for (const { node, capability } of capabilities)
    if (capability !== 'reads-secrets') capable.set(node, (capable.get(node) ?? new Set()).add(capability))
  const hosts = new Map<number, string[]>()
  for (const { kind, node, name } of reaches) if (kind === 'destination') append(hosts, node, name)
  const byFunction = new Map<number, ActingCall[]>()
  const seen = new Set<string>()
  const add = (call: number, capability: ActingCall['capability'], value: number) => {
    const key = `${call} ${capability}`
    if (seen.has(key)) return
    seen.add(key)
    append(byFunction, program.functionOf(call), { call, capability, value, hosts: hosts.get(call) ?? [] })
  }
  for (const { kind, node, value, action } of uses) {
    const known = capable.get(node)
    if (kind === 'query') add(node, 'query', value)
    if (kind === 'path' && known?.has('reads-files') && opensToWrite(all, node)) add(node, 'writes-files', value)
    if (kind === 'path' && action === 'write-file')
      for (const one of ['destructive', 'writes-files'] as const) if (known?.has(one)) add(node, one, value)
    if (kind === 'url' && known?.has('network-egress')) add(node, 'network-egress', value)
  }
  for (const { node, capability } of capabilities) if (capability === 'executes-commands') add(node, capability, node)
  return byFunction
}

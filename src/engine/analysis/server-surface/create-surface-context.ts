import { append } from './append.ts'
import { Op } from '../ir/operations.ts'
import { answeringMethods, applicationMakers, passingMethods } from '../models/server-surface/http-servers.ts'
import { httpTransports } from '../models/server-surface/protocol-words.ts'
import {
  addingMethods,
  handlerServers,
  routingMethods,
  runningMethods,
  servingNames,
} from '../models/server-surface/python-servers.ts'
import type { FoundReferences } from '../points-to/found-references.ts'
import { nodeOperandRange } from '../program/node-operands.ts'
import type { Program } from '../program/program.ts'
import { optionCalls } from './addresses.ts'
import { findSigns } from './function-signs.ts'
import { findRegionLinks, type RegionLinks } from './region-links.ts'
import type { FunctionLinks, ServerSurfaceContext } from './surface-context.ts'

const wantedCalls: ReadonlySet<string> = new Set([
  ...applicationMakers,
  ...passingMethods,
  ...answeringMethods.keys(),
  'on',
  'listen',
  'exit',
  'serve',
  'Server',
  'start',
  'startHTTPServer',
  'startSSEServer',
  'startHTTPStreamServer',
  ...httpTransports.keys(),
  ...optionCalls,
  ...runningMethods.keys(),
  ...servingNames,
  ...addingMethods.keys(),
  ...routingMethods,
  'add_routes',
  'mount',
  ...[...handlerServers].map((name) => name.slice(name.lastIndexOf('.') + 1)),
  'add_middleware',
  'include_router',
  'register_blueprint',
  'before_request',
  'before_app_request',
  'api_route',
  'middleware',
  'Middleware',
  'Depends',
  'Security',
  'CORSMiddleware',
  'cors',
  '@koa/cors',
  'setRequestHandler',
  'list_tools',
  'call_tool',
])

/** Prepares the queries that the server surface analysis makes on a program. `toolFunctions` handle tool calls. */
export function createSurfaceContext(
  program: Program,
  references: FoundReferences,
  toolFunctions: ReadonlySet<number>,
): ServerSurfaceContext {
  let regions: RegionLinks | undefined
  let exported: ReadonlyMap<string, readonly number[]> | undefined
  let byRegion: ReadonlyMap<number, readonly number[]> | undefined
  let byFunction: ReadonlyMap<number, readonly number[]> | undefined
  let links: FunctionLinks | undefined
  return {
    program,
    references,
    signs: findSigns(program, references, wantedCalls),
    known: { checks: new Map(), hosts: new Map() },
    toolFunctions,
    exported: () => (exported ??= exportedValues(program)),
    regions: () => (regions ??= findRegionLinks(program)),
    nodesByRegion: () => (byRegion ??= leavingNodes(program)),
    functionLinks: () => (links ??= functionLinks(program, references)),
    nodesOf: (functions) => {
      byFunction ??= nodesByFunction(program)
      const known = byFunction
      return [...functions].flatMap((index) => known.get(index) ?? [])
    },
    operandsOf: (node) => {
      const [from, step, to] = nodeOperandRange(
        program.op(node),
        program.operandsAt[node] ?? 0,
        program.operandsAt[node + 1] ?? 0,
      )
      return Array.from(
        { length: Math.max(0, Math.ceil((to - from) / step)) },
        (_none, index) => program.operands[from + index * step] ?? 0,
      )
    },
  }
}

function functionLinks(program: Program, references: FoundReferences): FunctionLinks {
  const inner = new Map<number, number[]>()
  const called = new Map<number, number[]>()
  for (const [index, { parent }] of program.functions.entries()) {
    if (parent > 0) append(inner, parent, index)
    for (const call of references.callers(index)) append(called, program.functionOf(call), index)
  }
  // A function passed as an argument is called by the function that receives it.
  for (const node of program.index.ofAny(Op.Capture, Op.Call, Op.New)) {
    if (program.op(node) === Op.Capture)
      for (const index of references.functions(node)) append(called, program.functionOf(node), index)
    else
      eachHandedLoad(program, node, (load) => {
        for (const index of references.functions(load)) append(called, program.functionOf(load), index)
      })
  }
  return { inner, called }
}

/** Visits the attributes that a call receives directly as arguments. */
function eachHandedLoad(program: Program, call: number, visit: (load: number) => void): void {
  const callee = program.operand(call, 0)
  for (let index = 1, count = program.operandCount(call); index < count; index += 1) {
    const given = program.operand(call, index)
    if (given !== callee && program.op(given) === Op.Load) visit(given)
  }
}

function exportedValues(program: Program): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>()
  for (const node of program.index.of(Op.Export)) append(found, program.text(node, 0), program.operand(node, 1))
  return found
}

/** Returns each function's calls, returns, exceptions, and literals, which show how it answers a request. */
function leavingNodes(program: Program): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>()
  for (const node of program.index.ofAny(Op.Call, Op.Return, Op.Throw, Op.Literal, Op.Load))
    append(found, program.functionOf(node), node)
  return found
}

/** Returns each function's reads, calls, and imports. */
function nodesByFunction(program: Program): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>()
  for (let node = 0; node < program.nodeCount; node += 1) {
    const op = program.op(node)
    if (op === Op.Load || op === Op.LoadDynamic || op === Op.Call || op === Op.Capture || op === Op.Import)
      append(found, program.functionOf(node), node)
  }
  return found
}

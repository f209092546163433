import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'

/** Methods that register a function whose parameters are a request and a response. */
const routeMethods: ReadonlySet<string> = new Set([
  'get',
  'post',
  'put',
  'patch',
  'delete',
  'all',
  'use',
  'createServer',
  'createSecureServer',
])

/** Maximum length of names that minifiers generate. Names in source code are longer. */
const shortest = 2

/** Frameworks that pass the request and the response as one context object. */
const contextFramework = /^(?:new )?(?:hono|@hono\/[\w-]+|koa|@koa\/router|koa-router)(?:[./(]|$)/

/** Parameters that a server passes to a registered function. */
type Route = 'context' | 'request and response'

/**
 * Returns the role of a minified parameter, based on its position in a function that is registered with a server.
 * Undefined for any other parameter.
 */
export function routeParameter(known: KnownProgram, node: number): 'request' | 'response' | 'context' | undefined {
  const { program } = known
  const owner = program.functionOf(node)
  const { parameters = [], parent = -1 } = program.functions[owner] ?? {}
  const index = parameters.findIndex((one) => one.node === node)
  const name = parameters[index]?.name
  if (parent < 0 || name === undefined || name.length > shortest || index > 1) return undefined
  const route = routeOf(known, owner)
  if (route === 'context') return index === 0 ? 'context' : undefined
  if (route === undefined || parameters.length < 2) return undefined
  return index === 0 ? 'request' : 'response'
}

/** Cache by program and function, because a value's words are requested repeatedly. */
const answers = new WeakMap<object, Map<number, Route | undefined>>()

function routeOf(known: KnownProgram, owner: number): Route | undefined {
  const { program } = known
  const ofProgram = answers.get(program) ?? new Map<number, Route | undefined>()
  answers.set(program, ofProgram)
  if (ofProgram.has(owner)) return ofProgram.get(owner)
  const closure = closureOf(program, owner)
  const handed =
    closure < 0
      ? []
      : usersWith(program, [closure], Op.Call).filter(
          (call) => program.operand(call, 0) !== closure && isServerMethod(known, program.operand(call, 0)),
        )
  // `app.route({ method, url, handler })`
  const described =
    closure < 0
      ? []
      : usersWith(program, usersWith(program, usersWith(program, [closure], Op.Property), Op.ObjectOf), Op.Call).filter(
          (call) => isRouteMethod(program, program.operand(call, 0)),
        )
  const servers = [...handed, ...described]
  const route =
    servers.length === 0
      ? undefined
      : servers.some((call) =>
            known.references.externals(program.operand(call, 0)).some((name) => contextFramework.test(name)),
          )
        ? 'context'
        : 'request and response'
  ofProgram.set(owner, route)
  return route
}

function isServerMethod({ program, references }: KnownProgram, callee: number): boolean {
  if (program.op(callee) === Op.Load) return routeMethods.has(program.text(callee, 1))
  return references.externals(callee).some((name) => routeMethods.has(name.slice(name.lastIndexOf('.') + 1)))
}

const isRouteMethod = (program: KnownProgram['program'], callee: number) =>
  program.op(callee) === Op.Load && program.text(callee, 1) === 'route'

const usersWith = (program: KnownProgram['program'], nodes: readonly number[], op: Op): number[] =>
  nodes.flatMap((node) => [...program.users(node)].filter((user) => program.op(user) === op))

/**
 * Returns the node that creates a function. It follows the function's own nodes, among the nodes of the enclosing
 * function.
 */
function closureOf(program: KnownProgram['program'], owner: number): number {
  const own = program.functions[owner]?.parameters[0]?.node ?? -1
  const parent = program.functions[owner]?.parent ?? -1
  for (let node = own; node >= 0 && node < program.nodeCount; node += 1)
    if (program.op(node) === Op.Closure && program.operand(node, 0) === owner)
      return program.functionOf(node) === parent ? node : -1
  return -1
}

import { Op } from '../form/operations.ts'
import type { KnownProgram } from '../schemas/known-program.ts'

/** Methods that take a function of a request and its answer. */
const routeMethods: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete', 'all', 'use', 'createServer', 'createSecureServer'])

/** Names that minifiers give; what people write is longer. */
const shortest = 2

/** What a parameter is that minifiers left without a name of its own, by its place in a function that is handed to a server; undefined for any other. */
export function routeParameter(known: KnownProgram, node: number): 'request' | 'response' | undefined {
  const { program } = known
  const owner = program.functionOf(node)
  const { parameters = [], parent = -1 } = program.functions[owner] ?? {}
  const index = parameters.findIndex((one) => one.node === node)
  const name = parameters[index]?.name
  if (parent < 0 || name === undefined || name.length > shortest || index > 1 || parameters.length < 2) return undefined
  return isRoute(known, owner) ? (index === 0 ? 'request' : 'response') : undefined
}

/** Answers by function, for each program: a value's words are asked for again and again. */
const answers = new WeakMap<object, Map<number, boolean>>()

function isRoute(known: KnownProgram, owner: number): boolean {
  const { program } = known
  const ofProgram = answers.get(program) ?? new Map<number, boolean>()
  answers.set(program, ofProgram)
  const answered = ofProgram.get(owner)
  if (answered !== undefined) return answered
  const closure = closureOf(program, owner)
  const answer = closure >= 0 && [...program.users(closure)].some((user) => program.op(user) === Op.Call && program.operand(user, 0) !== closure && isServerMethod(known, program.operand(user, 0)))
  ofProgram.set(owner, answer)
  return answer
}

function isServerMethod({ program, references }: KnownProgram, callee: number): boolean {
  if (program.op(callee) === Op.Load) return routeMethods.has(program.text(callee, 1))
  return references.externals(callee).some((name) => routeMethods.has(name.slice(name.lastIndexOf('.') + 1)))
}

/** The node that makes a function; it stands among those of the function around it, after the function's own. */
function closureOf(program: KnownProgram['program'], owner: number): number {
  const own = program.functions[owner]?.parameters[0]?.node ?? -1
  const parent = program.functions[owner]?.parent ?? -1
  for (let node = own; node >= 0 && node < program.nodeCount; node += 1) if (program.op(node) === Op.Closure && program.operand(node, 0) === owner) return program.functionOf(node) === parent ? node : -1
  return -1
}

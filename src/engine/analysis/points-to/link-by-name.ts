import { Op } from '../ir/operations.ts'
import type { CallLinks } from './call-links.ts'
import { containerMethods } from './container-methods.ts'
import type { Propagation } from './propagation.ts'

/** Maximum number of same-named functions that a call can be linked to by name alone. */
const fewOfAName = 3

/** Method names that many libraries use. They are never linked by name. */
const commonNames: ReadonlySet<string> = new Set([
  ...containerMethods.keys(),
  'toString',
  'encode',
  'decode',
  'strip',
  'lstrip',
  'rstrip',
  'lower',
  'upper',
  'title',
  'splitlines',
  'partition',
  'startswith',
  'endswith',
  'toLowerCase',
  'toUpperCase',
  'call',
  'apply',
  'bind',
  'join',
  'split',
  'replace',
  'replaceAll',
  'trim',
  'includes',
  'indexOf',
  'startsWith',
  'endsWith',
  'test',
  'exec',
  'match',
  'has',
  'delete',
  'clear',
  'keys',
  'on',
  'once',
  'off',
  'emit',
  'log',
  'error',
  'warn',
  'info',
  'debug',
  'end',
  'write',
  'close',
  'send',
  'json',
  'text',
  'parse',
  'stringify',
  'format',
  'constructor',
  'length',
  'name',
  'toJSON',
  'valueOf',
  'start',
  'stop',
  'init',
  'setup',
  'destroy',
  'reset',
  'connect',
  'disconnect',
  'update',
  'remove',
  'create',
  'open',
  'read',
  'load',
  'save',
  'status',
  'option',
  'command',
  'action',
  'describe',
  'optional',
  'default',
  'min',
  'max',
  'string',
  'number',
  'object',
  'array',
  'boolean',
  'enum',
  'url',
])

/** Links unresolved method calls by name if only a few program functions have that name. */
export function linkByName({ program, sets }: Propagation, calls: CallLinks): void {
  const byName = new Map<string, number[]>()
  for (const { members } of program.classes) {
    for (const { key, value } of members) {
      if (program.op(value) !== Op.Closure || commonNames.has(key)) continue
      const known = byName.get(key)
      if (known) known.push(program.operand(value, 0))
      else byName.set(key, [program.operand(value, 0)])
    }
  }
  if (byName.size === 0) return
  const linked: { readonly call: number; readonly named: readonly number[] }[] = []
  for (const [name, named] of byName)
    if (named.length <= fewOfAName)
      for (const call of program.callsOfMethod(name)) if (program.op(call) === Op.Call) linked.push({ call, named })
  linked.sort((one, other) => one.call - other.call)
  for (const { call, named } of linked) {
    const load = program.operand(call, 0)
    // A known receiver does not have the method, so only unknown receivers are linked.
    if (sets.isEmpty(load) && sets.isEmpty(program.operand(load, 0)))
      for (const functionIndex of named) calls.link(call, functionIndex)
  }
}

import type { ExprNode } from 'py-ast'
import { Op } from '../../ir/operations.ts'
import { applicationNamed } from './application-name.ts'
import { lowerBuiltInCall } from './lower-built-in-call.ts'
import { argumentsOf, loadItem } from './lower-item.ts'
import { lowerHandedCall } from './lower-handed-call.ts'
import { importedName } from './lower-module.ts'
import { lowerFormat } from './lower-text.ts'
import type { Lowering } from './lowering.ts'
import { type Of, stringOf } from './python-tree.ts'
import { resolved } from './scope.ts'

type Link = Of<'Attribute' | 'Call' | 'Subscript'>

/** Lowers a chain of attributes, items, and calls: `a.b(c)[0].d`. */
export function lowerChain(to: Lowering, node: Link): number {
  const links: Link[] = []
  let first: ExprNode = node
  while (first.nodeType === 'Attribute' || first.nodeType === 'Call' || first.nodeType === 'Subscript') {
    links.push(first)
    first = first.nodeType === 'Call' ? first.func : first.value
  }
  let value = beginning(to, links, first)
  for (let link = links.pop(); link; link = links.pop()) value = follow(to, link, links, value)
  return value
}

/** Lowers the start of a chain and removes the links that it consumes. The list holds the last link first. */
function beginning(to: Lowering, links: Link[], first: ExprNode): number {
  const innermost = links.at(-1)
  if (first.nodeType === 'Name' && innermost) {
    if (innermost.nodeType === 'Attribute') {
      const module = importedModule(to, first, links)
      if (module !== undefined) return module
    } else if (innermost.nodeType === 'Call' && to.isBuiltIn(first.id)) {
      const base = first.id === 'super' ? superclass(to, links, to.offsetOf(first)) : undefined
      const made = base ?? lowerBuiltInCall(to, first.id, innermost)
      if (made !== undefined) {
        if (base === undefined) links.pop()
        return made
      }
    }
  }
  const text = innermost?.nodeType === 'Attribute' && innermost.attr === 'format' ? stringOf(first) : undefined
  const call = links.at(-2)
  if (text !== undefined && call?.nodeType === 'Call') {
    links.splice(-2)
    return lowerFormat(to, { text, call, offset: to.offsetOf(first) })
  }
  return to.expression(first)
}

/** Lowers the longest dotted name that an `import a.b.c` imported. */
function importedModule(to: Lowering, first: Of<'Name'>, links: Link[]): number | undefined {
  const variable = to.submodules.size === 0 ? undefined : resolved(to.scope, first.id)
  const known = variable && to.submodules.get(variable)
  if (!known) return undefined
  let [name, found, taken] = [first.id, '', 0]
  for (let at = links.length - 1; at >= 0; at -= 1) {
    const link = links[at]
    if (link?.nodeType !== 'Attribute') break
    name += `.${link.attr}`
    if (!known.has(name)) break
    found = name
    taken = links.length - at
  }
  if (taken === 0) return undefined
  links.splice(links.length - taken)
  return to.node(Op.Import, to.offsetOf(first), to.string(found), to.string('*'))
}

/**
 * Looks up `super().method` in the base class prototype. `super().__init__(…)` calls the constructor; the call remains
 * as the next link.
 */
function superclass(to: Lowering, links: Link[], offset: number): number | undefined {
  if (!to.superclass) return undefined
  const base = to.read(to.superclass, offset)
  links.pop()
  const [call, attribute] = [links.at(-2), links.at(-1)]
  if (attribute?.nodeType === 'Attribute' && isMaking(attribute.attr) && call?.nodeType === 'Call') {
    links.pop()
    return base
  }
  return to.node(Op.Load, offset, base, to.string('prototype'))
}

const isMaking = (name: string) => name === '__init__' || name === '__new__'

function follow(to: Lowering, link: Link, links: Link[], value: number): number {
  switch (link.nodeType) {
    case 'Attribute': {
      const call = links.at(-1)
      // `Base.__init__(self, …)` also calls the constructor.
      if (link.attr === '__init__' && call?.nodeType === 'Call' && call.args[0]?.nodeType === 'Name') {
        links.pop()
        return to.nodeOf(Op.Call, to.offsetOf(call), [
          value,
          ...argumentsOf(to, { args: call.args.slice(1), keywords: call.keywords }),
        ])
      }
      // The offset is the name's, so each link of a long chain has its own location.
      return to.node(
        Op.Load,
        Math.max(to.endOf(link) - link.attr.length, to.offsetOf(link)),
        value,
        to.string(link.attr),
      )
    }
    case 'Subscript':
      return loadItem(to, value, link)
    default:
      return loadedModule(to, link) ?? lowerHandedCall(to, link, value) ?? lowerCall(to, link, value)
  }
}

/** Lowers `importlib.import_module('a.b')`. A relative name has a package as a second argument. */
function loadedModule(to: Lowering, { func, args, keywords, ...place }: Of<'Call'>): number | undefined {
  const name = func.nodeType === 'Attribute' ? func.attr : func.nodeType === 'Name' ? func.id : ''
  if (name !== 'import_module' || args.length !== 1 || keywords.length > 0) return undefined
  const specifier = stringOf(args[0])
  return specifier === undefined
    ? undefined
    : to.node(Op.Import, to.offsetOf(place), to.string(specifier), to.string('*'))
}

/** Functions that run an application. The application may be passed by name. */
const servers: ReadonlySet<string> = new Set(['uvicorn.run', 'uvicorn.Config', 'hypercorn.run', 'granian.Granian'])

/** Returns the arguments of `uvicorn.run('package.module:app', …)`, with the name replaced by the application. */
function servedApplication(to: Lowering, call: Of<'Call'>): readonly number[] | undefined {
  const [first, ...args] = call.args
  const name = applicationNamed(stringOf(first))
  if (!first || !name || !servers.has(importedName(to, call.func) ?? '')) return undefined
  const application = to.node(Op.Import, to.offsetOf(first), to.string(name.module), to.string(name.attribute))
  return [application, ...argumentsOf(to, { args, keywords: call.keywords })]
}

/** Lowers a call. `mapping.get(key, other)` returns one of two values. */
function lowerCall(to: Lowering, call: Of<'Call'>, callee: number): number {
  const { func, args, keywords } = call
  const offset = to.offsetOf(call)
  const given = servedApplication(to, call) ?? argumentsOf(to, call)
  const made = to.nodeOf(Op.Call, offset, [callee, ...given])
  const other = given[1]
  const hasDefault =
    func.nodeType === 'Attribute' &&
    (func.attr === 'get' || func.attr === 'pop') &&
    args.length === 2 &&
    keywords.length === 0
  return !hasDefault || other === undefined || importedName(to, func) !== undefined
    ? made
    : to.node(Op.Phi, offset, made, to.current.region, other, to.current.region)
}

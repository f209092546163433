import type { CallExpression } from 'oxc-parser'
import { Op } from '../../ir/operations.ts'
import { type Variable, variable } from '../../ir/variable.ts'
import type { Lowering } from './lowering.ts'
import { definedExports, type ModuleTable, passedModule } from './module-table.ts'
import { resolved } from './scope.ts'
import { bare } from './syntax.ts'

/**
 * Declares the modules of a table before any of them runs. Each module is an object with `exports`, stored in its own
 * variable. An import by number reads that variable, so the bundler runtime does not need a model.
 */
export function declareModules(to: Lowering, table: ModuleTable): void {
  const { modules, require } = table
  const byKey = new Map<string, Variable | string>()
  const requires = new Set<Variable>()
  const add = (found: Variable | undefined) => found && requires.add(found)
  add(require.id ? resolved(to.scope, require.id.name) : undefined)
  for (const module of modules) {
    const outside = to.scopes.outsideModules.get(module)
    byKey.set(module.key, outside ?? moduleVariable(to, module.key, module.start))
    const [, , third] = module.run.params
    if (third?.type === 'Identifier') add(to.scopes.byNode.get(module.run)?.names.get(third.name))
  }
  to.modulesOf.set(table, byKey)
  for (const one of requires) if (!to.modulesByRequire.has(one)) to.modulesByRequire.set(one, byKey)
}

function moduleVariable(to: Lowering, key: string, offset: number): Variable {
  const made = variable({ name: `module ${key}`, isShared: false, isConstant: true })
  to.declare(made)
  const exports = to.nodeOf(Op.ObjectOf, offset, [])
  to.assign(made, to.node(Op.ObjectOf, offset, to.node(Op.Property, offset, to.string('exports'), exports)))
  return made
}

/** Emits each module of a table once, in source order. */
export function lowerModules(to: Lowering, table: ModuleTable): void {
  const byKey = to.modulesOf.get(table)
  for (const { key, run, start } of table.modules) {
    const module = byKey?.get(key)
    if (module === undefined || typeof module === 'string') continue
    const itself = to.read(module, start)
    to.node(
      Op.Call,
      start,
      to.expression(run, key),
      itself,
      to.node(Op.Load, start, itself, to.string('exports')),
      to.nothing(start),
    )
  }
}

/** Lowers `require(7)` of a module table and `require_x()` of a wrapped module. Undefined for other calls. */
export function requiredModule(to: Lowering, { callee, arguments: given, start }: CallExpression): number | undefined {
  if (callee.type !== 'Identifier' || given.length > 1) return undefined
  if (to.modulesByRequire.size === 0 && to.scopes.outside.size === 0) return undefined
  const called = resolved(to.scope, callee.name)
  if (!called) return undefined
  const [first] = given
  if (!first) {
    const outside = to.scopes.outside.get(called)
    return outside?.loads === true ? to.node(Op.Import, start, to.string(outside.specifier), to.string('*')) : undefined
  }
  const key = bare(first)
  if (key.type !== 'Literal') return undefined
  const module = to.modulesByRequire.get(called)?.get(String(key.value))
  if (module === undefined) return undefined
  return typeof module === 'string'
    ? to.node(Op.Import, start, to.string(module), to.string('*'))
    : to.node(Op.Load, start, to.read(module, start), to.string('exports'))
}

/**
 * Lowers runtime helpers that bundlers attach to `require`: `require.d(exports, getters)` defines exports,
 * `require.n(module)` returns a getter for the default export, and `require.cw(run)` returns a loader for a wrapped
 * module. Undefined for other calls.
 */
export function runtimeCall(to: Lowering, { callee, arguments: given, start }: CallExpression): number | undefined {
  if (
    callee.type !== 'MemberExpression' ||
    callee.computed ||
    callee.object.type !== 'Identifier' ||
    callee.property.type !== 'Identifier'
  )
    return undefined
  const defined = definedExports(callee, given)
  if (defined) {
    const target = to.expression(defined.target)
    for (const { name, value } of defined.entries) to.later.push({ target, name, value })
    return target
  }
  const [first] = given
  if (!first || given.length > 1) return undefined
  if (callee.property.name === 'cw') return wrapped(to, first, start)
  const object = callee.property.name === 'n' ? resolved(to.scope, callee.object.name) : undefined
  if (!object || !(to.modulesByRequire.has(object) || to.scopes.defaultGetters.has(object))) return undefined
  return giving(
    to,
    () => {
      const module = to.expression(first)
      return to.node(Op.Logical, start, to.string('or'), to.node(Op.Load, start, module, to.string('default')), module)
    },
    start,
  )
}

function wrapped(to: Lowering, value: CallExpression['arguments'][number], start: number): number | undefined {
  const run = bare(value)
  if ((run.type !== 'FunctionExpression' && run.type !== 'ArrowFunctionExpression') || run.params.length > 2)
    return undefined
  const passes = passedModule(run)
  if (passes !== undefined) return giving(to, () => to.node(Op.Import, start, to.string(passes), to.string('*')), start)
  const module = moduleVariable(to, '', start)
  const itself = to.read(module, start)
  to.node(Op.Call, start, to.expression(run), itself, to.node(Op.Load, start, itself, to.string('exports')))
  return giving(to, () => to.node(Op.Load, start, to.read(module, start), to.string('exports')), start)
}

/** Emits a function that returns a value. */
function giving(to: Lowering, value: () => number, offset: number): number {
  return to.closure({ name: '', offset, flags: 0 }, () => to.returns(value(), offset))
}

import { Op, ParameterKind } from '../../ir/operations.ts'
import type { ModuleSettings } from '../../modules/module-resolution.ts'
import { moduleResolvers } from '../../modules/resolve-modules.ts'
import type { Program } from '../../program/program.ts'
import type { ProgramParameter } from '../../program/program-parts.ts'
import { hintShape } from '../../schemas/annotation-shapes.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { anyShape, type Shape } from '../../schemas/shape.ts'
import { callableParameters } from './callbacks.ts'
import { exportedValues } from './exported-values.ts'
import type { TaintSource } from './taint-source.ts'

/** Maximum number of functions per project. Larger projects are code collections, not libraries. */
const maxFunctions = 500

/** Types of parameters that cannot contain strings. */
const textless =
  /^(?:number|boolean|bigint|Date|RegExp|undefined|null|void|never|AbortSignal|Buffer|Uint8Array|\s|\|)+$/

/** Names of parameters for code or commands that the function exists to run. */
const meant = /(?:cmd|command|script|code|sql|query|statement|expression|expr|source|program)$|^_{0,2}(?:args?|argv)$/i

/** Names of parameters that receive program settings. */
const configuration = /(?:config|configuration|settings|env|environment|ctx|context)$/i

/**
 * Returns parameters of functions and methods that other programs can import from the project's entry points. `sources`
 * contains nodes that are already sources. A function with such a parameter is called by a server.
 */
export function exportedArguments(
  known: KnownProgram,
  settings: ModuleSettings,
  sources: ReadonlySet<number>,
): readonly TaintSource[] {
  const { program } = known
  const found = new Map<number, TaintSource>()
  const isServed = new Set([...sources].map((node) => program.functionOf(node)))
  let functions = 0
  for (const [name, index] of exportedFunctions(known, settings)) {
    if (isServed.has(index) || functions > maxFunctions) continue
    functions += 1
    for (const parameter of callableParameters(known, index)) {
      const shape = shapeOf(known, parameter)
      if (shape.carries === 0 || found.has(parameter.node)) continue
      found.set(parameter.node, {
        kind: 'api-argument',
        node: parameter.node,
        shape,
        label: {
          part: 'argument',
          of: 'function',
          owner: name,
          ...(parameter.name !== undefined && { name: parameter.name }),
        },
      })
    }
  }
  return [...found.values()].sort((one, other) => one.node - other.node)
}

function shapeOf(known: KnownProgram, { node, name, annotation, kind }: ProgramParameter): Shape {
  const none: Shape = { carries: 0 }
  if (
    meant.test(name ?? '') ||
    configuration.test(name ?? '') ||
    kind === ParameterKind.rest ||
    kind === ParameterKind.keywordRest
  )
    return none
  if (annotation === undefined) return anyShape
  if (textless.test(annotation) || annotation.includes('=>')) return none
  const file = known.program.fileOf(node)
  return (file.semantics.values.checksAnnotations ? hintShape(known, annotation, file) : undefined) ?? anyShape
}

/**
 * Yields exported functions and class methods, each with the name under which other programs call it. Constructors are
 * skipped because they mostly take configuration.
 */
function* exportedFunctions(known: KnownProgram, settings: ModuleSettings): Generator<readonly [string, number]> {
  const { program, references } = known
  const files = publicFiles(known, settings)
  for (const { name, value, path } of exportedValues(known)) {
    if (name.startsWith('_') || !files.has(path)) continue
    for (const index of references.functions(value)) yield [nameOf(known, name, index), index]
    for (const made of references.classes(value)) {
      const { members = [], name: className = name } = program.classes[made] ?? {}
      for (const { key, value: method } of members)
        if (!/^[_#]/.test(key) && program.op(method) === Op.Closure)
          yield [`${className}.${key}`, program.operand(method, 0)]
    }
  }
}

const nameOf = ({ program }: KnownProgram, name: string, index: number) =>
  name === 'default' ? (program.functions[index]?.name ?? name) : name

/** Returns the entry points, and the files that they re-export as a whole. */
function publicFiles({ program }: KnownProgram, settings: ModuleSettings): ReadonlySet<string> {
  const paths = new Map(
    [...new Set(program.files.map(({ semantics }) => semantics))].map((semantics) => [
      semantics,
      program.files.filter((file) => file.semantics === semantics).map(({ path }) => path),
    ]),
  )
  const found = new Set([...paths].flatMap(([semantics, own]) => semantics.publicModules?.(own, settings) ?? []))
  if (found.size === 0) return found
  const resolvers = moduleResolvers(program.files, settings)
  const passed = [...program.index.of(Op.ExportAll), ...requiredExports(program)]
  for (const path of found)
    for (const node of passed) {
      const file = program.fileOf(node)
      if (file.path !== path) continue
      const target = resolvers.get(file.semantics)?.(path, program.text(node, 0), '*').path
      if (target !== undefined) found.add(target)
    }
  return found
}

/** Returns the imports that a module re-exports: `module.exports = require('./lib')`. */
function requiredExports(program: Program): readonly number[] {
  return [...program.index.naming(program.stringIndex('exports'))]
    .filter((node) => program.op(node) === Op.Store)
    .map((store) => program.operand(store, 2))
    .filter((value) => program.op(value) === Op.Import)
}

import { Op } from '../../ir/operations.ts'
import {
  decoratingPackages,
  harmlessPipes,
  methodDecorators,
  parameterDecorators,
} from '../../models/sources/request-decorators.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { positionalArguments } from '../../schemas/schema-steps.ts'
import { anyShape, harmlessShape, objectShape, type Shape } from '../../schemas/shape.ts'
import type { CollectedSources } from './collected-sources.ts'
import { constantText } from './constant-text.ts'
import type { EntryPointIndex } from './entry-point-index.ts'
import { routeLabel } from './source-label.ts'

/** Names of functions to include in the `EntryPointIndex`. */
export const parameterDecoratorNames: readonly string[] = [...parameterDecorators.keys()]

/** Field types to which a validating framework converts the value, so it cannot contain text. */
const textless = /^(?:number|boolean|Date|bigint)$/

/** Adds method parameters that receive part of a request: `run(@Body() body: Settings)`. */
export function findDecoratedArguments(
  known: KnownProgram,
  survey: EntryPointIndex,
  collected: CollectedSources,
): void {
  const { program } = known
  let closures: ReadonlyMap<number, number> | undefined
  for (const made of survey.plainCalls) {
    const shape = shapeGivenBy(known, made)
    if (!shape || isHarmless(known, made)) continue
    for (const call of program.users(made)) {
      const parameter = program.operand(call, 1)
      if (program.op(call) !== Op.Call || program.operand(call, 0) !== made) continue
      if (program.op(parameter) !== Op.Parameter) continue
      closures ??= new Map([...program.index.of(Op.Closure)].map((node) => [program.operand(node, 0), node]))
      collected.add({
        kind: 'http-request',
        node: parameter,
        shape: declaredShape(known, parameter) ?? shape,
        label: routeLabel(routeOf(known, closures.get(program.functionOf(parameter)) ?? -1)),
      })
    }
  }
}

/**
 * Returns the shape of the value that a decorator passes to its parameter, or undefined if the call is not such a
 * decorator.
 */
function shapeGivenBy(known: KnownProgram, made: number): Shape | undefined {
  for (const name of known.references.externals(known.program.operand(made, 0))) {
    const end = name.lastIndexOf('.')
    if (decoratingPackages.test(name.slice(0, end))) return parameterDecorators.get(name.slice(end + 1))
  }
  return undefined
}

/** True if a parameter's value cannot contain text after conversion: `@Param('id', ParseIntPipe)`. */
function isHarmless(known: KnownProgram, made: number): boolean {
  return positionalArguments(known, made).some((argument) =>
    known.references.externals(argument).some((name) => harmlessPipes.test(name.replace(/\(\)$/, ''))),
  )
}

/**
 * For a parameter whose type is a class of the program, returns the shape in which fields that cannot contain text are
 * harmless. Undefined for other types.
 */
function declaredShape({ program }: KnownProgram, parameter: number): Shape | undefined {
  const { annotation } = program.functions[program.functionOf(parameter)]?.parameters.find(
    ({ node }) => node === parameter,
  ) ?? { annotation: undefined }
  if (annotation === undefined) return undefined
  if (textless.test(annotation)) return undefined
  const declared = program.classes.filter(({ name }) => name === annotation)
  const [only, another] = declared
  const numbers = (only?.fieldTypes ?? []).filter(([, type]) => textless.test(type))
  if (only === undefined || another !== undefined || numbers.length === 0) return undefined
  return objectShape(new Map(numbers.map(([name]) => [name, harmlessShape])), anyShape)
}

/** Returns the method and path of the route that a method handles, as far as the method's decorator specifies them. */
function routeOf(known: KnownProgram, closure: number): string | undefined {
  const { program, references } = known
  for (const call of closure < 0 ? [] : program.users(closure)) {
    const decorator = program.op(call) === Op.Call ? program.operand(call, 0) : -1
    if (program.op(decorator) !== Op.Call || program.operand(call, 1) !== closure) continue
    const name = references.externals(program.operand(decorator, 0))[0] ?? ''
    const method = methodDecorators.get(name.slice(name.lastIndexOf('.') + 1))
    if (method === undefined) continue
    const [path] = positionalArguments(known, decorator)
    const text = path === undefined ? '' : (constantText(known, path) ?? '')
    return `${method} /${text.replace(/^\//, '')}`
  }
  return undefined
}

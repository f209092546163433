import type { ProgramParameter } from '../../program/program-parts.ts'
import { fieldMask, hintShape } from '../../schemas/annotation-shapes.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { calledName, keywordArgument } from '../../schemas/schema-steps.ts'
import { anyShape, narrowedShape, type Shape } from '../../schemas/shape.ts'
import { allKinds } from '../../taint-kind.ts'
import { constantText } from './constant-text.ts'
import { parameterDefaults } from './injected.ts'
import { descriptionOf } from './schema-parameters.ts'
import type { OfferedParameter } from './taint-source.ts'

/**
 * Returns the shape of values that FastMCP accepts for a parameter. FastMCP validates against annotations and defaults
 * such as `Field(pattern=…)`.
 */
export function parameterShape(known: KnownProgram, { node, annotation }: ProgramParameter): Shape {
  const shape =
    (annotation === undefined ? undefined : hintShape(known, annotation, known.program.fileOf(node))) ?? anyShape
  return narrowedShape(
    shape,
    parameterDefaults(known, node).reduce((all, one) => all & fieldMask(known, one), allKinds),
  )
}

/** Returns the tool parameter declared by a function parameter. */
export function offeredParameter(known: KnownProgram, parameter: ProgramParameter, name: string): OfferedParameter {
  const { annotation } = parameter
  const literals = annotation === undefined ? [] : literalsOf(annotation)
  const defaults = parameterDefaults(known, parameter.node)
  const fallback = defaults
    .map((one) =>
      constantText(known, calledName(known, one) === 'Field' ? (keywordArgument(known, one, 'default') ?? -1) : one),
    )
    .find((text) => text !== undefined)
  return {
    name,
    description: parameterDescription(known, parameter),
    ...(annotation !== undefined && { type: annotation.slice(0, 300) }),
    ...(literals.length > 0 && { enum: literals }),
    ...(fallback !== undefined && { default: fallback }),
    // A default such as `Field(description=…)` provides no value, so it does not show whether the parameter is
    // required.
    ...(!defaults.some((one) => calledName(known, one) === 'Field') && { required: defaults.length === 0 }),
  }
}

/** Returns the strings in an annotation such as `Literal['a', 'b']`. */
function literalsOf(annotation: string): string[] {
  const [, inside = ''] = /\bLiteral\[([^\]]{0,300})\]/.exec(annotation) ?? []
  return [...inside.matchAll(/"([^"]*)"|'([^']*)'/g)].map((match) => match[1] ?? match[2] ?? '')
}

function parameterDescription(known: KnownProgram, { node, annotation }: ProgramParameter): string | undefined {
  const said = parameterDefaults(known, node)
    .map((one) => descriptionOf(known, one))
    .find((text) => text !== undefined)
  const written =
    /\bdescription\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(annotation ?? '') ??
    /^Annotated\[[^,]*,\s*(?:"([^"]*)"|'([^']*)')\s*\]$/.exec(annotation ?? '')
  return said ?? written?.[1] ?? written?.[2]
}

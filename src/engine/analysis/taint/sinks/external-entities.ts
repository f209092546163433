import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { givenValue, isOn, optionValues } from './call-arguments.ts'

/** Options that make a parser resolve external entities. `entityFeature` is the equivalent parser feature. */
const entityOptions = ['noent', 'resolve_entities', 'load_dtd', 'expandEntities']
const entityFeature = /feature_external_[gp]es|external-(?:general|parameter)-entities/

/** Reports whether a call option or a parser feature makes an XML parser resolve external entities. */
export function readsEntities(known: KnownProgram, call: number): boolean {
  const { program, references } = known
  if (entityOptions.some((name) => isOn(known, call, name))) return true
  const parsers = [
    ...optionValues(known, call, 'parser'),
    ...(givenValue(known, call, 1) ? [givenValue(known, call, 1)?.value ?? -1] : []),
  ]
  return parsers
    .flatMap((parser) => [parser, ...references.origins(parser)])
    .flatMap((parser) => [parser, ...madeIn(known, parser)])
    .some((made) => program.op(made) === Op.Call && (isAsked(known, made) || isSet(program, made)))
}

/**
 * Returns the values that a call may create, including values returned by the project functions that it calls:
 * `XMLParser()` for `make_parser()`.
 */
function madeIn({ program, references }: KnownProgram, call: number): number[] {
  return references
    .callees(call)
    .flatMap((callee) => program.functions[callee]?.returns ?? [])
    .map((returned) => program.operand(returned, 0))
    .flatMap((value) => [value, ...references.origins(value)])
}

const isAsked = (known: KnownProgram, made: number) => entityOptions.some((name) => isOn(known, made, name))

/** Reports whether the program enables the feature on a parser: `parser.setFeature(feature_external_ges, True)`. */
function isSet(program: KnownProgram['program'], parser: number): boolean {
  return [...program.users(parser)].some(
    (method) =>
      program.op(method) === Op.Load &&
      program.text(method, 1) === 'setFeature' &&
      [...program.users(method)].some(
        (set) =>
          program.op(set) === Op.Call &&
          entityFeature.test(featureName(program, program.operand(set, 1))) &&
          !/^(?:False|false|0)$/.test(program.text(program.operand(set, 2), 1)),
      ),
  )
}

function featureName(program: KnownProgram['program'], node: number): string {
  const op = program.op(node)
  if (op === Op.Load || op === Op.Import) return program.text(node, 1)
  return op === Op.Capture ? featureName(program, program.operand(node, 0)) : (program.literalText(node) ?? '')
}

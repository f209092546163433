import { MemberFlag, Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { definitionsOf } from '../../schemas/schema-steps.ts'
import { anyShape } from '../../schemas/shape.ts'
import {
  type RequestClassModel,
  requestClassModels,
  shapeOfModulePart,
  wholeRequestShape,
} from '../../models/sources/python-requests.ts'
import { decoratedServerLanguage } from '../../models/server-surface/python-servers.ts'
import { callableParameters } from './callbacks.ts'
import type { CollectedSources } from './collected-sources.ts'
import { parameterShape } from './decorated-parameters.ts'
import { isInjected } from './injected.ts'
import type { EntryPointIndex } from './entry-point-index.ts'
import { httpRequestLabel, type SourceLabel } from './source-label.ts'

/** Maximum number of base classes to follow per class. */
const maxBases = 24

/** Names of attributes to include in the `EntryPointIndex`. */
export const requestAttributes: readonly string[] = requestClassModels.flatMap(({ attributes }) => attributes)

/** Adds the requests that a framework passes to methods of the program's classes or stores in instances of them. */
export function findRequestClasses(known: KnownProgram, survey: EntryPointIndex, collected: CollectedSources): void {
  const { program } = known
  const methods = new Map<number, RequestClassModel>()
  for (const [index, made] of program.classes.entries()) {
    if (program.files[made.file]?.semantics.libraries !== decoratedServerLanguage || made.bases.length === 0) continue
    const model = modelOf(known, index)
    if (!model) continue
    for (const { key, value, flags } of made.members) {
      if (program.op(value) !== Op.Closure || (flags & MemberFlag.static) !== 0) continue
      const method = program.operand(value, 0)
      methods.set(method, model)
      if (model.methods.test(key)) addParameters(known, method, model, collected)
    }
  }
  if (methods.size === 0) return
  for (const attribute of new Set(requestAttributes)) {
    for (const load of survey.reads.get(attribute) ?? []) {
      const owner = receiverMethod(program, program.operand(load, 0))
      if (owner !== undefined && methods.get(owner)?.attributes.includes(attribute))
        addRead(known, load, labelOf(attribute), collected)
    }
  }
}

const labelOf = (attribute: string): SourceLabel =>
  attribute === 'headers' ? { part: 'headers', of: 'server' } : httpRequestLabel

/** Adds an attribute's value as a source. If the attribute is a method, adds the results of its calls instead. */
export function addRead(known: KnownProgram, load: number, label: SourceLabel, collected: CollectedSources): void {
  const { program } = known
  const calls = [...program.users(load)].filter(
    (user) => program.op(user) === Op.Call && program.operand(user, 0) === load,
  )
  const attribute = program.text(load, 1)
  // Parts of a request can have any key: `request.args['user']`.
  const shape = attribute === 'request' ? wholeRequestShape : shapeOfModulePart(attribute)
  for (const node of calls.length > 0 ? calls : [load]) collected.add({ kind: 'http-request', node, shape, label })
}

/** Returns the method whose receiver a value refers to, even from inside a nested function. */
function receiverMethod(program: Program, node: number): number | undefined {
  let at = node
  while (program.op(at) === Op.Capture || program.op(at) === Op.Typed) at = program.operand(at, 0)
  const index = program.functionOf(at)
  return program.op(at) === Op.Parameter && program.operand(at, 0) === 0 ? index : undefined
}

function addParameters(
  known: KnownProgram,
  index: number,
  { parameters: form }: RequestClassModel,
  collected: CollectedSources,
): void {
  for (const [place, parameter] of callableParameters(known, index).entries()) {
    const { node, name } = parameter
    if (form === 'message' ? place === 0 : isInjected(known, parameter) && !(form === 'request' && place === 0))
      continue
    const isRequest = form === 'message' || (form === 'request' && place === 0)
    const shape = form === 'message' ? anyShape : isRequest ? wholeRequestShape : parameterShape(known, parameter)
    if (shape.carries === 0 || name === 'call_next') continue
    collected.add({
      kind: 'http-request',
      node,
      shape,
      label: isRequest ? httpRequestLabel : { part: 'parameter', of: 'server', ...(name !== undefined && { name }) },
    })
  }
}

/**
 * Returns the model of the framework class that a class extends, either directly or through other classes of the
 * program.
 */
function modelOf(known: KnownProgram, index: number): RequestClassModel | undefined {
  const { program, references } = known
  const seen = new Set([index])
  for (const one of seen) {
    for (const base of program.classes[one]?.bases ?? []) {
      for (const name of references.externals(base)) {
        const model = requestClassModels.find(({ base: pattern }) => pattern.test(name))
        if (model) return model
      }
      for (const definition of definitionsOf(known, base))
        if (program.op(definition) === Op.Class && seen.size < maxBases) seen.add(program.operand(definition, 0))
    }
  }
  return undefined
}

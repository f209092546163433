import { decoratedServerLanguage } from '../../models/server-surface/python-servers.ts'
import {
  cloudRequestTypes,
  environmentShape,
  exposingDecorators,
  requestDecoratorNames,
  requestDecorators,
  type RequestSignature,
  requestSignatures,
  scopeShape,
  wholeRequestShape,
} from '../../models/sources/python-requests.ts'
import { eventShape } from '../../models/sources/serverless.ts'
import { Op } from '../../ir/operations.ts'
import type { ProgramParameter } from '../../program/program-parts.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { positionalArguments } from '../../schemas/schema-steps.ts'
import { anyShape, type Shape } from '../../schemas/shape.ts'
import { callableParameters, callbackFunctions } from './callbacks.ts'
import type { CollectedSources } from './collected-sources.ts'
import { parameterShape } from './decorated-parameters.ts'
import type { EntryPointIndex } from './entry-point-index.ts'
import { httpRequestLabel } from './source-label.ts'

/** Adds the requests that Python frameworks and platforms pass to functions without a route. */
export function findRequestHandlers(known: KnownProgram, survey: EntryPointIndex, collected: CollectedSources): void {
  findBySignature(known, collected)
  findExposed(known, survey, collected)
}

/** Adds handler functions that can be recognized only by their parameter names. */
function findBySignature(known: KnownProgram, collected: CollectedSources): void {
  const { program } = known
  for (const [index, { name: called = '', file, parameters }] of program.functions.entries()) {
    if (parameters.length === 0 || program.files[file]?.semantics.libraries !== decoratedServerLanguage) continue
    const own = callableParameters(known, index)
    for (const { node, annotation } of own)
      if (annotation !== undefined && cloudRequestTypes.test(annotation))
        collected.add({ kind: 'http-request', node, shape: wholeRequestShape, label: httpRequestLabel })
    const signature = requestSignatures.find(
      ({ names, function: pattern, hasPath }) =>
        (hasPath === true ? names.length < own.length : names.length === own.length) &&
        names.every((name, place) => own[place]?.name === name) &&
        (pattern === undefined || pattern.test(called)),
    )
    const [first, second, ...others] = own
    if (!signature || !first || !second) continue
    collected.add({ kind: 'http-request', node: first.node, shape: shapes[signature.form], label: httpRequestLabel })
    if (signature.hasPath === true) for (const parameter of others) addPart(known, parameter, collected)
    // In ASGI applications, `await receive()` returns the request body.
    if (signature.form === 'scope')
      for (const user of program.users(second.node))
        if (program.op(user) === Op.Call && program.operand(user, 0) === second.node)
          collected.add({ kind: 'http-request', node: user, shape: anyShape, label: httpRequestLabel })
  }
}

const shapes: Readonly<Record<RequestSignature['form'], Shape>> = {
  request: wholeRequestShape,
  scope: scopeShape,
  environment: environmentShape,
  event: eventShape,
}

/** Adds a parameter that receives one part of a request. */
function addPart(known: KnownProgram, parameter: ProgramParameter, collected: CollectedSources): void {
  const { node, name } = parameter
  const shape = parameterShape(known, parameter)
  if (shape.carries !== 0)
    collected.add({
      kind: 'http-request',
      node,
      shape,
      label: { part: 'parameter', of: 'server', ...(name !== undefined && { name }) },
    })
}

/** Adds functions and classes with CherryPy or Google Cloud decorators, and functions with `f.exposed = True`. */
function findExposed(known: KnownProgram, survey: EntryPointIndex, collected: CollectedSources): void {
  const { program, references } = known
  const expose = (value: number) => {
    for (const index of callbackFunctions(known, value))
      for (const parameter of callableParameters(known, index)) addPart(known, parameter, collected)
    for (const index of references.classes(value))
      for (const { key, value: method } of program.classes[index]?.members ?? [])
        if (/^[A-Z]+$/.test(key) && program.op(method) === Op.Closure)
          for (const parameter of callableParameters(known, program.operand(method, 0)))
            addPart(known, parameter, collected)
  }
  for (const call of [
    ...survey.plainCalls,
    ...requestDecoratorNames.flatMap((name) => survey.methodCalls.get(name) ?? []),
  ]) {
    const names = references.externals(program.operand(call, 0))
    const [decorated] = positionalArguments(known, call)
    if (decorated === undefined) continue
    if (names.some((name) => exposingDecorators.has(name))) expose(decorated)
    else if (names.some((name) => requestDecorators.has(name)))
      for (const index of callbackFunctions(known, decorated)) {
        const [first] = callableParameters(known, index)
        if (first)
          collected.add({ kind: 'http-request', node: first.node, shape: wholeRequestShape, label: httpRequestLabel })
      }
  }
  for (const store of program.index.naming(program.stringIndex('exposed')))
    if (program.op(store) === Op.Store && program.fileOf(store).semantics.libraries === decoratedServerLanguage)
      expose(program.operand(store, 0))
}

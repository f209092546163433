import { dataflowLimits } from '../../dataflow-limits.ts'
import { Op } from '../../ir/operations.ts'
import { propertiesOf } from '../../schemas/schema-steps.ts'
import { shapeOfJsonSchema } from '../../schemas/shape-of-schema.ts'
import { allKinds } from '../../taint-kind.ts'
import { factsAboutValue } from './element-facts.ts'
import { argumentsOf } from './call-names.ts'
import { type ValueFacts, valueFacts } from './value-facts.ts'
import { conjoinFacts, disjoinFacts, contradiction, type Facts, noFacts } from './facts.ts'
import { definitionsOf, seenThrough } from './seen-through.ts'
import type { GuardContext } from './guard-context.ts'
import type { DominatingConditions } from './dominating-conditions.ts'

/** Methods that register several functions for one route. Each function passes the request to the next one. */
const registering: ReadonlySet<string> = new Set([
  'get',
  'post',
  'put',
  'patch',
  'delete',
  'all',
  'head',
  'options',
  'use',
])

/** Index of the `next` parameter, after request and response. */
const goesOn = 2

/**
 * Returns the facts that earlier handlers establish about a handler's request. In `app.post('/x', validate, handler)`,
 * `validate` calls `next` only for valid requests. The request must be the first parameter of a function that is
 * registered directly.
 */
export function factsFromEarlierHandlers(
  context: GuardContext,
  surroundings: DominatingConditions,
  request: number,
): Facts {
  const { program, index } = context
  if (program.op(request) !== Op.Parameter || program.operand(request, 0) !== 0) return noFacts
  const closure = index.closureOf(program.functionOf(request))
  let any = contradiction
  for (const call of program.users(closure)) {
    const callee = program.operand(call, 0)
    if (program.op(call) !== Op.Call || program.op(callee) !== Op.Load || !registering.has(program.text(callee, 1)))
      continue
    let all = shownByRouteSchema(context, call, request)
    for (const earlier of earlierThan(context, call, closure))
      all = conjoinFacts(all, shownBy(context, surroundings, { earlier, request }))
    // The handler may be registered several times, each time with different earlier handlers.
    any = disjoinFacts(any, all)
  }
  return any.isImpossible ? noFacts : any
}

function earlierThan(context: GuardContext, call: number, closure: number): readonly number[] {
  const { program } = context
  const given = argumentsOf(context, call)
  const items = (list: number) =>
    Array.from({ length: program.operandCount(list) }, (_none, index) => program.operand(list, index))
  return given
    .slice(0, given.indexOf(closure))
    .flatMap((one) => (program.op(one) === Op.ArrayOf ? items(one) : [one]))
    .slice(0, dataflowLimits.maxOperands)
}

/**
 * Returns the facts about the request that hold when an earlier handler calls `next`. If the value may refer to several
 * functions, the facts hold for each of them.
 */
function shownBy(
  context: GuardContext,
  surroundings: DominatingConditions,
  { earlier, request }: { readonly earlier: number; readonly request: number },
): Facts {
  const { program, references, values, index } = context
  let all = contradiction
  for (const one of references.functions(earlier)) {
    const [own, next] = [program.parameter(one, 0), program.parameter(one, goesOn)]
    const calls = index
      .calls(one)
      .filter((call) => program.operandCount(call) === 1 && seenThrough(context, program.operand(call, 0)) === next)
    // If a nested function calls `next`, it may do so for any request.
    if (calls.length === 0 || program.users(next).some((user) => program.op(user) === Op.Capture)) return noFacts
    for (const call of calls.slice(0, dataflowLimits.maxOperands)) {
      let here = noFacts
      for (const [value, shown] of surroundings.at({ region: program.regionAt(call), position: call }).of) {
        const same = sameOf(context, value, { own, request })
        if (same !== undefined) here = conjoinFacts(here, factsAboutValue(values, same, shown))
      }
      all = disjoinFacts(all, here)
    }
  }
  return all.isImpossible ? noFacts : all
}

/**
 * Returns the attribute of the handler's request that corresponds to a value in the earlier function. Undefined if the
 * value is not an attribute of that function's request.
 */
function sameOf(
  { values }: GuardContext,
  value: number,
  { own, request }: { readonly own: number; readonly request: number },
): number | undefined {
  const keys: string[] = []
  let at = value
  for (let attribute = values.attributeOf(at); attribute; attribute = values.attributeOf(at)) {
    keys.unshift(attribute.key)
    at = attribute.of
  }
  return at === values.of(own) ? keys.reduce((of, key) => values.attribute(of, key), values.of(request)) : undefined
}

/** Names of request parts in a Fastify route schema, each with the part's name in the request. */
const partsOfRequest: ReadonlyMap<string, string> = new Map([
  ['querystring', 'query'],
  ['query', 'query'],
  ['params', 'params'],
  ['body', 'body'],
  ['headers', 'headers'],
])

/**
 * Handles the schema in Fastify's `app.get('/x', { schema: { querystring: … } }, handler)`. Fastify rejects requests
 * that do not match it.
 */
function shownByRouteSchema(context: GuardContext, call: number, request: number): Facts {
  const { program, references, values } = context
  if (!references.externals(program.operand(call, 0)).some((name) => /^(?:new )?fastify\b/i.test(name))) return noFacts
  const schema = optionOf(context, program.operand(call, 2), 'schema')
  if (schema === undefined) return noFacts
  const of = new Map<number, ValueFacts>()
  for (const [name, part] of partsOfRequest) {
    const described = optionOf(context, schema, name)
    const shape = described === undefined ? undefined : shapeOfJsonSchema(context, seenThrough(context, described))
    for (const [key, { carries }] of shape?.fields ?? [])
      of.set(
        values.attribute(values.attribute(values.of(request), part), key),
        valueFacts({ cleared: allKinds & ~carries }),
      )
  }
  return { of, isImpossible: false }
}

function optionOf(context: GuardContext, node: number, key: string): number | undefined {
  const [object = node, ...others] = definitionsOf(context, node)
  return others.length > 0 ? undefined : propertiesOf(context, object).values.get(key)
}

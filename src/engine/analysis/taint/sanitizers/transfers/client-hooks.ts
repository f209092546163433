import { Op } from '../../../ir/operations.ts'
import { maskOf } from '../../../taint-kind.ts'
import { namesOfCall } from '../call-names.ts'
import { ownerOf } from '../derived-values.ts'
import type { Facts } from '../facts.ts'
import type { GuardContext } from '../guard-context.ts'
import { judgeFacts } from '../judge-facts.ts'
import type { GuardJudgement } from '../guard.ts'
import { Memo } from '../memo.ts'
import { operandsOf } from '../operands.ts'
import { seenThrough } from '../seen-through.ts'
import { isRun } from './is-run.ts'

const [few, many] = [30, 300]
const url = maskOf('url')

/**
 * Client options that hold functions to run before each request, each with the attribute of the option that lists them.
 */
const hookOptions: readonly (readonly [option: string, attribute: string])[] = [
  ['hooks', 'beforeRequest'],
  ['event_hooks', 'request'],
]

/** Attributes of a hook's argument that hold the request's URL or host. */
const addresses: ReadonlySet<string> = new Set(['url', 'baseURL', 'href', 'hostname', 'host'])

/**
 * Returns the functions that run before every request of a client: interceptors added by the program, and hooks passed
 * when the client is created. `creations` contains the calls that may have created the client.
 */
export function hooksOf(context: GuardContext, client: number, creations: readonly number[]): readonly number[] {
  const { references } = context
  const ofClient = new Set([...references.origins(client), ...creations])
  const names = references.externals(client)
  const added = interceptors(context)
    .filter(({ origins, externals, isModule }) =>
      isModule ? externals.some((name) => names.includes(name)) : origins.some((origin) => ofClient.has(origin)),
    )
    .map(({ hook }) => hook)
  const made = creations.flatMap((call) =>
    operandsOf(context.program, call, 1)
      .slice(0, few)
      .flatMap((part) => hooksIn(context, part)),
  )
  return [...added, ...made].flatMap((hook) => references.functions(hook))
}

interface Interceptor {
  readonly origins: readonly number[]
  readonly externals: readonly string[]
  /** True if the hook is added to the module itself. All files in the program share the module. */
  readonly isModule: boolean
  readonly hook: number
}

const remembered = new Memo<readonly Interceptor[]>()

/** Returns the calls in the program that add an interceptor: `client.interceptors.request.use(hook)`. */
function interceptors(context: GuardContext): readonly Interceptor[] {
  return remembered.answer(context, 'interceptors', () => findInterceptors(context))
}

function findInterceptors(context: GuardContext): readonly Interceptor[] {
  const { program, references } = context
  const isLoad = (node: number, key: string) => program.op(node) === Op.Load && program.text(node, 1) === key
  return program
    .callsOfMethod('use')
    .slice(0, many)
    .flatMap((call) => {
      const requests = namesOfCall(context, call).receiver
      if (program.op(call) !== Op.Call || !isLoad(requests, 'request')) return []
      const all = program.operand(requests, 0)
      if (!isLoad(all, 'interceptors')) return []
      if (!isRun(context, program.functionOf(call)) || isConditional(context, call)) return []
      const client = program.operand(all, 0)
      const origins = references.origins(client)
      const isModule = origins.every((origin) => program.op(origin) === Op.Import)
      return [{ origins, externals: references.externals(client), isModule, hook: program.operand(call, 1) }]
    })
}

function isConditional({ program }: GuardContext, call: number): boolean {
  for (let region = program.regionAt(call); region >= 0; region = program.regionAround(region))
    if (program.conditionOf(region) >= 0) return true
  return false
}

/** Returns the hooks in an argument of a call that creates a client. */
function hooksIn({ program, references }: GuardContext, part: number): readonly number[] {
  return hookOptions.flatMap(([option, attribute]) => {
    const options =
      program.op(part) === Op.Keyword
        ? program.text(part, 0) === option
          ? [program.operand(part, 1)]
          : []
        : references.attribute(part, option)
    return options
      .slice(0, few)
      .flatMap((one) => references.attribute(one, attribute))
      .slice(0, few)
      .flatMap((list) => {
        const at = seenThrough({ program, references }, list)
        return program.op(at) === Op.ArrayOf ? operandsOf(program, at).slice(0, few) : [at]
      })
  })
}

/** Judges the URL of requests that a hook accepts, given the facts at the end of the hook. */
export function judgeHook(context: GuardContext, functionIndex: number, ended: Facts): GuardJudgement {
  const { program, values } = context
  const parameter = program.parameter(functionIndex, 0)
  let judged: GuardJudgement = { cleared: 0, flaws: [] }
  for (const [value, shown] of ended.of) {
    const { of, keys } = ownerOf(values, value)
    if (values.nodeOf(of) !== parameter || !addresses.has(keys[0] ?? '')) continue
    const one = judgeFacts(shown, { node: parameter, isJoined: false, isWhole: false, hasMadeLinks: false })
    judged = {
      cleared: judged.cleared | (one.cleared & url),
      flaws: [...judged.flaws, ...one.flaws.filter(({ kinds }) => (kinds & url) !== 0)].slice(0, few),
      ...((judged.tested ?? one.tested) && { tested: judged.tested ?? one.tested }),
    }
  }
  return judged.cleared === 0 ? judged : { cleared: url, flaws: [] }
}

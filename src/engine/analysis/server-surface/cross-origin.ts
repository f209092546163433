import { decoratedServerLanguage } from '../models/server-surface/python-servers.ts'
import { httpServerLanguage } from '../models/server-surface/http-servers.ts'
import { LiteralKind, Op } from '../ir/operations.ts'
import { callableParameters, callbackFunctions } from '../taint/sources/callbacks.ts'
import {
  definitionsOf,
  keywordArgument,
  patternOf,
  positionalArguments,
  propertiesOf,
} from '../schemas/schema-steps.ts'
import { serverSurfaceLimits } from './server-surface-limits.ts'
import { defaultsOf } from './addresses.ts'
import { regionConditions } from './conditions.ts'
import { type ServerSurfaceContext, reachedFrom, sourcesOf } from './surface-context.ts'
import { applicationMethods, knownApplications } from '../models/server-surface/python-servers.ts'
import { plainName } from './plain-name.ts'
import { keyText } from './request-parts.ts'

/**
 * Which pages of other origins may read answers: all; whichever asks; those whose origin has a part that anybody can
 * have.
 */
export const originGrants = ['any', 'reflected', 'part'] as const
export type OriginGrant = (typeof originGrants)[number]

export interface SharedOrigin {
  readonly grants: OriginGrant
  /** Where it is said. */
  readonly at: number
  /** Where it is put to use, which may be another file. */
  readonly usedAt: number
  /** Requests come with the cookies of whoever looks at the page. */
  readonly withCredentials: boolean
}

/** Everything by which pages of other origins are let in. */
export function findSharedOrigins(context: ServerSurfaceContext): readonly SharedOrigin[] {
  const { program, signs, references } = context
  const calls = (name: string, language: string) =>
    (signs.calls.get(name) ?? [])
      .filter((call) => program.fileOf(call).semantics.libraries === language)
      .slice(0, serverSurfaceLimits.maxCalls)
  const middleware = [...corsLibraries].flatMap(([name, model]) =>
    calls(name, httpServerLanguage)
      .filter((call) => references.externals(program.operand(call, 0)).some((one) => model.name.test(one)))
      .flatMap(
        (call) => grantOfOptions(context, call, positionalArguments(context, call)[0], model.withoutOptions) ?? [],
      ),
  )
  const plugins = calls('register', httpServerLanguage).flatMap((call) => {
    const [plugin, options] = positionalArguments(context, call)
    return plugin !== undefined && references.externals(plugin).some((one) => /^@fastify\/cors\b/.test(one))
      ? (grantOfOptions(context, call, options, 'any') ?? [])
      : []
  })
  const classes = ['Middleware', 'add_middleware', 'CORSMiddleware']
    .flatMap((name) => calls(name, decoratedServerLanguage))
    .flatMap((call) => grantOfKeywords(context, call) ?? [])
  return [
    ...middleware,
    ...plugins,
    ...classes,
    ...signs.originHeaders.slice(0, serverSurfaceLimits.maxCalls).flatMap((node) => grantOfHeader(context, node) ?? []),
  ]
}

const corsLibraries: ReadonlyMap<string, { readonly name: RegExp; readonly withoutOptions: OriginGrant }> = new Map([
  [
    'cors',
    {
      name: /^(?:cors|hono\.cors\.cors|hono\/cors\.cors|hono\.cors|@elysiajs\/cors\.cors)$/,
      withoutOptions: 'any' as const,
    },
  ],
  ['@koa/cors', { name: /^@koa\/cors$/, withoutOptions: 'reflected' as const }],
])

/** `cors({ origin: '*', credentials: true })`; without options everybody is let in. */
function grantOfOptions(
  context: ServerSurfaceContext,
  call: number,
  options: number | undefined,
  withoutOptions: OriginGrant,
): SharedOrigin | undefined {
  const { program } = context
  const [definition] = options === undefined ? [] : definitionsOf(context, options)
  if (options === undefined) return { grants: withoutOptions, at: call, usedAt: call, withCredentials: false }
  if (definition === undefined || program.op(definition) !== Op.ObjectOf) return undefined
  const { values, isOpen } = propertiesOf(context, definition)
  const origin = values.get('origin')
  if (origin === undefined && isOpen) return undefined
  const withCredentials = isTrue(context, values.get('credentials'))
  if (origin === undefined) return { grants: withoutOptions, at: call, usedAt: call, withCredentials }
  const found = grantOfValue(context, origin)
  return found && { ...found, usedAt: call, withCredentials }
}

/** A text, a list of texts, `true`, a pattern, or a function that decides. */
function grantOfValue(context: ServerSurfaceContext, origin: number): Pick<SharedOrigin, 'grants' | 'at'> | undefined {
  const { program } = context
  const functions = callbackFunctions(context, origin)
  for (const index of functions) {
    const grants = grantOfFunction(context, index)
    if (grants) return { grants, at: origin }
  }
  if (functions.length > 0) return undefined
  // With a list that is set, the other value is what holds without it.
  for (const source of defaultsOf(context, origin)) {
    const items =
      program.op(source) === Op.ArrayOf
        ? Array.from({ length: program.operandCount(source) }, (_none, index) => program.operand(source, index))
        : [source]
    for (const item of items.flatMap((one) => defaultsOf(context, one))) {
      const kind = program.op(item) === Op.Literal ? program.operand(item, 0) : -1
      const text = program.text(item, 1)
      if (kind === LiteralKind.string && text.split(',').some((one) => one.trim() === '*'))
        return { grants: 'any', at: item }
      if (kind === LiteralKind.boolean && text === 'true') return { grants: 'reflected', at: item }
      const pattern = patternOf(context, item)
      if (pattern && isLoosePattern(pattern.pattern)) return { grants: 'part', at: item }
    }
  }
  return undefined
}

/** Whether a pattern of origins lets in what only ends in the right letters, or begins with them. */
function isLoosePattern(pattern: string): boolean {
  return (
    !pattern.startsWith('^') ||
    !/(?:\$|\(:\\d\+\)\?\$?)$/.test(pattern) ||
    /^\^(?:https\?:\/\/)?\.\*/.test(pattern) ||
    pattern === '.*'
  )
}

/** `(origin, callback) => callback(null, true)`: what decides without a look at the origin, or by a part of it. */
function grantOfFunction(context: ServerSurfaceContext, index: number): OriginGrant | undefined {
  const { program, signs } = context
  const [origin, callback] = callableParameters(context, index)
  if (!origin) return undefined
  const granting =
    callback === undefined
      ? (program.functions[index]?.returns ?? []).map((returned) => ({
          node: returned,
          value: program.operand(returned, 0),
        }))
      : (signs.callbackCalls.get(index) ?? [])
          .filter((call) => program.operand(call, 0) === callback.node)
          .flatMap((call) => {
            const value = positionalArguments(context, call)[1]
            return value === undefined ? [] : [{ node: call, value }]
          })
  const grants = new Set(
    granting
      .filter(({ value }) => isTrue(context, value) || value === origin.node)
      .map(({ node }) => grantAround(context, node)),
  )
  return grants.has('reflected') ? 'reflected' : grants.has('part') ? 'part' : undefined
}

/** `Middleware(CORSMiddleware, allow_origins=['*'], allow_credentials=True)` */
function grantOfKeywords(context: ServerSurfaceContext, call: number): SharedOrigin | undefined {
  const { program } = context
  const isCors =
    plainName(context, program.operand(call, 0)) === 'CORSMiddleware' ||
    positionalArguments(context, call).some((one) => plainName(context, one) === 'CORSMiddleware')
  if (!isCors || wrapsOneAnswer(context, call)) return undefined
  const origins = keywordArgument(context, call, 'allow_origins')
  const pattern = keywordArgument(context, call, 'allow_origin_regex')
  const withCredentials = isTrue(context, keywordArgument(context, call, 'allow_credentials'))
  const found = origins === undefined ? undefined : grantOfValue(context, origins)
  if (found) return { ...found, usedAt: call, withCredentials }
  const text = pattern === undefined ? undefined : program.literalText(definitionsOf(context, pattern)[0] ?? pattern)
  // Starlette takes the whole origin to match.
  return pattern !== undefined && text !== undefined && /^\^?(?:https\?:\/\/)?\.[*+]\$?$/.test(text)
    ? { grants: 'any', at: pattern, usedAt: call, withCredentials }
    : undefined
}

/**
 * `CORSMiddleware(app=answer_metadata, …)`: put around one answer, and not around the application; what says who may
 * get tokens has to be open to pages.
 */
function wrapsOneAnswer(context: ServerSurfaceContext, call: number): boolean {
  const { program } = context
  if (plainName(context, program.operand(call, 0)) !== 'CORSMiddleware') return false
  const around = keywordArgument(context, call, 'app') ?? positionalArguments(context, call)[0]
  return (
    around === undefined ||
    !sourcesOf(context, around).some((source) => {
      const name =
        program.op(source) === Op.Call || program.op(source) === Op.New
          ? plainName(context, program.operand(source, 0))
          : undefined
      return name !== undefined && (applicationMethods.has(name) || knownApplications.has(name))
    })
  )
}

/** `res.setHeader('Access-Control-Allow-Origin', '*')`, `{ 'Access-Control-Allow-Origin': origin }` */
function grantOfHeader(context: ServerSurfaceContext, node: number): SharedOrigin | undefined {
  const { program } = context
  const value = headerValue(context, node)
  if (value === undefined) return undefined
  const withCredentials = allowsCredentials(context, node)
  for (const source of defaultsOf(context, value)) {
    if (
      program.op(source) === Op.Literal &&
      program.operand(source, 0) === LiteralKind.string &&
      program.text(source, 1) === '*'
    )
      return { grants: 'any', at: source, usedAt: node, withCredentials }
    if (!isOriginRead(context, source)) continue
    const grants = grantAround(context, node)
    if (grants) return { grants, at: node, usedAt: node, withCredentials }
  }
  return undefined
}

/** What stands behind the name of the header: the next argument, the value of a property, what is stored under it. */
function headerValue(context: ServerSurfaceContext, node: number): number | undefined {
  const { program } = context
  if (program.op(node) === Op.Property) return program.operand(node, 1)
  if (program.op(node) === Op.Store) return program.operand(node, 2)
  for (const user of program.users(node)) {
    const op = program.op(user)
    if (op === Op.StoreDynamic && program.operand(user, 1) === node) return program.operand(user, 2)
    if (op !== Op.Call) continue
    const name = plainName(context, program.operand(user, 0))
    const given = positionalArguments(context, user)
    const place = given.indexOf(node)
    if (place >= 0 && name !== undefined && /^(?:set|setHeader|header|append|add|writeHead|setdefault)$/.test(name))
      return given[place + 1]
  }
  return undefined
}

/** Whether a value is the origin that a request names. */
function isOriginRead(context: ServerSurfaceContext, source: number): boolean {
  const { program } = context
  const op = program.op(source)
  if (op === Op.Load) return program.text(source, 1).toLowerCase() === 'origin'
  if (op === Op.LoadDynamic) return keyText(program, program.operand(source, 1))?.toLowerCase() === 'origin'
  return op === Op.Call && keyText(program, program.operand(source, 1))?.toLowerCase() === 'origin'
}

/**
 * What the conditions around a node ask of the origin: nothing that keeps anybody out, a part of it, or all of it
 * (undefined).
 */
function grantAround(context: ServerSurfaceContext, node: number): OriginGrant | undefined {
  const { program } = context
  const asked = regionConditions(context, node).map((condition) => askedOf(context, condition, 0))
  if (asked.includes('whole')) return undefined
  if (asked.includes('part')) return 'part'
  return program.op(node) === Op.Return && asked.length > 0 ? undefined : 'reflected'
}

const partMethods: ReadonlySet<string> = new Set([
  'endsWith',
  'startsWith',
  'includes',
  'indexOf',
  'endswith',
  'startswith',
])

function askedOf(context: ServerSurfaceContext, condition: number, depth: number): 'part' | 'whole' | undefined {
  const { program } = context
  if (depth > 8) return undefined
  const op = program.op(condition)
  const inner = (indexes: readonly number[]) =>
    indexes.map((index) => askedOf(context, program.operand(condition, index), depth + 1))
  if (op === Op.Unary) return inner([1])[0]
  if (op === Op.Logical) {
    const both = inner([1, 2])
    return both.includes('whole') ? 'whole' : both.includes('part') ? 'part' : undefined
  }
  if (op === Op.Phi || op === Op.Capture || op === Op.Await) return inner([0])[0]
  if (op === Op.Binary) {
    const operator = program.text(condition, 0)
    const isOfOrigin = [1, 2].some((index) => isAboutOrigin(context, program.operand(condition, index)))
    const isConstant = [1, 2].some(
      (index) =>
        program.op(program.operand(condition, index)) === Op.Literal &&
        ['undefined', 'null', 'None', ''].includes(program.text(program.operand(condition, index), 1)),
    )
    if (operator === 'in' || operator === 'not in') return 'whole'
    return isOfOrigin && !isConstant && /^[!=]==?$/.test(operator) ? 'whole' : undefined
  }
  // `result.ok` of a function that decides.
  if (op === Op.Load && program.op(program.operand(condition, 0)) === Op.Call) return inner([0])[0]
  if (op !== Op.Call) return undefined
  const callee = program.operand(condition, 0)
  const name = plainName(context, callee) ?? ''
  if (partMethods.has(name) && program.op(callee) === Op.Load && isAboutOrigin(context, program.operand(callee, 0)))
    return 'part'
  if (name === 'test' && program.op(callee) === Op.Load) {
    const pattern = patternOf(context, program.operand(callee, 0))
    return pattern && isLoosePattern(pattern.pattern) ? 'part' : 'whole'
  }
  // A list that has it, or a function that decides.
  return 'whole'
}

function isAboutOrigin(context: ServerSurfaceContext, node: number): boolean {
  const { program } = context
  return definitionsOf(context, node).some(
    (source) =>
      isOriginRead(context, source) ||
      (program.op(source) === Op.Parameter &&
        /origin/i.test(
          program.functions[program.functionOf(source)]?.parameters[program.operand(source, 0)]?.name ?? '',
        )),
  )
}

/** Whether the same function also allows credentials. */
function allowsCredentials(context: ServerSurfaceContext, node: number): boolean {
  const { program, signs } = context
  const near = reachedFrom(context, [program.functionOf(node)], 0)
  return signs.credentialHeaders.some((other) => near.has(program.functionOf(other)))
}

function isTrue(context: ServerSurfaceContext, node: number | undefined): boolean {
  if (node === undefined) return false
  const { program } = context
  return definitionsOf(context, node).some(
    (source) => program.op(source) === Op.Literal && /^true$/i.test(program.text(source, 1)),
  )
}

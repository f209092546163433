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
import { type ServerSurfaceContext, reachedFrom, sourcesOf } from './surface-context.ts'
import { applicationMethods, knownApplications } from '../models/server-surface/python-servers.ts'
import { plainName } from './plain-name.ts'
import { grantAround, isLoosePattern, isOriginRead } from './origin-conditions.ts'
import type { OriginGrant, SharedOrigin } from './shared-origin.ts'

/** Finds all code that lets pages of other origins read responses. */
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

/** Handles `cors({ origin: '*', credentials: true })`. If there are no options, every origin has access. */
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

/** Handles a string, a list of strings, `true`, a pattern, or a function that decides. */
function grantOfValue(context: ServerSurfaceContext, origin: number): Pick<SharedOrigin, 'grants' | 'at'> | undefined {
  const { program } = context
  const functions = callbackFunctions(context, origin)
  for (const index of functions) {
    const grants = grantOfFunction(context, index)
    if (grants) return { grants, at: origin }
  }
  if (functions.length > 0) return undefined
  // For a configurable list, the default is evaluated.
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

/**
 * Handles `(origin, callback) => callback(null, true)`: a function that ignores the origin or tests only part of it.
 */
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

/** Handles `Middleware(CORSMiddleware, allow_origins=['*'], allow_credentials=True)`. */
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
  // Starlette matches the pattern against the whole origin.
  return pattern !== undefined && text !== undefined && /^\^?(?:https\?:\/\/)?\.[*+]\$?$/.test(text)
    ? { grants: 'any', at: pattern, usedAt: call, withCredentials }
    : undefined
}

/**
 * True for `CORSMiddleware(app=answer_metadata, …)`, which wraps one handler instead of the application. Such a handler
 * returns authorization server metadata, which pages must be able to read.
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

/** Handles `res.setHeader('Access-Control-Allow-Origin', '*')` and `{ 'Access-Control-Allow-Origin': origin }`. */
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

/** Returns the header value: the next argument, the property value, or the value stored under the header name. */
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

/** True if the same function also allows credentials. */
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

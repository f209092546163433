import {
  addingMethods,
  decoratedMethods,
  decoratedServerLanguage,
  routingMethods,
} from '../models/server-surface/python-servers.ts'
import { Op } from '../ir/operations.ts'
import { keywordArgument, positionalArguments, receiverOf } from '../schemas/schema-steps.ts'
import { callbackFunctions } from '../taint/sources/callbacks.ts'
import { constantText } from '../taint/sources/constant-text.ts'
import type { Guard } from './checks.ts'
import type { Route } from './http-applications.ts'
import { injectedGuards } from './injected-guards.ts'
import { namedArgument } from './named-arguments.ts'
import { guardsOfArguments } from './served-guards.ts'
import { serverSurfaceLimits } from './server-surface-limits.ts'
import { plainName } from './plain-name.ts'
import { itemsOf, type ServerSurfaceContext, sourcesOf } from './surface-context.ts'

const bounds = { routers: 3 }

/** Returns routes that decorators register on an application and on its included routers. */
export function routesServed(context: ServerSurfaceContext, application: number): readonly Route[] {
  return routesOf(context, application, '', [], 0).slice(0, serverSurfaceLimits.maxEndpoints)
}

function routesOf(
  context: ServerSurfaceContext,
  application: number,
  prefix: string,
  before: readonly Guard[],
  depth: number,
): readonly Route[] {
  const own = [...before, ...guardsOfArguments(context, application), ...hooksOf(context, application)]
  const routes: Route[] = [...decoratedMethods].flatMap(([name, method]) =>
    callsOn(context, name, application).flatMap((call) => decoratedRoute(context, call, method, prefix, own) ?? []),
  )
  routes.push(...addedRoutes(context, application, prefix, own))
  if (depth >= bounds.routers) return routes
  const mounted = ['include_router', 'register_blueprint'].flatMap((name) =>
    callsOn(context, name, application).flatMap((call) => {
      const [router] = positionalArguments(context, call)
      const path = namedArgument(context, call, 'prefix') ?? namedArgument(context, call, 'url_prefix')
      const inner = `${prefix}${(path === undefined ? undefined : constantText(context, path)) ?? ''}`
      return (router === undefined ? [] : sourcesOf(context, router)).flatMap((source) => {
        const ownPath = keywordArgument(context, source, 'prefix') ?? keywordArgument(context, source, 'url_prefix')
        const whole = `${inner}${(ownPath === undefined ? undefined : constantText(context, ownPath)) ?? ''}`
        return routesOf(context, source, whole, [...own, ...guardsOfArguments(context, call)], depth + 1)
      })
    }),
  )
  return [...routes, ...mounted]
}

/** Handles a function decorated with `@app.post('/x', dependencies=[…])`. */
function decoratedRoute(
  context: ServerSurfaceContext,
  call: number,
  method: string,
  prefix: string,
  guards: readonly Guard[],
): Route | undefined {
  const { program } = context
  const decorated = decoratedBy(context, call)
  const functions = decorated.flatMap((value) => callbackFunctions(context, value))
  if (functions.length === 0) return undefined
  const [first] = positionalArguments(context, call)
  const path = `${prefix}${(first === undefined ? undefined : constantText(context, first)) ?? ''}`
  const methods = keywordArgument(context, call, 'methods')
  const changes = methods === undefined || !isOnlyReading(context, methods)
  // In Flask, a route that sets no `methods` answers only GET.
  const named = method === 'route' ? (methods !== undefined && changes ? 'all' : 'get') : method
  return {
    call,
    label: `${named.toUpperCase()} ${path === '' ? '/' : path}`,
    path: path === '' ? undefined : path,
    method: named,
    guards: [
      ...guards,
      ...guardsOfArguments(context, call),
      ...decorated
        .filter((value) => program.op(value) === Op.Call)
        .map((value) => ({ value: program.operand(value, 0), at: -1 })),
      ...injectedGuards(context, functions),
    ],
    functions,
  }
}

/** Handles `app.router.add_post('/x', f)`, `app.add_api_route('/x', f)`, and `app.add_routes([web.post('/x', f)])`. */
function addedRoutes(
  context: ServerSurfaceContext,
  application: number,
  prefix: string,
  guards: readonly Guard[],
): readonly Route[] {
  const { program } = context
  const route = (call: number, method: string, values: readonly number[]): readonly Route[] => {
    const [first, handler] = values
    const path = `${prefix}${(first === undefined ? undefined : constantText(context, first)) ?? ''}`
    const functions = handler === undefined ? [] : callbackFunctions(context, handler)
    if (functions.length === 0) return []
    return [
      {
        call,
        label: `${method.toUpperCase()} ${path === '' ? '/' : path}`,
        path: path === '' ? undefined : path,
        method,
        guards: [...guards, ...guardsOfArguments(context, call), ...injectedGuards(context, functions)],
        functions,
      },
    ]
  }
  const routed = (call: number): readonly Route[] => {
    const given = positionalArguments(context, call)
    const named = ['endpoint', 'view_func', 'handler'].flatMap((name) => keywordArgument(context, call, name) ?? [])
    const methods = keywordArgument(context, call, 'methods')
    const first = given[0] === undefined ? '' : (constantText(context, given[0]) ?? '')
    // In aiohttp, the router takes the HTTP method as the first argument.
    if (/^(?:[A-Z]+|\*)$/.test(first)) return route(call, first === '*' ? 'all' : first.toLowerCase(), given.slice(1))
    const handler = named[0] ?? given.findLast((one) => callbackFunctions(context, one).length > 0)
    const method = methods !== undefined && !isOnlyReading(context, methods) ? 'all' : 'get'
    return given[0] === undefined || handler === undefined ? [] : route(call, method, [given[0], handler])
  }
  return [
    ...[...addingMethods].flatMap(([name, method]) =>
      callsOn(context, name, application).flatMap((call) => route(call, method, positionalArguments(context, call))),
    ),
    ...[...routingMethods].flatMap((name) => callsOn(context, name, application).flatMap(routed)),
    ...callsOn(context, 'add_routes', application)
      .flatMap((call) => positionalArguments(context, call).slice(0, 1))
      .flatMap((list) => sourcesOf(context, list))
      .flatMap((list) => itemsOf(context, list))
      .flatMap(({ value }) => sourcesOf(context, value))
      .filter((item) => program.op(item) === Op.Call)
      .flatMap((item) => {
        const method = decoratedMethods.get(plainName(context, program.operand(item, 0)) ?? '')
        const given = positionalArguments(context, item)
        if (method === undefined) return []
        return method === 'route' ? routed(item) : route(item, method, given)
      }),
  ]
}

/**
 * Returns functions that an application runs before each request. In the IR, `@app.before_request` is a call that
 * receives the function.
 */
function hooksOf(context: ServerSurfaceContext, application: number): readonly Guard[] {
  return ['before_request', 'before_app_request'].flatMap((name) =>
    callsOn(context, name, application)
      .flatMap((call) => positionalArguments(context, call))
      .map((value) => ({ value, at: -1 })),
  )
}

function callsOn(context: ServerSurfaceContext, name: string, application: number): readonly number[] {
  const { program, signs } = context
  return (signs.calls.get(name) ?? []).slice(0, serverSurfaceLimits.maxCalls).filter((call) => {
    if (program.fileOf(call).semantics.libraries !== decoratedServerLanguage) return false
    const receiver = receiverOf(context, call)
    return (
      receiver !== undefined &&
      (sourcesOf(context, receiver).includes(application) ||
        (program.op(receiver) === Op.Load &&
          program.text(receiver, 1) === 'router' &&
          sourcesOf(context, program.operand(receiver, 0)).includes(application)))
    )
  })
}

/** Returns the functions decorated by a decorator call that has arguments. */
function decoratedBy(context: ServerSurfaceContext, call: number): readonly number[] {
  const { program } = context
  return [...program.users(call)]
    .filter((user) => program.op(user) === Op.Call && program.operand(user, 0) === call)
    .flatMap((user) => positionalArguments(context, user).slice(0, 1))
}

function isOnlyReading(context: ServerSurfaceContext, methods: number): boolean {
  const { program } = context
  return sourcesOf(context, methods).every(
    (source) =>
      program.op(source) === Op.ArrayOf &&
      Array.from({ length: program.operandCount(source) }, (_none, index) => program.operand(source, index)).every(
        (item) => /^(?:GET|HEAD|OPTIONS)$/i.test(constantText(context, item) ?? ''),
      ),
  )
}

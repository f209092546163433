import { append } from './append.ts'
import { httpServerLanguage } from '../models/server-surface/http-servers.ts'
import { Op } from '../ir/operations.ts'
import { callbackFunctions } from '../taint/sources/callbacks.ts'
import { constantText } from '../taint/sources/constant-text.ts'
import { serverSurfaceLimits } from './server-surface-limits.ts'
import { calledName, definitionsOf, positionalArguments, propertiesOf, receiverOf } from '../schemas/schema-steps.ts'
import type { Guard } from './checks.ts'
import { type ServerSurfaceContext, itemsOf, sourcesOf } from './surface-context.ts'
import { addressOf } from './addresses.ts'
import {
  answeringMethods,
  applicationMakers,
  hostCheckingMakers,
  passingMethods,
} from '../models/server-surface/http-servers.ts'
import { plainName } from './plain-name.ts'

/** One registration on an application: middleware or a route. */
export interface Registration {
  readonly call: number
  readonly method: string
  /** Undefined if it applies to all paths or if the path is unknown. */
  readonly path: string | undefined
  /** Middleware and handlers in order. */
  readonly values: readonly number[]
  /** Applications mounted on this one. */
  readonly mounted: readonly number[]
}

export interface Route {
  /** Node that registers the route. */
  readonly call: number
  /** Display name: `POST /mcp`. */
  readonly label: string
  readonly path: string | undefined
  readonly method: string
  readonly guards: readonly Guard[]
  readonly functions: readonly number[]
  /** True if the application itself compares the `Host` header. */
  readonly comparesHosts?: boolean
}

const bounds = { mounts: 4, guards: 200 }

/** Returns the calls that create the applications that a value may refer to. */
export function applicationsOf(context: ServerSurfaceContext, node: number): readonly number[] {
  return sourcesOf(context, node).filter((source) => isApplication(context, source))
}

export function isApplication(context: ServerSurfaceContext, node: number): boolean {
  const { program, references } = context
  const op = program.op(node)
  if (op !== Op.Call && op !== Op.New) return false
  const name = plainName(context, program.operand(node, 0))
  return name !== undefined && applicationMakers.has(name) && references.callees(node).length === 0
}

/** Returns each application's registrations in source order. Registrations on an unknown application are under -1. */
export function registrationsOf(context: ServerSurfaceContext): ReadonlyMap<number, readonly Registration[]> {
  const { program, signs } = context
  const found = new Map<number, Registration[]>()
  for (const method of [...passingMethods, ...answeringMethods.keys(), 'on']) {
    for (const call of signs.calls.get(method) ?? []) {
      if (program.fileOf(call).semantics.libraries !== httpServerLanguage) continue
      const receiver = receiverOf(context, call)
      if (receiver === undefined) continue
      const registration = registrationOf(context, call, method)
      if (!registration) continue
      const applications = applicationsOf(context, receiver)
      // A cache or client method with the same name takes neither a path nor a function.
      for (const application of applications.length > 0 ? applications : registration.path === undefined ? [] : [-1])
        append(found, application, registration)
    }
  }
  for (const registrations of found.values()) registrations.sort((a, b) => a.call - b.call)
  return found
}

function registrationOf(context: ServerSurfaceContext, call: number, method: string): Registration | undefined {
  const given = positionalArguments(context, call)
  const [first, ...others] = given
  // Most calls of methods such as `get` with a single argument read from a map.
  if (first === undefined || (others.length === 0 && answeringMethods.has(method) && method !== 'route'))
    return undefined
  const text = pathText(context, first)
  if (method === 'on' || method === 'addHook')
    return method === 'addHook' || constantText(context, first) === 'request'
      ? { call, method: method === 'on' ? 'any' : method, path: undefined, values: others, mounted: [] }
      : undefined
  if (method === 'route' && given.length === 1) return describedRoute(context, call, first)
  const values = (text === undefined ? given : others).flatMap((value) => listed(context, value))
  if (answeringMethods.has(method) && method !== 'route' && (text === undefined || values.length === 0))
    return undefined
  const mounted = values.flatMap((value) => applicationsOf(context, routesOf(context, value)))
  return {
    call,
    method,
    path: text,
    values: [...values, ...values.flatMap((value) => hooksOf(context, value))],
    mounted,
  }
}

/** Returns the router for `router.routes()` in Koa. */
function routesOf(context: ServerSurfaceContext, value: number): number {
  const { program } = context
  const receiver =
    program.op(value) === Op.Call && calledName(context, value) === 'routes' ? receiverOf(context, value) : undefined
  return receiver ?? value
}

/** Handles `fastify.route({ method, url, preHandler, handler })`. */
function describedRoute(context: ServerSurfaceContext, call: number, options: number): Registration | undefined {
  const [definition] = definitionsOf(context, options)
  if (definition === undefined || context.program.op(definition) !== Op.ObjectOf) return undefined
  const { values } = propertiesOf(context, definition)
  const handler = values.get('handler')
  const path = values.get('url') ?? values.get('path')
  if (handler === undefined || path === undefined) return undefined
  const method = values.get('method')
  return {
    call,
    method: (method === undefined ? 'all' : (constantText(context, method) ?? 'all')).toLowerCase(),
    path: constantText(context, path),
    values: [...hooksOf(context, options), handler],
    mounted: [],
  }
}

/** Returns the hooks in route options. */
function hooksOf(context: ServerSurfaceContext, value: number): readonly number[] {
  const [definition] = definitionsOf(context, value)
  if (definition === undefined || context.program.op(definition) !== Op.ObjectOf) return []
  const { values } = propertiesOf(context, definition)
  return ['onRequest', 'preHandler', 'preValidation', 'preParsing', 'beforeHandle'].flatMap((key) => {
    const hook = values.get(key)
    return hook === undefined ? [] : listed(context, hook)
  })
}

function listed(context: ServerSurfaceContext, value: number): readonly number[] {
  const { program } = context
  const [definition] = definitionsOf(context, value)
  return definition !== undefined && program.op(definition) === Op.ArrayOf
    ? itemsOf(context, definition).map((item) => item.value)
    : [value]
}

function pathText(context: ServerSurfaceContext, node: number): string | undefined {
  const [definition = node] = definitionsOf(context, node)
  const texts = (context.program.op(definition) === Op.ArrayOf ? listed(context, definition) : [definition]).map(
    (one) => constantText(context, one),
  )
  const text = texts[0]
  if (text !== undefined && /^[/*…]/.test(text)) return text
  // The path is computed or comes from a setting.
  return text === undefined &&
    context.program.op(definition) !== Op.Closure &&
    callbackFunctions(context, node).length === 0 &&
    isText(context, definition)
    ? '…'
    : undefined
}

function isText({ program }: ServerSurfaceContext, node: number): boolean {
  const op = program.op(node)
  return (
    op === Op.Concat ||
    op === Op.Logical ||
    (op === Op.Load && /path|endpoint|route|url|prefix/i.test(program.text(node, 1))) ||
    (op === Op.Parameter &&
      /path|endpoint|route|url|prefix/i.test(
        program.functions[program.functionOf(node)]?.parameters[program.operand(node, 0)]?.name ?? '',
      ))
  )
}

/** Returns all routes of an application with their guards. */
export function routesOfApplication(
  context: ServerSurfaceContext,
  registrations: ReadonlyMap<number, readonly Registration[]>,
  application: number,
): readonly Route[] {
  const doors: Route[] = []
  collect(application, '', [], 0)
  return isHostChecking(context, application) ? doors.map((door) => ({ ...door, comparesHosts: true })) : doors

  function collect(
    one: number,
    prefix: string,
    before: readonly { readonly path: string; readonly guard: Guard }[],
    depth: number,
  ): void {
    const passed = [...before]
    const own = (registrations.get(one) ?? []).slice(0, serverSurfaceLimits.maxCalls)
    for (const { call, method, path, values, mounted } of own) {
      if (doors.length >= serverSurfaceLimits.maxEndpoints) return
      const full = joined(prefix, path)
      // Middleware registered in another function may be registered earlier at run time.
      const guards = [...passed, ...laterElsewhere(own, call, prefix)]
        .filter((other) => covers(other.path, full))
        .map(({ guard }) => guard)
      if (passingMethods.has(method)) {
        for (const inner of depth < bounds.mounts ? mounted : [])
          collect(
            inner,
            full,
            [
              ...passed.filter((other) => covers(other.path, full)),
              ...values
                .filter((value) => !mounted.includes(value))
                .map((value) => ({ path: full, guard: { value, at: call } })),
            ],
            depth + 1,
          )
        const answering = values.flatMap((value) => callbackFunctions(context, value))
        if (answering.length > 0)
          doors.push({
            call,
            label: path === undefined ? 'the HTTP handler' : `all methods of ${full}`,
            path: full,
            method: 'use',
            guards: [...guards, ...values.slice(0, -1).map((value) => ({ value, at: -1 }))],
            functions: callbackFunctions(context, values.at(-1) ?? -1),
          })
        for (const value of passed.length < bounds.guards ? values : [])
          passed.push({ path: path === undefined ? prefix : full, guard: { value, at: call } })
      } else
        doors.push({
          call,
          label: method === 'any' ? 'the HTTP handler' : `${method.toUpperCase()} ${full === '' ? '…' : full}`,
          path: full,
          method,
          guards: [...guards, ...values.slice(0, -1).map((value) => ({ value, at: -1 }))],
          functions: values.length === 0 ? [] : callbackFunctions(context, values.at(-1) ?? -1),
        })
    }
  }

  function laterElsewhere(
    own: readonly Registration[],
    call: number,
    prefix: string,
  ): readonly { readonly path: string; readonly guard: Guard }[] {
    const inside = context.program.functionOf(call)
    return own
      .filter(
        (other) =>
          other.call > call && passingMethods.has(other.method) && context.program.functionOf(other.call) !== inside,
      )
      .flatMap(({ call: at, path, values }) =>
        values.map((value) => ({ path: joined(prefix, path), guard: { value, at } })),
      )
  }
}

/**
 * True for the SDK's `createMcpExpressApp()` if its host is loopback or it has a list of allowed hosts. Otherwise, it
 * does not check host names.
 */
function isHostChecking(context: ServerSurfaceContext, application: number): boolean {
  const { program, references } = context
  const callee = program.operand(application, 0)
  if (!hostCheckingMakers.has(plainName(context, callee) ?? '') || references.callees(application).length > 0)
    return false
  const options = positionalArguments(context, application)
    .flatMap((one) => definitionsOf(context, one))
    .map((one) => propertiesOf(context, one).values)
  const host = options.map((values) => values.get('host')).find((value) => value !== undefined)
  return (
    host === undefined ||
    options.some((values) => values.has('allowedHosts')) ||
    addressOf(context, host, 'loopback').reach !== 'everywhere'
  )
}

function joined(prefix: string, path: string | undefined): string {
  return path === undefined ? prefix : `${prefix.replace(/\/$/, '')}${path}`
}

/** True if middleware on one path also applies to another path. Unknown paths are treated as covered. */
function covers(path: string, other: string): boolean {
  const open = path.replace(/(?:\/(?=\*))?(?<!\*)\*+$/, '').replace(/\/$/, '')
  return (
    open === '' ||
    open.includes('…') ||
    other.includes('…') ||
    other === '' ||
    other === open ||
    other.startsWith(`${open}/`) ||
    open.includes(':') ||
    open.includes('*')
  )
}

import {
  authenticatingArguments,
  authenticatingAttributes,
  decoratedServerLanguage,
  passingArguments,
} from '../models/server-surface/python-servers.ts'
import { Op } from '../ir/operations.ts'
import { positionalArguments, receiverOf } from '../schemas/schema-steps.ts'
import type { Guard } from './checks.ts'
import { namedArgument } from './named-arguments.ts'
import { plainName } from './plain-name.ts'
import { serverSurfaceLimits } from './server-surface-limits.ts'
import { itemsOf, type ServerSurfaceContext, sourcesOf } from './surface-context.ts'

/** Returns the guards that a server's constructor arguments install. */
export function guardsOfServer(context: ServerSurfaceContext, server: number): readonly Guard[] {
  return [
    ...authenticatingArguments.flatMap((name) => {
      const value = namedArgument(context, server, name)
      return value === undefined ? [] : [{ value, at: server, isAuthentication: true }]
    }),
    ...storedGuards(context, server),
    ...guardsOfArguments(context, server),
    ...addedMiddleware(context, server),
  ]
}

/** Handles `mcp.auth = BearerAuthProvider(…)` and `mcp.settings.auth = AuthSettings(…)`. */
function storedGuards(context: ServerSurfaceContext, server: number): readonly Guard[] {
  const { program } = context
  return authenticatingAttributes.flatMap((name) => {
    const key = program.stringIndex(name)
    const stores = key < 0 ? [] : [...program.index.naming(key)].filter((node) => program.op(node) === Op.Store)
    return stores
      .filter((store) => {
        const object = program.operand(store, 0)
        const isSettings = program.op(object) === Op.Load && program.text(object, 1) === 'settings'
        return sourcesOf(context, isSettings ? program.operand(object, 0) : object).includes(server)
      })
      .map((store) => ({ value: program.operand(store, 2), at: store, isAuthentication: true }))
  })
}

/** Handles `middleware=[Middleware(CheckKey)]` and `dependencies=[Depends(check)]`. */
export function guardsOfArguments(context: ServerSurfaceContext, call: number): readonly Guard[] {
  return passingArguments.flatMap((name) => {
    const value = namedArgument(context, call, name)
    return value === undefined ? [] : listed(context, value)
  })
}

function listed(context: ServerSurfaceContext, value: number): readonly Guard[] {
  const { program } = context
  return sourcesOf(context, value).flatMap((source) => {
    const items = program.op(source) === Op.ArrayOf ? itemsOf(context, source) : [{ value: source, addedBy: -1 }]
    return items.flatMap(({ value: item, addedBy }) =>
      wrapped(context, item).map((guard) => (addedBy >= 0 ? { ...guard, at: addedBy } : guard)),
    )
  })
}

/** Unwraps `Middleware(CheckKey, key=key)` to `CheckKey` and `Depends(check)` to `check`. */
function wrapped(context: ServerSurfaceContext, item: number): readonly Guard[] {
  const { program } = context
  return sourcesOf(context, item).flatMap((source) => {
    const isWrapping =
      program.op(source) === Op.Call &&
      /^(?:Middleware|Depends|Security|ASGIMiddleware)$/.test(plainName(context, program.operand(source, 0)) ?? '')
    const [inner] = isWrapping ? positionalArguments(context, source) : []
    return inner === undefined ? [{ value: source, at: source }] : [{ value: inner, at: source }]
  })
}

/**
 * Returns middleware added to this application or to an unknown one by `app.add_middleware(CheckKey)` or
 * `@app.middleware('http')`.
 */
export function addedMiddleware(context: ServerSurfaceContext, application: number): readonly Guard[] {
  const { program, signs } = context
  const isOf = (call: number) => {
    const receiver = receiverOf(context, call)
    const sources = receiver === undefined ? [] : sourcesOf(context, receiver)
    return (
      sources.includes(application) ||
      sources.every((source) => program.op(source) === Op.Parameter || program.op(source) === Op.Load)
    )
  }
  const added = (signs.calls.get('add_middleware') ?? []).filter(isOf).flatMap((call) => {
    const [value] = positionalArguments(context, call)
    return value === undefined ? [] : wrapped(context, value).map((guard) => ({ ...guard, at: call }))
  })
  const decorated = (signs.calls.get('middleware') ?? [])
    .filter((call) => program.fileOf(call).semantics.libraries === decoratedServerLanguage && isOf(call))
    .flatMap((call) =>
      [...program.users(call)]
        .filter((user) => program.op(user) === Op.Call && program.operand(user, 0) === call)
        .flatMap((user) => positionalArguments(context, user).slice(0, 1))
        .map((value) => ({ value, at: call })),
    )
  return [...added, ...decorated]
}

/** Returns all middleware in the program. Used for applications that cannot be resolved. */
export function everyGuard(context: ServerSurfaceContext): readonly Guard[] {
  const { program, signs } = context
  const calls = (name: string) =>
    (signs.calls.get(name) ?? [])
      .filter((call) => program.fileOf(call).semantics.libraries === decoratedServerLanguage)
      .slice(0, serverSurfaceLimits.maxCalls)
  return ['add_middleware', 'Middleware', 'Depends', 'Security']
    .flatMap((name) => calls(name))
    .flatMap((call) =>
      positionalArguments(context, call)
        .slice(0, 1)
        .map((value) => ({ value, at: call })),
    )
}

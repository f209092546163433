import { decoratedServerLanguage, handlerMethods, handlerServers } from '../models/server-surface/python-servers.ts'
import { LiteralKind, Op } from '../ir/operations.ts'
import { keywordArgument, positionalArguments } from '../schemas/schema-steps.ts'
import { callbackFunctions } from '../taint/sources/callbacks.ts'
import { addressOf, type ListenAddress } from './addresses.ts'
import type { ServedListener } from './served-listeners.ts'
import { serverSurfaceLimits } from './server-surface-limits.ts'
import { itemsOf, methodsOf, type ServerSurfaceContext, sourcesOf } from './surface-context.ts'

/** Finds servers that pass each request to a method of a handler class: `HTTPServer(('', 8000), Handler)`. */
export function findHandlerListeners(context: ServerSurfaceContext): readonly ServedListener[] {
  const { program, signs, references } = context
  return [...handlerServers].flatMap((whole) =>
    (signs.calls.get(whole.slice(whole.lastIndexOf('.') + 1)) ?? [])
      .filter(
        (call) =>
          program.fileOf(call).semantics.libraries === decoratedServerLanguage &&
          references.externals(program.operand(call, 0)).includes(whole),
      )
      .slice(0, serverSurfaceLimits.maxCalls)
      .flatMap((call) => listenerOf(context, call) ?? []),
  )
}

function listenerOf(context: ServerSurfaceContext, call: number): ServedListener | undefined {
  const [address, given] = positionalArguments(context, call)
  const handler = given ?? keywordArgument(context, call, 'RequestHandlerClass')
  if (address === undefined || handler === undefined) return undefined
  const functions = handlersOf(context, handler)
  if (functions.length === 0) return undefined
  return {
    call,
    address: hostOf(context, address),
    doors: [{ call, label: 'the HTTP handler', path: undefined, method: 'any', guards: [], functions }],
    isWholly: undefined,
    protection: 'unknown',
    protectionAt: call,
  }
}

/**
 * Returns the request methods of a class, or of the class that a function instantiates: `lambda *args: Handler(root,
 * *args)`.
 */
function handlersOf(context: ServerSurfaceContext, handler: number): readonly number[] {
  const { program } = context
  const made = callbackFunctions(context, handler)
    .flatMap((index) => program.functions[index]?.returns ?? [])
    .map((returned) => program.operand(returned, 0))
  return [handler, ...made]
    .flatMap((value) => methodsOf(context, value))
    .filter((index) => handlerMethods.test(program.functions[index]?.name ?? ''))
}

/** Reads the first item of `(host, port)`. */
function hostOf(context: ServerSurfaceContext, address: number): ListenAddress {
  const { program } = context
  const pair = sourcesOf(context, address).find((source) => program.op(source) === Op.ArrayOf)
  const host = pair === undefined ? undefined : itemsOf(context, pair)[0]?.value
  if (host === undefined) return { reach: 'unknown', decidedAt: -1 }
  const isText = program.op(host) !== Op.Literal || program.operand(host, 0) === LiteralKind.string
  return isText ? addressOf(context, host, 'unknown') : { reach: 'unknown', decidedAt: -1 }
}

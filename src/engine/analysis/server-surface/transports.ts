import { LiteralKind, Op } from '../ir/operations.ts'
import { definitionsOf, keywordArgument, positionalArguments, propertiesOf } from '../schemas/schema-steps.ts'
import { type ServerSurfaceContext, sourcesOf } from './surface-context.ts'
import { httpTransports, type TransportModel } from '../models/server-surface/protocol-words.ts'

/**
 * Whether a transport checks host names. `on`: enabled. `none`: not configured. `off`: disabled, or a host list is
 * given but the check is not enabled. `unknown`: cannot be determined.
 */
export type Protection = 'on' | 'none' | 'off' | 'unknown'

export interface Transport {
  readonly node: number
  readonly name: string
  readonly protection: Protection
  /** Node that disables the protection, or the transport itself if nothing is configured. */
  readonly at: number
}

/** Finds the MCP transports over HTTP that the program creates. */
export function findTransports(context: ServerSurfaceContext): readonly Transport[] {
  const { program, references, signs } = context
  return [...httpTransports].flatMap(([name, model]) =>
    (signs.calls.get(name) ?? [])
      .filter(
        (node) => references.callees(node).length === 0 && program.fileOf(node).semantics.libraries === model.language,
      )
      .map((node) => ({
        node,
        name,
        ...(model.settings === 'argument'
          ? protectionByKeyword(context, node, model.protection)
          : protectionByOptions(context, node, model)),
      })),
  )
}

/** Handles `new StreamableHTTPServerTransport({ enableDnsRebindingProtection: true, allowedHosts })`. */
function protectionByOptions(
  context: ServerSurfaceContext,
  node: number,
  { protection, lists, optionsAt }: TransportModel,
): Pick<Transport, 'protection' | 'at'> {
  const { program } = context
  const objects = positionalArguments(context, node)
    .slice(optionsAt, optionsAt + 1)
    .flatMap((one) => definitionsOf(context, one))
  const known = objects.filter((one) => program.op(one) === Op.ObjectOf).map((one) => propertiesOf(context, one))
  // The options cannot be resolved.
  if (objects.length > 0 && known.length === 0) return { protection: 'unknown', at: node }
  const flag = known.map(({ values }) => values.get(protection)).find((value) => value !== undefined)
  if (flag !== undefined) return { protection: truthOf(context, flag), at: flag }
  if (known.some(({ isOpen }) => isOpen)) return { protection: 'unknown', at: node }
  return { protection: known.some(({ values }) => lists.some((list) => values.has(list))) ? 'off' : 'none', at: node }
}

/** Handles `SseServerTransport('/messages', security_settings=TransportSecuritySettings(…))`. */
function protectionByKeyword(
  context: ServerSurfaceContext,
  node: number,
  keyword: string,
): Pick<Transport, 'protection' | 'at'> {
  const settings = keywordArgument(context, node, keyword)
  if (settings === undefined) {
    for (let index = 1; index < context.program.operandCount(node); index += 1)
      if (context.program.op(context.program.operand(node, index)) === Op.SpreadKeywords)
        return { protection: 'unknown', at: node }
    return { protection: 'none', at: node }
  }
  return securityOf(context, settings, node)
}

/**
 * Evaluates `TransportSecuritySettings(enable_dns_rebinding_protection=…)`. If the setting is missing, host names are
 * not compared.
 */
export function securityOf(
  context: ServerSurfaceContext,
  settings: number,
  node: number,
): Pick<Transport, 'protection' | 'at'> {
  const { program } = context
  const sources = sourcesOf(context, settings)
  if (
    sources.every((source) => program.op(source) === Op.Literal && program.operand(source, 0) === LiteralKind.nothing)
  )
    return { protection: 'none', at: node }
  const told = sources.flatMap((source) => {
    const flag = keywordArgument(context, source, 'enable_dns_rebinding_protection')
    return flag === undefined ? [] : [flag]
  })
  if (told.length !== 1 || sources.length !== 1) return { protection: 'unknown', at: node }
  const [flag = node] = told
  return { protection: truthOf(context, flag), at: sources[0] ?? node }
}

function truthOf(context: ServerSurfaceContext, node: number): Protection {
  const { program } = context
  const sources = sourcesOf(context, node)
  if (!sources.every((source) => program.op(source) === Op.Literal)) return 'unknown'
  const texts = new Set(sources.map((source) => program.text(source, 1).toLowerCase()))
  return texts.size !== 1 ? 'unknown' : texts.has('true') ? 'on' : 'off'
}

import type { z } from 'zod'
import type { MessageSize } from './message-channel.ts'
import { ProcessMessage } from './messages.ts'
import { scanProcessLimits } from './scan-process-limits.ts'

/**
 * Returns a message of the scan process. Throws an error that names the first invalid value. A schema lists every
 * invalid value, and text about millions of them would exceed the memory of the worker, so large messages are searched
 * first.
 */
export function readProcessMessage(message: unknown, { bytes, values }: MessageSize): ProcessMessage {
  if (values > maxListedValues && !isOf(ProcessMessage, message)) throw new Error('a value is not of the known form')
  const { data, error } = ProcessMessage.safeParse(message)
  if (data && (bytes <= scanProcessLimits.maxShortMessageBytes || mayBeLong.has(data.kind))) return data
  if (data) throw new Error('a message of this kind is not so long')
  throw new Error(`${error?.issues[0]?.path.join('.')} is not of the known form`)
}

/** Kinds of messages with a result or a call. The others have no long texts. */
const mayBeLong: ReadonlySet<ProcessMessage['kind']> = new Set(['call', 'part', 'resolved', 'scanned', 'package-read'])

/** Number of values whose errors fit into the memory: about 1 KiB each. */
const maxListedValues = 20_000

/** What a schema of zod is made of, as far as `isOf` needs it. */
interface Parts {
  readonly type: string
  readonly element?: z.ZodType
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly innerType?: z.ZodType
  readonly options?: readonly z.ZodType[]
  readonly valueType?: z.ZodType
  readonly in?: z.ZodType
  readonly out?: z.ZodType
  readonly getter?: () => z.ZodType
}

/** Reports whether a value has the form of a schema. Stops at the first value that does not. */
function isOf(schema: z.ZodType, value: unknown): boolean {
  const { type, element, shape, innerType, options, valueType, getter, ...others } = schema.def as Parts
  if (type === 'pipe' && others.in && others.out) return isOf(others.in, value) && isOf(others.out, value)
  if (type === 'array' && element) return Array.isArray(value) && value.every((one) => isOf(element, one))
  if (type === 'optional' && innerType) return value === undefined || isOf(innerType, value)
  if (type === 'union' && options) return options.some((option) => isOf(option, value))
  if (type === 'lazy' && getter) return isOf(getter(), value)
  if (type === 'object' && shape)
    return isObject(value) && Object.entries(shape).every(([name, of]) => isOf(of, value[name]))
  if (type === 'record' && valueType)
    return isObject(value) && Object.values(value).every((one) => isOf(valueType, one))
  return schema.safeParse(value).success
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

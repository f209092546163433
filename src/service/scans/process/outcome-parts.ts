import { z } from 'zod'
import { Component } from '../../../engine/model/component.ts'
import { ScannedTool } from '../../../engine/model/scanned-tool.ts'
import { limitedList } from './limited-list-schema.ts'
import type { MessageSize } from './message-channel.ts'
import { FoundFinding, InstalledPackage, type ScannedSourceMessage } from './outcome-schema.ts'
import { scanProcessLimits } from './scan-process-limits.ts'

const { maxPartItems } = scanProcessLimits

/**
 * A part of one of the long lists of a scan's result. Parts arrive before the result, so that the worker handles other
 * work between them. 40,000 components in one message blocked it for 245 ms.
 */
export const OutcomePart = z.discriminatedUnion('list', [
  z.object({ list: z.literal('components'), items: limitedList(Component, maxPartItems) }),
  z.object({ list: z.literal('findings'), items: limitedList(FoundFinding, maxPartItems) }),
  z.object({ list: z.literal('tools'), items: limitedList(ScannedTool, maxPartItems) }),
  z.object({ list: z.literal('packages'), items: limitedList(InstalledPackage, maxPartItems) }),
])
export type OutcomePart = z.infer<typeof OutcomePart>

/** Result of a scan. */
export type WholeOutcome = z.infer<typeof ScannedSourceMessage>

/** The lists of a result that are sent in parts. */
type LongLists = Pick<WholeOutcome, 'capabilities' | 'components' | 'findings' | 'tools'>

/** Returns the parts of a result, and the result without them. */
export function inParts<Result extends LongLists>(
  scanned: Result,
): {
  readonly parts: readonly OutcomePart[]
  readonly rest: Result
} {
  const { components, findings, tools, capabilities } = scanned
  return {
    parts: [
      ...slices(components).map((items) => ({ list: 'components' as const, items })),
      ...slices(findings).map((items) => ({ list: 'findings' as const, items })),
      ...slices(tools).map((items) => ({ list: 'tools' as const, items })),
      ...slices(capabilities?.packages ?? []).map((items) => ({ list: 'packages' as const, items })),
    ],
    rest: {
      ...scanned,
      components: [],
      findings: [],
      tools: [],
      ...(capabilities && { capabilities: { ...capabilities, packages: [] } }),
    },
  }
}

function slices<Item>(list: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(list.length / maxPartItems) }, (_, index) =>
    list.slice(index * maxPartItems, (index + 1) * maxPartItems),
  )
}

/** Reports whether the messages of one result exceed the limits of one message. */
export function createSizeLimit(): (size: MessageSize) => boolean {
  let [bytes, values] = [0, 0]
  return (size) => {
    bytes += size.bytes
    values += size.values
    return bytes > scanProcessLimits.maxMessageBytes || values > scanProcessLimits.maxValues
  }
}

/** Parts of a result that have arrived. */
export class ReceivedParts {
  readonly #lists: {
    readonly [List in OutcomePart['list']]: Extract<OutcomePart, { list: List }>['items'][]
  } = { components: [], findings: [], tools: [], packages: [] }
  readonly #exceeds = createSizeLimit()

  /** Throws if the parts of the result are too large together. */
  add(part: OutcomePart, size: MessageSize): void {
    if (this.#exceeds(size)) throw new Error('the parts of a result are too large')
    const lists: unknown[][] = this.#lists[part.list]
    lists.push(part.items)
  }

  /** Returns the whole result. Throws if it is too large with its parts. */
  complete<Result extends LongLists>(rest: Result, size: MessageSize): Result {
    if (this.#exceeds(size)) throw new Error('a result is too large with its parts')
    const { components, findings, tools, packages } = this.#lists
    const { capabilities } = rest
    return {
      ...rest,
      components: [...components.flat(), ...rest.components],
      findings: [...findings.flat(), ...rest.findings],
      tools: [...tools.flat(), ...rest.tools],
      ...(capabilities && {
        capabilities: { ...capabilities, packages: [...packages.flat(), ...capabilities.packages] },
      }),
    }
  }
}

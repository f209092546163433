import { inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { FoundCapability, packageCapabilities } from '../../model/package-capability.ts'
import { runsWhereInstalled } from '../capabilities/installed-files.ts'
import { UnreadFile } from '../package-summary.ts'
import { unpackParts } from './packed-parts.ts'
import { summaryLimits } from './summary-limits.ts'

/** The part of a package summary that this task reads. */
const SummaryPart = z.object({
  capabilities: z.array(FoundCapability).max(packageCapabilities.length),
  unread: z.array(UnreadFile),
})

/** Capabilities of a package, and the number of its source files that were not read. Null for an invalid summary. */
export const ListedCapabilities = z
  .object({
    capabilities: z.array(FoundCapability).max(packageCapabilities.length),
    unreadFiles: z.int().nonnegative(),
    firstUnread: z.string().max(1_000).optional(),
  })
  .nullable()
export type ListedCapabilities = z.infer<typeof ListedCapabilities>

/**
 * Runs in a child process: returns the capabilities of packages. The content has a summary of each package as deflated
 * JSON, as `packParts` returns it.
 */
export function listCapabilities({ content }: { readonly content: Buffer }): readonly ListedCapabilities[] {
  return unpackParts(content).parts.map((stored) => {
    const summary = summaryOf(stored)
    if (!summary) return null
    // Files in other languages are not loaded by name alone, and tests do not run where the package is installed.
    const unread = summary.unread.filter(
      ({ path, cause }) => cause !== 'language' && cause !== 'test' && runsWhereInstalled(path),
    )
    const [first] = unread
    return {
      capabilities: summary.capabilities,
      unreadFiles: unread.length,
      ...(first && { firstUnread: first.path }),
    }
  })
}

function summaryOf(stored: Buffer): z.infer<typeof SummaryPart> | undefined {
  try {
    const text = inflateRawSync(stored, { maxOutputLength: summaryLimits.maxInflatedBytes }).toString()
    return SummaryPart.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

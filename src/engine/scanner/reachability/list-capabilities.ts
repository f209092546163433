import { z } from 'zod'
import type { Isolation } from '../../isolation/isolation.ts'
import type { PackageCode } from '../../reachability/capabilities/compose-capabilities.ts'
import { ListedCapabilities } from '../../reachability/tasks/list-capabilities.ts'
import { shownTexts } from '../../sources/shown-text.ts'
import { packParts } from '../../reachability/tasks/packed-parts.ts'
import { reachabilityChildBounds, reachabilityLimits } from './reachability-limits.ts'
import type { ReadPackages } from './read-packages.ts'

/** Maximum number of packages whose summaries one child process reads at a time. */
const packagesAtOnce = 100
/** Maximum length of a text from a child. Paths are shorter. */
const maxTextCharacters = 4_096

/** Returns the capabilities of packages by `versionKey`. Packages with an invalid summary are absent. */
export async function listCapabilities(
  { isolation, signal }: { readonly isolation: Pick<Isolation, 'open'>; readonly signal: AbortSignal },
  { summaries }: Pick<ReadPackages, 'summaries'>,
): Promise<ReadonlyMap<string, PackageCode>> {
  const found = new Map<string, PackageCode>()
  await using work = isolation.open(signal, {
    ...reachabilityChildBounds,
    fileTimeoutMs: reachabilityLimits.judgingTimeoutMs,
  })
  const batches = new Map(batchesOf([...summaries]).map((batch, index) => [String(index), batch]))
  const files = [...batches].map(([path, batch]) => ({
    path,
    read: () => packParts({ head: null, parts: batch.map(([, summary]) => summary) }),
  }))
  for await (const outcome of work.run('list-capabilities', files)) {
    const batch = batches.get(outcome.path) ?? []
    const listed = z
      .array(ListedCapabilities)
      .length(batch.length)
      .safeParse('result' in outcome ? outcome.result : null)
    for (const [index, result] of (listed.data ?? []).entries()) {
      const [key] = batch[index] ?? []
      if (key !== undefined && result) found.set(key, codeOf(shownTexts(result, maxTextCharacters)))
    }
  }
  return found
}

/** Divides summaries into batches that one child process can hold. */
function batchesOf(summaries: readonly (readonly [string, Buffer])[]): (readonly [string, Buffer])[][] {
  const batches: (readonly [string, Buffer])[][] = []
  let bytes = 0
  for (const one of summaries) {
    const last = batches.at(-1)
    const isFull = !last || last.length >= packagesAtOnce || bytes > reachabilityLimits.maxSummariesBytes / 2
    if (isFull) batches.push([one])
    else last.push(one)
    bytes = (isFull ? 0 : bytes) + one[1].length
  }
  return batches
}

function codeOf({ capabilities, unreadFiles, firstUnread }: NonNullable<ListedCapabilities>): PackageCode {
  if (firstUnread === undefined) return { capabilities }
  const count = unreadFiles === 1 ? '1 of its source files was' : `${unreadFiles} of its source files were`
  return { capabilities, notRead: `${count} not read, such as ${firstUnread}` }
}

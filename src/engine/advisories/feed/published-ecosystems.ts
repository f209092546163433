import { readFile } from 'node:fs/promises'
import { NetworkFailure } from '../../net/network.ts'
import { AdvisorySyncFailure } from './sync-failure.ts'
import { feedAddress } from './feed-address.ts'
import type { FeedAccess } from './feed-file.ts'

/** Maximum size of the list. The public one has 40 names, plus one per release of some distributions. */
const maxBytes = 1024 * 1024

/**
 * Returns the ecosystems listed in `<base>/ecosystems.txt`, one per line. Returns undefined if the file does not exist.
 */
export async function publishedEcosystems(
  { network }: FeedAccess,
  base: string,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  const url = feedAddress(base, 'ecosystems.txt')
  if (url.protocol === 'file:') return readFile(url, { encoding: 'utf8', signal }).then(namesIn, () => undefined)
  try {
    const { status, body } = await network.get({ url, purpose: 'upstream', maxBytes, signal })
    return status === 200 ? namesIn(body.toString('utf8')) : undefined
  } catch (error) {
    if (error instanceof NetworkFailure)
      throw new AdvisorySyncFailure(
        'unreachable',
        `The ecosystem list of the advisory feed could not be downloaded (${error.code}).`,
        { cause: error },
      )
    throw error
  }
}

/** Parses the list. Returns undefined if it contains no names, for example because it is a web page. */
function namesIn(text: string): ReadonlySet<string> | undefined {
  const names = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return names.length === 0 || names.some((name) => name.length > 100 || /[<>{}]/.test(name))
    ? undefined
    : new Set(names)
}

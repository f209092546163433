import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cacheServiceOf } from './cache-service.ts'
import type { LocalContext } from './local-context.ts'
import { digestOfFolder, packFolder, unpackFolder } from './stored-folder.ts'

/** Prefix of the cache keys. The number changes whenever this Action can no longer read earlier entries. */
const prefix = 'assay-advisories-1-'

/**
 * Restores the advisories of an earlier run before a scan, and stores them for later runs if the scan updated them.
 * Only logs cache failures, because the scan can download all advisories.
 *
 * Only data is cached, never the scanner, because an untrusted run may be able to write to the cache.
 *
 * @param cacheFolder the CLI's cache folder
 */
export async function withCachedAdvisories<Result>(
  { environment, deadline, runner }: LocalContext,
  cacheFolder: string,
  scan: () => Promise<Result>,
): Promise<Result> {
  const folder = join(cacheFolder, 'advisories')
  const service = cacheServiceOf(environment, deadline)
  let before = existsSync(folder) ? digestOfFolder(folder) : undefined
  if (service && before === undefined)
    try {
      const entry = await service.newest(prefix)
      if (entry) {
        mkdirSync(cacheFolder, { recursive: true, mode: 0o700 })
        unpackFolder(entry.content, folder)
        before = digestOfFolder(folder)
      }
      runner.say(entry ? 'Using the advisories of an earlier run.' : 'No earlier run has stored advisories.')
    } catch (error) {
      rmSync(folder, { recursive: true, force: true })
      runner.say(`The cache has no usable advisories: ${reasonOf(error)}.`)
    }
  const result = await scan()
  const after = existsSync(folder) ? digestOfFolder(folder) : undefined
  if (service && after !== undefined && after !== before)
    try {
      const isStored = await service.store({ key: `${prefix}${after}`, content: packFolder(folder) })
      runner.say(isStored ? 'Stored the advisories for later runs.' : 'The advisories are already stored.')
    } catch (error) {
      runner.say(`The advisories could not be stored for later runs: ${reasonOf(error)}.`)
    }
  return result
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

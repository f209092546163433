import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { feedAddress } from './feed-address.ts'
import { AdvisorySyncFailure } from './sync-failure.ts'

/** File in an export folder that stores when the exported advisories were synced. */
export const feedMoment = { fileName: 'synced_at.txt' } as const

const Moment = z.iso.datetime().transform((text) => new Date(text))

/**
 * Returns the sync time of the advisories in a folder exported by Assay, or undefined for other feeds. Throws an
 * AdvisorySyncFailure if the file cannot be read, because the advisories would otherwise seem newer than they are.
 */
export async function exportedAt(base: string, ecosystem: string): Promise<Date | undefined> {
  if (!base.startsWith('file:')) return undefined
  let text: string
  try {
    text = await readFile(feedAddress(base, ecosystem, feedMoment.fileName), 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    if (code === 'ENOENT') return undefined
    throw new AdvisorySyncFailure('unreachable', `${feedMoment.fileName} could not be read (${code}).`, {
      cause: error,
    })
  }
  const { data } = Moment.safeParse(text.trim())
  if (!data) throw new AdvisorySyncFailure('unreachable', `${feedMoment.fileName} does not contain a time.`)
  return data
}

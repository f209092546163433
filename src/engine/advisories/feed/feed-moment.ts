import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { feedAddress } from './feed-address.ts'

/** File of an ecosystem in an exported folder, with the time of the sync that it was exported from. */
export const feedMoment = { fileName: 'synced_at.txt' } as const

const Moment = z.iso.datetime().transform((text) => new Date(text))

/** Returns the time of the advisories in a folder that Assay exported. Undefined for other feeds. */
export async function exportedAt(base: string, ecosystem: string): Promise<Date | undefined> {
  if (!base.startsWith('file:')) return undefined
  const text = await readFile(feedAddress(base, ecosystem, feedMoment.fileName), 'utf8').catch(() => '')
  return Moment.safeParse(text.trim()).data
}

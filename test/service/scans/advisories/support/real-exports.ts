import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readExportEntries } from '../../../../../src/engine/advisories/feed/export-entries.ts'

/** Real exports are next to the checkout on development machines, and absent elsewhere. */
const folder = fileURLToPath(new URL('../../../../../../shared/', import.meta.url))

/** Returns the path of a file in that folder. If it does not exist, prints why and returns undefined. */
export function realExport(path: string): string | undefined {
  if (existsSync(`${folder}${path}`)) return `${folder}${path}`
  process.stderr.write(`1 real export skipped: there is no ${path} beside the checkout\n`)
  return undefined
}

/** Returns the records of an export by ID, as published. */
export async function recordsOf(path: string): Promise<Map<string, Buffer>> {
  const file = await open(path)
  try {
    const records = new Map<string, Buffer>()
    for await (const batch of readExportEntries(file))
      for (const { name, content } of batch) if (content) records.set(name.replace(/\.json$/, ''), Buffer.from(content))
    return records
  } finally {
    await file.close()
  }
}

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'
import yauzl from 'yauzl'

/** Test vectors are next to the checkout on development machines, and absent elsewhere. */
const folder = fileURLToPath(new URL('../../../../../../shared/vectors/', import.meta.url))

/**
 * Returns the files in a zip of vectors by name without folder. If there is no zip, prints why and returns undefined.
 */
export async function readVectors(name: string): Promise<ReadonlyMap<string, string> | undefined> {
  const files = await readVectorPaths(name)
  return files && new Map([...files].map(([path, content]) => [path.replace(/^.*\//, ''), content]))
}

/** The same by path. */
export async function readVectorPaths(name: string): Promise<ReadonlyMap<string, string> | undefined> {
  const path = `${folder}${name}.zip`
  if (!existsSync(path)) {
    process.stderr.write(`vectors ${name}: skipped, there is no ${path}\n`)
    return undefined
  }
  const zip = await yauzl.openPromise(path)
  const files = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith('/')) files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  }
  return files
}

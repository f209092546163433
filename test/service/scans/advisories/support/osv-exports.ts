import { existsSync, readdirSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import yauzl from 'yauzl'

/** OSV exports are next to the checkout on development machines, and absent elsewhere. */
const folder = fileURLToPath(new URL('../../../../../../shared/', import.meta.url))

export interface OsvExport {
  /** `file:` URL of its feed. */
  readonly base: string
  readonly ecosystem: string
  readonly path: string
}

/** Returns the exports of these feeds. If the folder is absent, prints why and returns none. */
export function osvExports(...feeds: readonly string[]): OsvExport[] {
  return feeds.flatMap((feed) => {
    const path = `${folder}${feed}`
    if (existsSync(path))
      return readdirSync(path)
        .filter((name) => existsSync(`${path}/${name}/all.zip`))
        .map((ecosystem) => ({ base: `file://${path}`, ecosystem, path: `${path}/${ecosystem}/all.zip` }))
    process.stderr.write(`exports ${feed}: 0 exports, there is no ${path}\n`)
    return []
  })
}

/** Yields the records of an export. */
export async function* recordsOf({ path }: OsvExport): AsyncGenerator<{
  readonly id: string
  readonly affected?: readonly { readonly package?: { readonly ecosystem: string; readonly name: string } }[]
  readonly withdrawn?: string
}> {
  const zip = await yauzl.openPromise(path)
  for await (const entry of zip.eachEntry())
    yield JSON.parse((await buffer(await zip.openReadStreamPromise(entry))).toString('utf8'))
}

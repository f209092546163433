import { existsSync, readdirSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import yauzl from 'yauzl'

/** Exports of OSV lie beside the checkout where it is developed, and nowhere else. */
const folder = fileURLToPath(new URL('../../../../../../shared/', import.meta.url))

export interface OsvExport {
  /** `file:` address of the feed that it belongs to. */
  readonly base: string
  readonly ecosystem: string
  readonly path: string
}

/** The exports of the feeds of these names; none, with a word on why, where the folder is absent. */
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

/** The records of an export, one after the other. */
export async function* recordsOf({ path }: OsvExport): AsyncGenerator<{
  readonly id: string
  readonly affected?: readonly { readonly package?: { readonly ecosystem: string; readonly name: string } }[]
  readonly withdrawn?: string
}> {
  const zip = await yauzl.openPromise(path)
  for await (const entry of zip.eachEntry())
    yield JSON.parse((await buffer(await zip.openReadStreamPromise(entry))).toString('utf8'))
}

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import seeds from '@sigstore/tuf/seeds.json' with { type: 'json' }
import { type Fetcher, Updater } from 'tuf-js'
import { DownloadHTTPError } from 'tuf-js/dist/error.js'
import type { SigstoreTrustOptions } from './sigstore-trust-options.ts'

/** The one repository that the package has seeds for is the public instance's. */
const [seed] = Object.values(seeds)

/** The key set with which verification begins: it was installed with this program, by a lockfile with digests. */
export const installedRootKeys = (): Buffer => Buffer.from(seed?.['root.json'] ?? '', 'base64')

/** The files of the repository that say whom to believe, by the names under which the package has them. */
const fileNames = {
  root: 'trusted_root.json',
  npmKeys: Object.keys(seed?.targets ?? {}).find((name) => name.endsWith('%2Fkeys.json')) ?? '',
}

/** The files as they were when the package was made. */
export function installedTrustFiles(): TrustFiles {
  const files: Readonly<Record<string, string>> = seed?.targets ?? {}
  return {
    root: Buffer.from(files[fileNames.root] ?? '', 'base64'),
    npmKeys: Buffer.from(files[fileNames.npmKeys] ?? '', 'base64'),
  }
}

export interface TrustFiles {
  /** A `dev.sigstore.trustroot.v1.TrustedRoot` as JSON. */
  readonly root: Buffer
  readonly npmKeys: Buffer
}

/** Over all six or so requests; who waits for a verification waits for this first. */
const updateMs = 6_000

/**
 * Fetches the files in the state that the repository signs now, verified from `rootKeys` on. What the
 * library would keep on disk lies in a folder of its own for as long as this runs, so that processes
 * cannot meet there; expiry of the signed timestamps bounds how old an answer can be.
 */
export async function fetchTrustFiles(
  { network, url, temporaryFolder }: SigstoreTrustOptions,
  rootKeys = installedRootKeys(),
): Promise<TrustFiles> {
  const folder = await mkdtemp(join(temporaryFolder, 'sigstore-'))
  const signal = AbortSignal.timeout(updateMs)
  const downloadBytes: Fetcher['downloadBytes'] = async (address, maxBytes) => {
    const { status, body } = await network.get({ url: address, purpose: 'upstream', maxBytes, signal })
    // The library takes 403 and 404 for "there is no newer root key set".
    if (status !== 200) throw new DownloadHTTPError(`${new URL(address).host} returned HTTP ${status}`, status)
    return body
  }
  const downloadFile: Fetcher['downloadFile'] = async (address, maxBytes, use) => {
    const path = join(folder, 'download')
    await writeFile(path, await downloadBytes(address, maxBytes))
    return use(path)
  }
  try {
    await writeFile(join(folder, 'root.json'), rootKeys)
    const updater = new Updater({
      metadataDir: folder,
      targetDir: folder,
      metadataBaseUrl: url,
      targetBaseUrl: `${url}/targets`,
      fetcher: { downloadBytes, downloadFile },
    })
    await updater.refresh()
    const target = async (name: string): Promise<Buffer> => {
      const file = await updater.getTargetInfo(decodeURIComponent(name))
      if (file === undefined) throw new Error(`the repository has no file ${decodeURIComponent(name)}`)
      return readFile(await updater.downloadTarget(file))
    }
    return { root: await target(fileNames.root), npmKeys: await target(fileNames.npmKeys) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

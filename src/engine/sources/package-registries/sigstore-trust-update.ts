import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import seeds from '@sigstore/tuf/seeds.json' with { type: 'json' }
import { type Fetcher, Updater } from 'tuf-js'
import { DownloadHTTPError } from 'tuf-js/dist/error.js'
import type { SigstoreTrustOptions } from './sigstore-trust-options.ts'

/** Seed for the public instance's repository, the only one in the package. */
const [seed] = Object.values(seeds)

/**
 * Returns the initial root keys for verification. They come from an npm package that the lockfile pins with a digest.
 */
export const installedRootKeys = (): Buffer => Buffer.from(seed?.['root.json'] ?? '', 'base64')

/** Names of the trust files, both in the repository and in the package. */
const fileNames = {
  root: 'trusted_root.json',
  npmKeys: Object.keys(seed?.targets ?? {}).find((name) => name.endsWith('%2Fkeys.json')) ?? '',
}

/** Returns the trust files that were installed with this program. */
export function installedTrustFiles(): TrustFiles {
  const files: Readonly<Record<string, string>> = seed?.targets ?? {}
  return {
    root: Buffer.from(files[fileNames.root] ?? '', 'base64'),
    npmKeys: Buffer.from(files[fileNames.npmKeys] ?? '', 'base64'),
  }
}

export interface TrustFiles {
  /** `dev.sigstore.trustroot.v1.TrustedRoot` as JSON. */
  readonly root: Buffer
  readonly npmKeys: Buffer
}

/** Time limit for all requests (about six) together. Kept short because verifications wait for them. */
const updateMs = 6_000

/**
 * Fetches the repository's current signed files and verifies them, starting from `rootKeys`. Each call gives the
 * library a separate cache folder, so that processes do not interfere. Signed timestamps expire, which limits how old a
 * response can be.
 */
export async function fetchTrustFiles(
  { network, url, temporaryFolder }: SigstoreTrustOptions,
  rootKeys = installedRootKeys(),
): Promise<TrustFiles> {
  const folder = await mkdtemp(join(temporaryFolder, 'sigstore-'))
  const signal = AbortSignal.timeout(updateMs)
  const downloadBytes: Fetcher['downloadBytes'] = async (address, maxBytes) => {
    const { status, body } = await network.get({ url: address, purpose: 'upstream', maxBytes, signal })
    // The library interprets 403 and 404 as "no newer root key set exists".
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

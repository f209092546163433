import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { pathToFileURL } from 'node:url'
import { fetchFolder } from '../sources/folder/fetch-folder.ts'
import { filesAlgorithm } from './subject.ts'
import type { ArtifactDigests } from './verify-receipt.ts'

/**
 * Returns the digests of an archive, or of the files in a folder. Folders are hashed in the same way as repositories.
 * Throws if the path cannot be read.
 */
export async function artifactDigests(path: string, signal: AbortSignal): Promise<ArtifactDigests> {
  return statSync(path).isDirectory() ? digestsOfFolder(resolve(path), signal) : digestsOfFile(path, signal)
}

async function digestsOfFile(path: string, signal: AbortSignal): Promise<ArtifactDigests> {
  const hashes = ['sha256', 'sha384', 'sha512'].map((algorithm) => ({ algorithm, hash: createHash(algorithm) }))
  await pipeline(
    createReadStream(path),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) for (const { hash } of hashes) hash.update(chunk)
    },
    { signal },
  )
  return Object.fromEntries(hashes.map(({ algorithm, hash }) => [algorithm, hash.digest('hex')]))
}

async function digestsOfFolder(path: string, signal: AbortSignal): Promise<ArtifactDigests> {
  await using snapshot = await fetchFolder(
    { git: { temporaryFolder: tmpdir() }, signal },
    { type: 'folder', path, canonicalUrl: pathToFileURL(path).href },
  )
  return { [filesAlgorithm]: Buffer.from(snapshot.source.digest.replace(/^sha256-/, ''), 'base64').toString('hex') }
}

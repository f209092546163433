import { type FileHandle, open, rm } from 'node:fs/promises'
import type { Sink } from './body.ts'

/**
 * Creates the file at `path`, which must not exist, and calls `fill` to stream into it. Removes the file if that fails.
 * Rethrows file system errors (`EEXIST`, `ENOSPC`).
 */
export async function fillNewFile<Result>(path: string, fill: (sink: Sink) => Promise<Result>): Promise<Result> {
  const file = await open(path, 'wx')
  let fileError: unknown
  try {
    const result = await fill((chunks) =>
      writeAll(file, chunks, (error) => {
        fileError = error
      }),
    )
    await file.close()
    return result
  } catch (error) {
    await file.close().catch(() => {})
    await rm(path, { force: true })
    throw fileError ?? error
  }
}

async function writeAll(
  file: FileHandle,
  chunks: AsyncIterable<Buffer>,
  failed: (error: unknown) => void,
): Promise<void> {
  for await (const chunk of chunks) {
    try {
      await file.writeFile(chunk)
    } catch (error) {
      failed(error)
      throw error
    }
  }
}

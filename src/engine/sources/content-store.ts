import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Stores file contents: in memory up to a limit, and the rest in one unnamed temporary file. */
export interface ContentStore extends Disposable {
  /** Stores the content and returns a function that reads it back. This function throws after the store is disposed. */
  keep(content: Buffer): () => Buffer
}

/**
 * Creates a store. Its file is unlinked as soon as it is open, so it does not remain after a crash. Closing the file
 * frees its space.
 */
export function createContentStore(folder: string, memoryBytes: number): ContentStore {
  let file: number | undefined
  let end = 0
  let inMemory = 0
  let isDisposed = false

  function openFile(): number {
    const path = join(folder, 'contents')
    const opened = openSync(path, 'wx+', 0o600)
    unlinkSync(path)
    return opened
  }

  function append(content: Buffer): () => Buffer {
    file ??= openFile()
    const [descriptor, position, size] = [file, end, content.length]
    for (let written = 0; written < size;)
      written += writeSync(descriptor, content, written, size - written, position + written)
    end += size
    return () => readAt(descriptor, position, size)
  }

  return {
    keep(content) {
      const isSmall = inMemory + content.length <= memoryBytes
      if (isSmall) inMemory += content.length
      let read: (() => Buffer) | undefined = isSmall ? held(content) : append(content)
      return () => {
        if (isDisposed) read = undefined
        if (read === undefined) throw new Error('a file was read after its snapshot was let go of')
        return read()
      }
    },
    [Symbol.dispose]() {
      if (isDisposed) return
      isDisposed = true
      if (file !== undefined) closeSync(file)
    },
  }
}

/**
 * A separate function, because all closures created in one scope share its variables: another closure would keep the
 * content in memory.
 */
const held = (content: Buffer) => () => content

function readAt(descriptor: number, position: number, size: number): Buffer {
  // No zero-filling, because the loop below fills every byte or throws.
  const bytes = Buffer.allocUnsafeSlow(size)
  for (let filled = 0; filled < size;) {
    const count = readSync(descriptor, bytes, filled, size - filled, position + filled)
    if (count === 0) throw new Error('the temporary file of a snapshot is shorter than what was written to it')
    filled += count
  }
  return bytes
}

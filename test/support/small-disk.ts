import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of its own that is quickly full. */
export interface SmallDisk extends Disposable {
  readonly path: string
  /** Writes a file beside everything else until nothing more fits. */
  fill(): void
  /** Removes that file. */
  makeRoom(): void
}

/** Whether this process may mount one: as root, with the capability for it, on Linux. */
export function mayMount(): boolean {
  try {
    smallDisk(1)[Symbol.dispose]()
    return true
  } catch {
    return false
  }
}

/** Mounts a tmpfs of so many megabytes that everybody may enter. Throws where this process may not. */
export function smallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'assay-disk-'))
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'assay-disk', path], { stdio: 'pipe' })
  } catch (error) {
    remove()
    throw error
  }
  chmodSync(path, 0o755)
  const filler = join(path, 'filler')
  return {
    path,
    fill() {
      // What is freed meanwhile is taken, too.
      for (let piece = 1024 * 1024; piece >= 4096;) {
        try {
          appendFileSync(filler, Buffer.alloc(piece, 1))
        } catch {
          piece /= 4
        }
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
    [Symbol.dispose]() {
      // Lazily: a process that was killed a moment ago may still be ending.
      execFileSync('umount', ['-l', path], { stdio: 'pipe' })
      remove()
    },
  }
}

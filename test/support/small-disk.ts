import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small disk that fills up quickly. */
export interface SmallDisk extends Disposable {
  readonly path: string
  /** Writes a file until the disk is full. */
  fill(): void
  /** Removes that file. */
  makeRoom(): void
}

/** Whether this process can mount a disk: as root, with the required capability, on Linux. */
export function mayMount(): boolean {
  try {
    smallDisk(1)[Symbol.dispose]()
    return true
  } catch {
    return false
  }
}

/** Mounts a tmpfs of this many megabytes that every user may enter. Throws if this process cannot mount it. */
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
      // Also takes space that is freed in the meantime.
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
      // A lazy unmount, because a process that was just killed may still be ending.
      execFileSync('umount', ['-l', path], { stdio: 'pipe' })
      remove()
    },
  }
}

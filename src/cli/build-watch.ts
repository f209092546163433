import { readFileSync } from 'node:fs'
import type { Log } from '../engine/model/log.ts'

const intervalMs = 60_000

/** File with a fingerprint of the sources that `dist` was built from. Written by `build/ensure-built.js`. */
const fingerprintFile = new URL('../../dist/built-from', import.meta.url)

/**
 * Warns once if `dist` is rebuilt while this process runs. Child processes and lazily loaded modules then come from the
 * new build, but this process stores their results under the old build's digest. Disposal ends the watch.
 */
export function watchBuild(log: Pick<Log, 'warn'>, { file = fingerprintFile, everyMs = intervalMs } = {}): Disposable {
  const atStart = fingerprintIn(file)
  const timer = setInterval(() => {
    const current = fingerprintIn(file)
    if (current === undefined || current === atStart) return
    clearInterval(timer)
    log.warn('dist was rebuilt while the service was running; restart the service')
  }, everyMs)
  timer.unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** Returns the build fingerprint. Returns undefined between the two steps in which a build replaces the folder. */
function fingerprintIn(file: URL): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

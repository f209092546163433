import { setTimeout as delay } from 'node:timers/promises'
import { tryLock } from '../../../engine/advisories/file-store/exclusive-lock.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

/**
 * Waits for the lock on `file`. Throws an EmbeddedPostgresError after `timeoutMs`, or the signal's reason if it aborts.
 */
export async function acquireLock(
  file: string,
  options: { timeoutMs: number; signal?: AbortSignal },
): Promise<Disposable> {
  const deadline = performance.now() + options.timeoutMs
  for (;;) {
    const lock = tryLock(file)
    if (lock) return lock
    if (performance.now() > deadline)
      throw new EmbeddedPostgresError(
        `Another process has been starting the embedded Postgres for ${options.timeoutMs / 1000} s (it holds ${file}).`,
      )
    await delay(10 + Math.random() * 20, undefined, options.signal && { signal: options.signal })
  }
}

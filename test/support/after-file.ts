/** What has to be closed when the test file ends. Files share the modules of their worker, and with them this list. */
const closers: (() => unknown)[] = []

/** Calls `close` after the last test of the current file, in reverse order of these calls. */
export function afterFile(close: () => unknown): void {
  closers.push(close)
}

/** Calls and forgets everything that the file asked for; `test-file.ts` runs it. */
export async function closeAll(): Promise<void> {
  for (let close = closers.pop(); close; close = closers.pop()) await close()
}

/** Functions to call when the test file ends. The files of a worker share its modules and therefore this list. */
const closers: (() => unknown)[] = []

/** Calls `close` after the last test of the current file, in reverse order of registration. */
export function afterFile(close: () => unknown): void {
  closers.push(close)
}

/** Calls and removes all registered functions. `test-file.ts` runs it. */
export async function closeAll(): Promise<void> {
  for (let close = closers.pop(); close; close = closers.pop()) await close()
}

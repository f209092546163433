/** A build failure. The message says what is wrong and what to do. */
export class BuildFailure extends Error {
  override readonly name = 'BuildFailure'
}

/** Advice by the code of a system error that users can fix. */
const advice: Readonly<Record<string, string>> = {
  EACCES: 'Run "npm run build" as a user who can write this checkout.',
  EPERM: 'Run "npm run build" as a user who can write this checkout.',
  EROFS: 'The file system is read-only. Run "npm run build" where you can write the checkout.',
  ENOSPC: 'The disk is full. Free some space and try again.',
}

/**
 * Returns the text for an error that ended a build: one sentence for a build failure or system error. Any other error
 * is a bug in the build, so its stack trace is returned.
 */
export function failureText(error: unknown): string {
  if (error instanceof BuildFailure) return error.message
  if (!(error instanceof Error)) return String(error)
  const { code, path, syscall }: NodeJS.ErrnoException = error
  if (code === undefined || path === undefined || syscall === undefined) return error.stack ?? error.message
  return `The build of Assay failed: it cannot access ${path} (${code}). ${advice[code] ?? 'Check this path.'}`
}

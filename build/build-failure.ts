/** A build failed for a reason that the message explains: what is wrong, and what to do. */
export class BuildFailure extends Error {
  override readonly name = 'BuildFailure'
}

/** Advice for the codes of system errors that users can fix. */
const advice: Readonly<Record<string, string>> = {
  EACCES: 'Run "npm run build" as a user who can write this checkout.',
  EPERM: 'Run "npm run build" as a user who can write this checkout.',
  EROFS: 'The file system is read-only. Run "npm run build" where you can write the checkout.',
  ENOSPC: 'The disk is full. Free some space and try again.',
}

/**
 * Returns the text for an error that ended a build: a sentence for a failure and for a system error, and the stack
 * trace for anything else, which is a fault of the build itself.
 */
export function failureText(error: unknown): string {
  if (error instanceof BuildFailure) return error.message
  if (!(error instanceof Error)) return String(error)
  const { code, path, syscall }: NodeJS.ErrnoException = error
  if (code === undefined || path === undefined || syscall === undefined) return error.stack ?? error.message
  return `The build of Assay failed: it cannot access ${path} (${code}). ${advice[code] ?? 'Check this path.'}`
}

/** A backup could not be created, kept, or restored. The message names the problem and the solution. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** A backup could not be made, kept or restored. The message names the thing and says what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

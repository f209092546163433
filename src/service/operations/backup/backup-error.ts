/** Thrown if a backup cannot be created, stored, or restored. The message describes the problem and the solution. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

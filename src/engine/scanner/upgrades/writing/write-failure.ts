/** Thrown if a plan cannot be written. The message says why, and what to do. No file has been changed. */
export class UpgradeWriteFailure extends Error {
  override readonly name = 'UpgradeWriteFailure'
}

import { type FileReason, fileReasonText } from './reasons/file-reasons.ts'

/** Thrown if a file does not have the expected format. The message is the sentence of the reason: `is not JSON`. */
export class UnreadableManifest extends Error {
  override readonly name = 'UnreadableManifest'
  readonly reason: FileReason

  constructor(reason: FileReason) {
    super(fileReasonText(reason))
    this.reason = reason
  }
}

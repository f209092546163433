/**
 * Thrown if a file does not have the expected format. The message is the end of a sentence about the file: `is not
 * JSON`.
 */
export class UnreadableManifest extends Error {
  override readonly name = 'UnreadableManifest'
}

/** The file is not what its name says; the message is the end of a sentence about it: `is not JSON`. */
export class UnreadableManifest extends Error {
  override readonly name = 'UnreadableManifest'
}

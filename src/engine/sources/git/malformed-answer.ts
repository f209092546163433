/** Thrown if a server's response violates the git protocol. The message is the end of a sentence about the server. */
export class MalformedAnswer extends Error {
  override readonly name = 'MalformedAnswer'
}

/**
 * Thrown if the server sends an error message (`ERR`). The message can contain anything, including credentials, so only
 * the kind of error is kept.
 */
export class RemoteRefusal extends Error {
  override readonly name = 'RemoteRefusal'
  /** Kind of error, inferred from the messages of git's own server. */
  readonly kind: 'no-such-object' | 'no-such-filter' | 'no-access' | 'other'

  constructor(words: string) {
    super('the git server refused')
    this.kind = /not our ref|no such (?:ref|remote ref)|bad object|unknown ref|missing/i.test(words)
      ? 'no-such-object'
      : /filter/i.test(words)
        ? 'no-such-filter'
        : /not found|not exported|denied|permission|does not exist|no access|authenticat/i.test(words)
          ? 'no-access'
          : 'other'
  }
}

/** A server's answer is not what the git protocol says; the message is the end of a sentence about the server. */
export class MalformedAnswer extends Error {
  override readonly name = 'MalformedAnswer'
}

/**
 * The server refuses in words of its own (`ERR`), which may say anything, a credential included: only what they mean is
 * kept.
 */
export class RemoteRefusal extends Error {
  override readonly name = 'RemoteRefusal'
  /** What is meant, as far as the words of git's own server tell. */
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

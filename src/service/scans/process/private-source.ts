/** Thrown if a source turns out to be private in a process that also scans sources of others. */
export class PrivateSource extends Error {
  override readonly name = 'PrivateSource'

  constructor() {
    super('the source is private, so it is scanned in a process of its account')
  }
}

const privateKeyHeader = /-----BEGIN (?:RSA |EC |OPENSSH |ENCRYPTED )?PRIVATE KEY-----/

/** Refuses an upload that holds a private key. */
export function rejectPrivateKeys(text: string): void {
  if (privateKeyHeader.test(text) || text.includes('-----BEGIN PGP PRIVATE KEY BLOCK-----')) throw new Error('the file holds a private key')
}

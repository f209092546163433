import { generateX25519Identity, identityToRecipient } from 'age-encryption'

/** A new age identity and the recipient for whom it opens files. */
export async function generateBackupKey(): Promise<{ readonly identity: string; readonly recipient: string }> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

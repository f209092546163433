import { generateX25519Identity, identityToRecipient } from 'age-encryption'

export async function generateBackupKey(): Promise<{ readonly identity: string; readonly recipient: string }> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** A TUF repository with one key for all roles, as files by path. */
export interface TufStandIn {
  /** Root keys that a client starts with. */
  readonly rootKeys: Buffer
  readonly files: ReadonlyMap<string, Buffer>
}

/** Signs `targets`, by name, in the layout of https://theupdateframework.github.io/specification/latest/. */
export function createTufStandIn(
  targets: Readonly<Record<string, Buffer>>,
  { expires = new Date(Date.now() + 86_400_000) }: { readonly expires?: Date } = {},
): TufStandIn {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const keyid = 'a'.repeat(64)
  const until = expires.toISOString().replace(/\.\d+/, '')
  const role = { keyids: [keyid], threshold: 1 }
  const metadata = (fields: object): Buffer =>
    signed({ spec_version: '1.0.0', version: 1, expires: until, ...fields }, keyid, privateKey)
  const rootKeys = metadata({
    _type: 'root',
    consistent_snapshot: true,
    keys: { [keyid]: { keytype: 'ed25519', scheme: 'ed25519', keyval: { public: rawKey(publicKey).toString('hex') } } },
    roles: { root: role, timestamp: role, snapshot: role, targets: role },
    expires: new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+/, ''),
  })
  const described = Object.fromEntries(
    Object.entries(targets).map(([name, content]) => [
      name,
      { length: content.length, hashes: { sha256: sha256(content) } },
    ]),
  )
  return {
    rootKeys,
    files: new Map([
      ['timestamp.json', metadata({ _type: 'timestamp', meta: { 'snapshot.json': { version: 1 } } })],
      ['1.snapshot.json', metadata({ _type: 'snapshot', meta: { 'targets.json': { version: 1 } } })],
      ['1.targets.json', metadata({ _type: 'targets', targets: described })],
      ...Object.entries(targets).map(([name, content]): [string, Buffer] => [
        `targets/${name.replace(/[^/]+$/, (base) => `${sha256(content)}.${base}`)}`,
        content,
      ]),
    ]),
  }
}

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** The last 32 bytes of the DER are the key (RFC 8410 section 4). */
const rawKey = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' }).subarray(-32)

function signed(content: object, keyid: string, key: KeyObject): Buffer {
  const sig = sign(null, Buffer.from(canonical(content)), key).toString('hex')
  return Buffer.from(JSON.stringify({ signatures: [{ keyid, sig }], signed: content }))
}

/** Returns JSON with sorted keys and without spaces. Supports only ASCII text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`)
    .join(',')}}`
}

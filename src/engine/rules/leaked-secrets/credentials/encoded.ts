import { objectOf } from '../checks/json-web-token.ts'
import { bodyOfPem, isEncryptedOpensshKey, isPlaceholderBody, isPrivateKey, pemOf } from '../checks/private-key.ts'
import type { Check, Credential, MatchedText } from '../credential.ts'
import { base64Start, decodedText, isEncodedKey } from '../encoded-text.ts'
import { isChosenPassword, isStrongPassword, isWrittenPassword } from '../passwords.ts'
import { isPlaceholder } from '../placeholder.ts'

const alnum = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const base64 = `${alnum}+/`
const encoded = (text: string) => Buffer.from(text).toString('base64')

/** Credential names to find in encoded text. */
const names = ['password', 'PASSWORD', 'passwd', 'secret', 'SECRET', 'token', 'TOKEN', 'api_key', 'API_KEY', '"auth"']

/** Starts of JSON Web Tokens (`eyJhbGciO`), encoded once and twice. */
const encodedTokens = ['ZXlKaGJHY2lP', 'WlhsS2FHSkhZMmxQ']

/**
 * Returns a name's base64 characters that do not depend on the surrounding text: three forms, depending on the name's
 * position modulo 3.
 */
function formsOf(name: string): string[] {
  return [0, 1, 2].map((offset) => {
    const bits = encoded(`${'\0'.repeat(offset)}${name}`).replaceAll('=', '')
    const from = Math.ceil((offset * 8) / 6)
    const to = Math.floor(((offset + name.length) * 8) / 6)
    return bits.slice(from, to)
  })
}

const forms = [...names.flatMap(formsOf), ...encodedTokens]
const anyForm = new RegExp(forms.map((form) => form.replaceAll('+', String.raw`\+`)).join('|'))

const firstInRun = { pattern: anyForm, within: 24, maxBefore: 1_200 }

/** Length of the shortest text with a name, a separator, and a credential of six characters. */
const minTextLength = 12

/** Reports whether the base64 around a name decodes to text that contains a credential. */
function containsEncodedSecret({ secret, preceding, containsSecret }: MatchedText): boolean {
  const near = preceding(firstInRun.maxBefore + 'base64,'.length)
  const start = near.slice(base64Start(Buffer.from(near, 'latin1'), near.length))
  if (near.slice(0, near.length - start.length).endsWith('base64,')) return false
  const text = decodedText(cutToText(start + secret))
  return text !== undefined && text.length >= minTextLength && containsSecret(Buffer.from(text))
}

/** Removes an incomplete group at the end of a base64 string. */
function cutToText(run: string): string {
  return run.length % 4 === 1 ? run.slice(0, -1) : run
}

/** Returns the body of a base64 private key, or undefined for certificates, public keys, and placeholders. */
function encodedKeyBody(secret: string): string | undefined {
  const text = Buffer.from(secret.replaceAll(/\s/g, ''), 'base64').toString('latin1')
  const [, body] = /-----BEGIN (?:[A-Z]{2,10} )?PRIVATE KEY-----([^-]{40,16000})/.exec(text) ?? []
  return body === undefined || isPlaceholderBody(bodyOfPem(body)) ? undefined : bodyOfPem(body)
}

/** Checks a base64 private key. Kubernetes settings have a separate rule. */
function checkEncodedKey(secret: string, { before }: MatchedText): Check {
  const body = /client-key-data["']?:\s{0,3}["']?$/.test(before) ? undefined : encodedKeyBody(secret)
  return body === undefined ? 'wrong' : isPrivateKey(body)
}

const encodedKey = {
  keywords: ['ls0tls1crudjti'],
  insideWords: false,
  generic: false,
  // Does not match a key start inside longer base64, because a sequence of such starts would take quadratic time.
  pattern: new RegExp(
    String.raw`(?<![+/])(?<secret>LS0tLS1CRUdJTi[A-Za-z0-9+/]{40,12000}` +
      String.raw`(?:\r?\n[ \t]{0,40}(?!LS0tLS1CRUdJ)[A-Za-z0-9+/]{20,200}){0,150}(?:\r?\n[ \t]{0,40})?` +
      String.raw`[A-Za-z0-9+/]{0,20}={0,2})`,
    'y',
  ),
  after: 15_000,
  prefixLength: 14,
  selfMade: true,
} as const

/** Returns the first line and the start of an OpenSSH key with a passphrase. */
const encryptedKey = (rest: string) =>
  `-----BEGIN OPENSSH PRIVATE KEY-----\n${encoded(`openssh-key-v1\0\0\0\0\naes256-ctr\0\0\0\u0006bcrypt${rest}`)}\n` +
  '-----END OPENSSH PRIVATE KEY-----\n'

/** Names in a Secret's data whose values are always credentials. */
const credentialName = new RegExp(
  String.raw`pass|pwd|secret|token|api[_.-]?key|private[_.-]?key|access[_.-]?key|_key$|cred|auth|salt|dockerc`,
  'i',
)

/** Names in the manifest itself, and names of public values. */
const manifestName = new RegExp(
  String.raw`^(?:apiVersion|kind|name|namespace|type|uid|image|host|port|user\w*|path|key|secretName|secretKey|` +
    String.raw`secretKeyRef|serviceAccountName|resourceVersion|creationTimestamp|ca\.crt|tls\.crt)$|public|` +
    String.raw`(?:Name|_name|Ref|_url|Type|Path|_file|File|_id|Id)$`,
  'i',
)

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Reports whether a value in a Secret is a credential, encoded or in plain text. */
function isSecretValue({ secret, groups, containsSecret }: MatchedText): boolean {
  const { name = '' } = groups
  const named = credentialName.test(name)
  if (manifestName.test(name) || isPlaceholder(secret)) return false
  const text = decodedText(secret)
  if (text !== undefined && isRegistryLogin(text)) return true
  if (text !== undefined && /^[\w\s.,:;!?'"/@#$%^&*(){}[\]|\\<>+=~`-]{4,}$/.test(text)) {
    const value = text.trim()
    if (isPlaceholder(value)) return false
    return containsSecret(Buffer.from(text)) || (named && isChosenPassword(value))
  }
  if (isEncodedKey(secret) && named && secret.length >= 20) return true
  return named && (isStrongPassword(secret) || uuid.test(secret) || /:\$(?:apr1|2[aby]|[156])\$/.test(secret))
}

/** Reports whether a string has a container registry login, as in `.dockerconfigjson`. The host can be an example. */
function isRegistryLogin(text: string): boolean {
  const [, login = ''] = /"auth":\s?"([\w+/=-]{8,})"/.exec(text) ?? []
  return login !== '' && objectOf(encoded(text.trim())) !== undefined && isWrittenPassword(login)
}

/** Base64 credentials, including values in Kubernetes Secrets. */
export const encodedCredentials: readonly Credential[] = [
  {
    id: 'leaked-encoded-private-key',
    name: 'base64-encoded private key',
    ...encodedKey,
    severity: 'critical',
    precision: 'very-high',
    check: checkEncodedKey,
    grants: 'sign and decrypt data as the key owner',
    revoke: 'Remove the public key and its certificates from all systems that trust them',
    examples: ({ fill, seal }) => [
      `SIGNER_PEM=${seal(fill(base64, 200), () => encoded(pemOf('PRIVATE KEY', Buffer.from(fill(base64, 300)))))}\n`,
    ],
    decoys: [`cert: ${encoded('-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUFz\n-----END CERTIFICATE-----\n')}\n`],
  },
  {
    id: 'leaked-encoded-encrypted-key',
    name: 'base64-encoded private key with a passphrase',
    ...encodedKey,
    severity: 'low',
    precision: 'medium',
    accepts: ({ secret }) => isEncryptedOpensshKey(encodedKeyBody(secret) ?? ''),
    grants: 'guess a weak passphrase offline, and then sign and decrypt data as the key owner',
    revoke: 'Remove the public key from all systems that trust it',
    examples: ({ fill, seal }) => [
      `deploy_key: ${seal(fill(base64, 200), () => encoded(encryptedKey(fill(base64, 200))))}\n`,
    ],
    decoys: [],
  },
  {
    id: 'leaked-encoded-secret',
    name: 'secret in base64-encoded text',
    keywords: [...new Set(forms.map((form) => form.toLowerCase()))],
    insideWords: true,
    severity: 'medium',
    precision: 'low',
    generic: true,
    startsInside: true,
    firstInRun,
    pattern: /(?<secret>[A-Za-z0-9+/]{8,4000})(?![A-Za-z0-9+/])/y,
    after: 4_010,
    prefixLength: 0,
    judgesPlaceholders: true,
    accepts: containsEncodedSecret,
    grants: 'decode the text and use every permission that the secret grants',
    revoke: 'at the service that accepts it',
    examples: ({ fill }) => [`settings: ${encoded(`database:\n  password: "${fill(alnum, 20)}"\n`)}\n`],
    decoys: [`text: ${encoded('the password is stored in the secret store of the cluster')}\n`],
  },
  {
    id: 'leaked-kubernetes-secret',
    name: 'value of a Kubernetes Secret',
    keywords: [],
    insideWords: true,
    files: {
      path: /\.(?:ya?ml|json|tpl|tf)$/i,
      contains: [
        'kind: Secret',
        'kind: secret',
        'kind: "Secret"',
        "kind: 'Secret'",
        '"kind": "Secret"',
        'kind: "secret"',
      ],
    },
    atLines: true,
    severity: 'high',
    precision: 'low',
    generic: true,
    pattern: new RegExp(
      String.raw`[ \t]{1,40}["']?(?<name>[\w.-]{1,100})["']?[ \t]{0,3}:[ \t]{1,3}` +
        String.raw`(?:[|>][-+]?[ \t]{0,10}\r?\n[ \t]{1,40})?["']?(?<secret>[^\s"'#{}]{4,8000})` +
        String.raw`(?=["']?,?[ \t]{0,40}(?:#|\r|\n|$))`,
      'y',
    ),
    after: 8_400,
    prefixLength: 0,
    judgesPlaceholders: true,
    accepts: isSecretValue,
    grants: 'use every permission that the secret grants',
    revoke: 'at the service that accepts it, and create the Secret outside of the repository',
    examples: ({ fill }) => [
      `apiVersion: v1\nkind: Secret\nmetadata:\n  name: mail\ndata:\n  smtp-pass: ${encoded(fill(alnum, 18))}\n`,
    ],
    decoys: [
      'apiVersion: v1\nkind: Secret\nmetadata:\n  name: mail\nstringData:\n  password: "${MAIL_PASSWORD}"\n',
      'apiVersion: v1\nkind: Secret\nmetadata:\n  name: mail\ndata:\n  password: ""\n  token: {{ .Values.token }}\n',
    ],
  },
]

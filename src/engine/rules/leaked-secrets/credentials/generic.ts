import type { Credential, MatchedText } from '../credential.ts'
import { decodedText } from '../encoded-text.ts'
import { betweenNameAndValue, maxBetweenLength } from '../named-value.ts'
import { isStrongPassword } from '../passwords.ts'
import { isPlaceholder } from '../placeholder.ts'
import { looksRandom } from '../randomness.ts'
import { isRemotePassword } from './databases.ts'

const alnum = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const revoke = 'at the service that accepts it'

/** Names that contain a secret's name but whose values are not secret. */
const otherName = new RegExp(
  String.raw`(?:hash|digest|checksum|integrity|public|csrf|xsrf|example|sample|test|fake|mock|dummy|regexp?|` +
    String.raw`pattern|type|class|css|label|lex|syntax|cancel|next|page|pagination|continuation|sync|cursor|` +
    String.raw`design|color|i18n|message|msg|error|placeholder|prompt)[\w.-]{0,12}$`,
  'i',
)

/** Files that contain values without quotes. */
const settingsFile = new RegExp(
  String.raw`(?:^|\/)(?:\.env(?:\.[\w.-]+)?|[^/]+\.(?:env|ini|cfg|conf|properties|toml|ya?ml|tfvars)|` +
    String.raw`Dockerfile[^/]*|docker-compose[^/]*|\.?[a-z]*rc|\.s3cfg|\.?credentials|\.(?:bash_)?profile|\.boto|\.tugboat)$`,
  'i',
)

/**
 * Returns a pattern for a quoted value that follows one of the names, or, in settings files, for the rest of the line.
 */
function assigned(names: string, value: string, longest: number): Pick<Credential, 'pattern' | 'after'> {
  const source = String.raw`(?:${names})(?:_?\d{1,2}|_(?:prod|production|live|value|base64|default|staging))?`
  return {
    pattern: new RegExp(
      String.raw`${source}(?:${betweenNameAndValue}(?<=["'\x60])(?<secret>${value})\\?["'\x60]|` +
        String.raw`[ \t]{0,3}[=:][ \t]{0,3}(?=(?<bare>${value}))\k<bare>` +
        String.raw`(?=[ \t]{0,40}(?:[\r\n#]|$)))`,
      'iy',
    ),
    after: maxBetweenLength + longest + 60,
  }
}

/**
 * Reports whether a value is the base64 of words, a placeholder, or the start of a JSON Web Token. Encoded text looks
 * as random as a secret.
 */
function isEncodedText(secret: string): boolean {
  // A short password may decode to text by chance.
  if (secret.length < 12) return false
  const text = decodedText(secret.length % 4 === 1 ? secret.slice(0, -1) : secret)
  return text !== undefined && (!looksRandom(text.trim()) || text.startsWith('{"') || isPlaceholder(text))
}

/** Start of an assignment to an environment variable, in any type of file. */
const variable = /(?:^|\n)[ \t]{0,8}(?:(?:export|set|ENV) |(?:export |set |ENV )?[A-Z][A-Z\d_]{1,60}_)$/

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Reports whether a value is a UUID that a service issues as a key, based on its name. Other UUIDs are identifiers.
 */
const isUuidKey = ({ secret, preceding }: MatchedText): boolean =>
  uuid.test(secret) &&
  /(?:client[_.-]?secret|(?:api|auth|access|jenkins)[_.-]?(?:key|token))["'\]]{0,2}\s{0,4}[:=]>?\s{0,4}["'\x60]?$/i.test(
    preceding(60),
  )

/** Reports whether a value looks generated and its name does not suggest otherwise. */
function isGenericSecret(matched: MatchedText): boolean {
  const { secret, groups, before, path } = matched
  if (groups.bare !== undefined && !settingsFile.test(path) && !variable.test(before)) return false
  if (isUuidKey(matched)) return !otherName.test(before) && !isPlaceholder(secret)
  return looksRandom(secret) && !otherName.test(before) && !isEncodedText(secret)
}

const placeholderSecret = new RegExp(
  String.raw`^[a-z][a-z_.:/-]+[a-z]\d{0,3}$|^[A-Z_]+$|\(|\)|^\W+$|^\/|^https?:|^\.|,$|` +
    String.raw`^(?:pass|pw|secret|admin|user|root|guest|test|demo|login|letmein|welcome|abc|` +
    String.raw`qwe)[a-z]*[\d!@#$_.-]{0,6}$`,
  'i',
)

/** Reports whether a value is a password: generated, or with letters of both cases, digits, and other characters. */
function isGenericPassword({ secret, groups, before, path }: MatchedText): boolean {
  if (groups.bare !== undefined && !settingsFile.test(path)) return false
  if (!/\d/.test(secret) || placeholderSecret.test(secret)) return false
  if (otherName.test(before)) return false
  return isStrongPassword(secret) && !isEncodedText(secret)
}

/** Credentials identified only by a name or a URL. */
export const generic: readonly Credential[] = [
  {
    id: 'leaked-generic-secret',
    name: 'API key, token, or secret',
    keywords: [
      'secret',
      'api_key',
      'apikey',
      'api-key',
      'access_key',
      'accesskey',
      'access-key',
      'auth_key',
      'authkey',
      'private_key',
      'privatekey',
      'signing_key',
      'signingkey',
      'encryption_key',
      'encryptionkey',
      'master_key',
      'masterkey',
      'token',
      'credential',
    ],
    insideWords: true,
    severity: 'medium',
    precision: 'low',
    generic: true,
    prefixLength: 0,
    ...assigned(
      'secret(?:[_-]?(?:access)?[_-]?key)?|(?:api|access|auth|private|signing|encryption|master)[_-]?key|' +
        'token|credential',
      String.raw`[\w+/=.~-]{20,200}`,
      200,
    ),
    accepts: isGenericSecret,
    grants: 'use every permission that the secret grants',
    revoke,
    examples: ({ fill }) => [`const clientSecret = '${fill(alnum, 40)}'\n`],
    decoys: [
      'const clientSecret = settings.clientSecret\n',
      'const tokenUrl = "https://login.service.io/oauth2/v1/token"\n',
      'const secret = "the-name-of-a-secret-in-the-cluster"\n',
    ],
  },
  {
    id: 'leaked-generic-password',
    name: 'password',
    keywords: ['password', 'passwd', 'passphrase', '_pwd', 'passwort'],
    insideWords: true,
    severity: 'medium',
    precision: 'low',
    generic: true,
    prefixLength: 0,
    ...assigned('password|passwd|passphrase|_pwd|passwort', String.raw`[^"'\x60\s\\<>{}$]{8,100}`, 100),
    accepts: isGenericPassword,
    grants: 'sign in as the user',
    revoke: 'Change the password',
    examples: ({ fill }) => [`const password = '${fill(alnum, 14)}'\n`],
    decoys: [
      'const password = prompt("password")\n',
      '"password": "Password1"\n',
      '"forgotPassword": "Forgot your password?"\n',
    ],
  },
  {
    id: 'leaked-generic-bearer-token',
    name: 'HTTP bearer token',
    keywords: ['bearer '],
    insideWords: false,
    severity: 'medium',
    precision: 'low',
    generic: true,
    prefixLength: 0,
    pattern: /bearer (?<secret>[\w+/=.~-]{20,500})(?![\w+/=.~-])/iy,
    after: 520,
    accepts: ({ secret, before }) => looksRandom(secret) && /authorization/i.test(before),
    grants: 'call the service as the owner',
    revoke,
    examples: ({ fill }) => [`headers: { Authorization: 'Bearer ${fill(alnum, 40)}' }\n`],
    decoys: ['headers: { Authorization: `Bearer ${token}` }\n'],
  },
  {
    id: 'leaked-generic-basic-credential',
    name: 'HTTP Basic credential',
    keywords: ['basic '],
    insideWords: false,
    severity: 'medium',
    precision: 'low',
    generic: true,
    prefixLength: 0,
    pattern: /basic (?<secret>[A-Za-z0-9+/]{12,300}={0,2})(?![A-Za-z0-9+/=])/iy,
    after: 320,
    accepts: ({ secret, before }) => {
      const [, user = '', password = ''] =
        /^([\x21-\x39\x3b-\x7e]{1,80}):([\x21-\x7e]{6,120})$/.exec(Buffer.from(secret, 'base64').toString('latin1')) ??
        []
      return (
        /authorization/i.test(before) &&
        isRemotePassword({ secret: password, groups: { user, host: 'unknown.host.io' } }) &&
        !/^(?:user|test|demo|aladdin|foo)/i.test(user) &&
        password !== ''
      )
    },
    grants: 'sign in as the user',
    revoke: 'Change the password',
    examples: ({ fill }) => [
      `headers: { Authorization: 'Basic ${Buffer.from(`deployer:${fill(alnum, 18)}`).toString('base64')}' }\n`,
    ],
    decoys: [`headers: { Authorization: 'Basic ${Buffer.from('user:password').toString('base64')}' }\n`],
  },
  {
    id: 'leaked-generic-address-password',
    name: 'URL with a password',
    keywords: [
      'https://',
      'http://',
      'ftp://',
      'ftps://',
      'sftp://',
      'ssh://',
      'smtp://',
      'smtps://',
      'ldap://',
      'ldaps://',
      'imaps://',
      'mqtt://',
      'mqtts://',
      'git+https://',
      'nats://',
    ],
    insideWords: false,
    severity: 'medium',
    precision: 'low',
    generic: true,
    prefixLength: 0,
    pattern: new RegExp(
      String.raw`(?:https?|s?ftps?|ssh|smtps?|ldaps?|imaps|mqtts?|git\+https|` +
        String.raw`nats):\/\/(?<user>[^\s:@/?#"'\x60<>{}()[\]|,;$*]{1,80}):` +
        String.raw`(?<secret>[^\s:@/?#"'\x60<>{}()[\]|,;]{6,120})@(?<host>[^\s"'\x60<>,?)]{1,200})`,
      'iy',
    ),
    after: 420,
    accepts: (matched) => isRemotePassword(matched) && /\d/.test(matched.secret) && /[A-Za-z]/.test(matched.secret),
    grants: 'sign in as the user',
    revoke,
    examples: ({ fill }) => [`remote = https://deployer:${fill(alnum, 20)}@git.internal-host.io/app.git\n`],
    decoys: ['remote = https://user:password@example.com/app.git\n'],
  },
  {
    id: 'leaked-netrc-password',
    name: 'netrc password',
    keywords: ['machine '],
    insideWords: false,
    severity: 'high',
    precision: 'medium',
    generic: false,
    prefixLength: 0,
    pattern: /machine (?<host>[\w.-]{3,100})\s{1,10}login (?<user>\S{1,100})\s{1,10}password (?<secret>\S{6,200})/y,
    after: 450,
    accepts: isRemotePassword,
    grants: 'sign in to the host as the user',
    revoke,
    examples: ({ fill }) => [`machine git.internal-host.io login deployer password ${fill(alnum, 20)}\n`],
    decoys: ['machine git.internal-host.io login deployer password ${PASSWORD}\n'],
  },
  {
    id: 'leaked-docker-registry-auth',
    name: 'container registry credential',
    keywords: ['"auth"', '\\"auth\\'],
    insideWords: true,
    severity: 'high',
    precision: 'medium',
    generic: false,
    prefixLength: 0,
    pattern: /\\{0,3}"auth\\{0,3}"\s{0,3}:\s{0,3}\\{0,3}"(?<secret>[A-Za-z0-9+/_-]{12,1000}={0,2})\\{0,3}"/y,
    after: 1_050,
    accepts: ({ secret, before, following }) =>
      (/^[\x21-\x39\x3b-\x7e]{2,80}:[\x21-\x7e]{6,}$/.test(Buffer.from(secret, 'base64').toString('latin1')) ||
        (secret.length >= 40 && looksRandom(secret) && !/@example\./.test(following(80)))) &&
      /"auths\\{0,3}"|"https?:|\.(?:io|com|dev)\\{0,3}"/.test(before),
    grants: 'pull and push images as the user',
    revoke: "in the user's account at the registry",
    examples: ({ fill, seal }) => [
      '{ "auths": { "registry.internal-host.io": { "auth": ' +
        `"${seal('your-auth-here', () => Buffer.from(`deployer:${fill(alnum, 20)}`).toString('base64'))}" } } ` +
        `}\n`,
    ],
    decoys: ['{ "auths": { "registry.internal-host.io": {} }, "auth": "basic" }\n'],
  },
]

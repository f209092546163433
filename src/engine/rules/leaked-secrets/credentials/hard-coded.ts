import { isDevelopmentFile } from '../../../inventory/project/development-folders.ts'
import type { Credential, MatchedText } from '../credential.ts'
import { isChosenPassword, isStrongPassword, isWrittenPassword } from '../passwords.ts'
import { isPlaceholder, isSequence } from '../placeholder.ts'
import { entropyOf, looksRandom } from '../randomness.ts'

const alnum = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789'

/** Names of keys and tokens, and of passwords. */
const keyName = /(?:key|token|secret|credential)(?:_?\d{1,2}|[_.-]?(?:prod|production|live|value))?$/i
const passwordName = /(?:password|passwd|passphrase|pwd)$/i

/** Names that contain a secret's name but whose values are not secret. */
const otherName = new RegExp(
  String.raw`public|publishable|strong_?name|(?:next|page|pagination|continuation|sync|cursor|starting)[_.-]?token|` +
    String.raw`(?:site|primary|foreign|partition|sort|row|cache|map|object|image)[_.-]?key|` +
    String.raw`(?:translation|deduplication|verify)[_.-]?key|hash|digest|test|` +
    String.raw`example|sample|fake|mock|dummy|csrf|xsrf|message|error|label|field|placeholder|policy`,
  'i',
)

/** Reports whether a value looks generated and its name is that of a secret. */
function isNamedSecret(name: string, secret: string): boolean {
  if (otherName.test(name) || isPlaceholder(secret)) return false
  if (passwordName.test(name)) return isWrittenPassword(secret) && isStrongPassword(secret)
  return keyName.test(name) && secret.length >= 16 && looksRandom(secret)
}

const shared = {
  severity: 'medium',
  precision: 'low',
  generic: true,
  insideWords: true,
  prefixLength: 0,
  grants: 'use every permission that the secret grants',
  revoke: 'at the service that accepts it',
} as const

/** User name with a value, directly before the name of a password. A comment may follow it. */
const userBefore = new RegExp(
  String.raw`(?:user(?:_?name)?|login|uid)["'\]]{0,2}\s{0,10}(?:=>|[=:])\s{0,10}["'][^"'\s]{2,60}["']` +
    String.raw`[^"']{0,80}["']?[\w$:@.-]{0,20}$`,
  'i',
)

/** Comparison of a user name on the same line, before that of a password. */
const userCompared =
  /(?:user(?:_?name)?|login|email)["'\])]{0,2}\s?[!=]={1,2}\s?["'][^"'\n]{2,60}["']\s?(?:and|or|&&|\|\|)/i

/** Reports whether a literal that a password is compared with is a password and not a word. */
function isComparedPassword({ secret, before }: MatchedText): boolean {
  if (/assert|expect|should/i.test(before) || otherName.test(before.slice(-12)) || !isWrittenPassword(secret))
    return false
  return (isChosenPassword(secret) && !/\s|^\W|[:/]/.test(secret)) || userCompared.test(before)
}

/** Secrets in source code that are identified by the code around them. */
export const hardCoded: readonly Credential[] = [
  {
    ...shared,
    id: 'leaked-default-secret',
    name: 'secret as the default of an environment variable',
    keywords: ['env(', 'environ.get(', 'env.fetch(', 'key:-', 'token:-', 'secret:-', 'password:-', 'passwd:-'],
    pattern: new RegExp(
      String.raw`(?:(?:env|environ\.get|env\.fetch)\(\s{0,3}["'](?<name>[\w.-]{2,80})["'],\s{0,4}` +
        String.raw`["'](?<secret>[^"'\s]{8,200})["']|` +
        String.raw`(?<variable>key|token|secret|password|passwd):-(?<bare>[^}\s"'$]{8,200})\})`,
      'iy',
    ),
    after: 320,
    isChosen: true,
    accepts: ({ secret, groups }) => isNamedSecret(groups['name'] ?? groups['variable'] ?? '', secret),
    examples: ({ fill }) => [
      `$client = new Client(env('BILLING_API_KEY', '${fill(alnum, 32)}'));\n`,
      `command: server --session "\${SESSION_SECRET:-${fill(alnum, 32)}}"\n`,
    ],
    decoys: [
      "$client = new Client(env('BILLING_API_KEY', 'not-configured'));\n",
      'command: server --session "${SESSION_SECRET:-change-this-secret}"\n',
    ],
  },
  {
    ...shared,
    id: 'leaked-build-field',
    name: 'secret in a build field of an app',
    keywords: ['buildconfigfield', 'resvalue'],
    pattern: new RegExp(
      String.raw`(?:buildConfigField|resValue)\s{0,3}\(?\s{0,3}["']\w{2,20}["']\s{0,3},\s{0,3}` +
        String.raw`["'](?<name>\w{2,80})["']\s{0,3},\s{0,3}["'](?:\\?["'])?(?<secret>[\w+/=.~-]{16,200})\\?["']`,
      'iy',
    ),
    after: 380,
    accepts: ({ secret, groups }) => isNamedSecret(groups['name'] ?? '', secret),
    grants: 'read it from the published app, and use every permission that it grants',
    examples: ({ fill }) => [`buildConfigField("String", "WEATHER_API_KEY", "\\"${fill(alnum, 32)}\\"")\n`],
    decoys: ['buildConfigField("String", "WEATHER_API_KEY", "\\"$weatherKey\\"")\n'],
  },
  {
    ...shared,
    id: 'leaked-element-secret',
    name: 'secret in an XML element',
    keywords: ['key', 'token', 'secret', 'password'].flatMap((name) => [`${name}>`, `${name}">`, `${name}</key>`]),
    pattern: new RegExp(
      String.raw`(?<name>key|token|secret|password)(?:"?>\s{0,40}(?:<!\[CDATA\[)?|<\/key>\s{0,40}<string>)` +
        String.raw`(?<secret>[^<>\s"']{8,200})(?:\]\]>)?\s{0,40}<\/`,
      'iy',
    ),
    after: 360,
    accepts: ({ secret, groups, before }) => {
      const [, start = ''] = /(?:<(?:[\w-]{1,20}:)?|<string name="|<key>)([\w.-]{0,60})$/i.exec(before) ?? []
      const name = `${start}${groups['name'] ?? ''}`
      // An element `<key>` or `<token>` alone holds names and parts of a grammar.
      return name.length > 5 && isNamedSecret(name, secret)
    },
    examples: ({ fill }) => [
      `<mail><smtpPassword>${fill(alnum, 16)}</smtpPassword></mail>\n`,
      `<string name="maps_api_key">${fill(alnum, 40)}</string>\n`,
      `<key>BillingToken</key>\n<string>${fill(alnum, 40)}</string>\n`,
    ],
    decoys: [
      '<mail><smtpPassword>${smtp.password}</smtpPassword></mail>\n',
      '<key>NSAppTransportSecurity</key>\n<string>enabled</string>\n',
    ],
  },
  {
    ...shared,
    id: 'leaked-compared-password',
    name: 'password that code compares with a literal',
    keywords: ['password', 'passwd', 'secret', 'passcode'],
    severity: 'low',
    pattern: new RegExp(
      String.raw`(?:password|passwd|secret|passcode)["'\])]{0,3}\s?(?:[!=]={1,2}|\.equals\()\s?["']` +
        String.raw`(?<secret>[^"'\r\n]{5,60})["']`,
      'iy',
    ),
    after: 100,
    isChosen: true,
    judgesPlaceholders: true,
    accepts: isComparedPassword,
    grants: 'sign in with it on every installation of the program',
    revoke: 'Remove the comparison, and store a hash of the password outside of the code',
    examples: ({ fill }) => [`if (form.password === '${fill(alnum, 12)}') signIn(form.user)\n`],
    decoys: ["if (form.password === 'required') focus()\n", "if (field.type === 'password') hide(field)\n"],
  },
  {
    ...shared,
    id: 'leaked-login-pair',
    name: 'user name and password in code',
    keywords: ['password', 'passwd', 'pass'],
    severity: 'low',
    pattern: new RegExp(
      String.raw`(?:password|passwd|pass)["'\]]{0,2}\s{0,10}(?:=>|[=:])\s{0,10}` +
        String.raw`(?:"(?<secret>[^"\r\n\s]{6,100})"|'(?<bare>[^'\r\n\s]{6,100})')`,
      'iy',
    ),
    after: 140,
    isChosen: true,
    judgesPlaceholders: true,
    accepts: ({ secret, path, before }) =>
      isChosenPassword(secret) &&
      !isDevelopmentFile(path) &&
      !/\.(?:md|mdx|rst|adoc)$/i.test(path) &&
      !otherName.test(before.slice(-12)) &&
      !/^[^A-Za-z\d]{1,3}$|[(){}<>\\]|^[A-Z_]+$/.test(secret) &&
      userBefore.test(before),
    grants: 'sign in as the user',
    revoke: 'Change the password',
    examples: ({ fill }) => [`connect({ user: 'reports', password: '${fill('abcdefghijkmnp', 10)}!' })\n`],
    decoys: ["connect({ user: 'reports', password: settings.password })\n", "{ user: 'name', password: 'password' }\n"],
  },
  {
    ...shared,
    id: 'leaked-signing-secret',
    name: 'secret that signs sessions or tokens',
    keywords: ['jwt', 'session_secret', 'sessionsecret', 'cookie_secret', 'cookiesecret'],
    pattern: new RegExp(
      String.raw`(?:jwt|session|cookie)[_.-]?(?:token[_.-]?)?(?:secret|key)(?:[_.-]?key)?["']?\s{0,3}[:=]\s{0,3}` +
        String.raw`(?:"(?<secret>[^"\r\n]{24,200})"|'(?<bare>[^'\r\n]{24,200})')`,
      'iy',
    ),
    after: 260,
    isChosen: true,
    judgesPlaceholders: true,
    accepts: ({ secret }) =>
      /\d/.test(secret) &&
      /[^\w\s+/=.-]/.test(secret) &&
      entropyOf(secret) >= 4.2 &&
      !isSequence(secret) &&
      !/\s|\$\{|\{\{|\}\}|change|example|secret|https?:|process\.env|\w\(/i.test(secret),
    grants: 'sign sessions or tokens, and so act as any user',
    revoke: 'Generate a new secret, which ends all sessions',
    examples: ({ fill }) => [`jwt_secret: "${fill(`${alnum}!#%&*^~?;`, 60)}"\n`],
    decoys: ['jwt_secret: "https://login.internal-host.io/keys?version=2"\n'],
  },
  {
    ...shared,
    // https://developer.hashicorp.com/terraform/language/values/variables
    id: 'leaked-terraform-default',
    name: 'secret as the default of a Terraform variable',
    keywords: ['variable "'],
    insideWords: false,
    pattern: new RegExp(
      String.raw`variable "(?<name>[\w-]{2,80})"\s{0,4}\{[^{}]{0,300}?\bdefault\s{0,20}=\s{0,4}` +
        String.raw`"(?<secret>[^"\s$]{8,200})"`,
      'y',
    ),
    after: 640,
    accepts: ({ secret, groups }) => isNamedSecret(groups['name'] ?? '', secret),
    examples: ({ fill }) => [
      `variable "billing_api_token" {\n  type    = string\n  default = "${fill(alnum, 32)}"\n}\n`,
    ],
    decoys: [
      'variable "billing_api_token" {\n  type      = string\n  sensitive = true\n}\n',
      'variable "billing_api_token" {\n  default = "not-configured-yet"\n}\n',
    ],
  },
  {
    ...shared,
    // https://create-react-app.dev/docs/adding-custom-environment-variables/, https://vite.dev/guide/env-and-mode,
    // https://nextjs.org/docs/app/guides/environment-variables, https://docs.expo.dev/guides/environment-variables/
    id: 'leaked-public-variable',
    name: 'password in a variable that a build publishes',
    generic: false,
    keywords: ['react_app_', 'next_public_', 'vite_', 'expo_public_', 'vue_app_', 'nuxt_public_', 'gatsby_'],
    pattern: new RegExp(
      String.raw`(?:REACT_APP|NEXT_PUBLIC|VITE|EXPO_PUBLIC|VUE_APP|NUXT_PUBLIC|GATSBY)_(?:[A-Z\d_]{0,40}_)?` +
        String.raw`(?:PASSWORD|PASSWD|PASS|PWD) {0,2}[=:] {0,2}["']?(?<secret>[^\s"'#;,(){}<>\x60$]{6,100})["']?` +
        String.raw`(?=[ \t]{0,40}(?:[\r\n#;,]|$))`,
      'y',
    ),
    after: 260,
    isChosen: true,
    accepts: ({ secret }) =>
      isWrittenPassword(secret) && /[A-Za-z]/.test(secret) && !/pass|pwd|user|value|[./:]{2}/i.test(secret),
    grants: 'read it in the published page or app, and sign in as the user',
    revoke: 'Change the password, and move the call that needs it to a server',
    examples: ({ fill }) => [`VITE_ADMIN_PASS=${fill(alnum, 14)}\n`],
    decoys: ['VITE_ADMIN_PASSWORD=\nVITE_MAIL_PASSWORD=smtp_password\nVITE_RESET_PASS=${RESET_PASS}\n'],
  },
]

import type { Credential, MatchedText } from '../credential.ts'
import { isChosenPassword, isWrittenPassword } from '../passwords.ts'
import { isPlaceholder } from '../placeholder.ts'
import { looksRandom } from '../randomness.ts'

const alnum = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789'

/** Reports whether an argument is a password and not a port, a variable, or a documentation word. */
function isArgument({ secret, before }: MatchedText): boolean {
  return isChosenPassword(secret) && !isPlaceholder(secret) && !/[\\/:]/.test(secret) && !/test|example/i.test(before)
}

/** Reports whether an argument is a password, in a place that holds only passwords. */
const isCommandPassword = ({ secret, before }: MatchedText): boolean =>
  isWrittenPassword(secret) &&
  /[A-Za-z]/.test(secret) &&
  !/^[-/\\]|pass|pwd/i.test(secret) &&
  !/test|example/i.test(before)

const request = /\b(?:curl|wget|http|https)\b/

/** Request whose earlier lines end in a backslash, so that the credential is on a later line. */
const continuedRequest = /\b(?:curl|wget)\b(?:[^\r\n]|\\\r?\n)*$/

/** Number of bytes that are searched for the start of a request. */
const maxRequest = 400

/**
 * Reports whether a value is a Google app password: 16 lowercase letters, which contain no pronounceable text. See
 * https://support.google.com/accounts/answer/185833.
 */
const isAppPassword = (value: string): boolean => /^[a-z]{16}$/.test(value) && /[bcdfghjklmnpqrstvwxz]{4}/.test(value)

/** Images and badges, whose tokens only allow access to one image. */
const imageLink = /!\[|src=|badge|\.(?:svg|png|gif|jpe?g)\b/i

const shared = {
  severity: 'medium',
  precision: 'low',
  generic: true,
  prefixLength: 0,
  insideWords: false,
  isChosen: true,
  accepts: isArgument,
  grants: 'sign in as the user',
  revoke: 'Change the password',
} as const

/** Passwords and tokens in command lines and in login calls. */
export const commandLines: readonly Credential[] = [
  {
    ...shared,
    id: 'leaked-command-password',
    name: 'password in a command line',
    keywords: [
      'sshpass -p',
      'pgpassword=',
      'mysql_pwd=',
      'rediscli_auth=',
      'redis-cli -a',
      'smbclient ',
      'ldapsearch ',
    ],
    pattern: new RegExp(
      String.raw`(?:sshpass -p {0,2}|PGPASSWORD=|MYSQL_PWD=|REDISCLI_AUTH=|redis-cli -a {1,2}|` +
        String.raw`(?:smbclient|ldapsearch) [^\r\n|;]{0,120} -w {0,2})["']?(?<secret>[^\s"'\x60$<>{}()|;&]{6,100})`,
      'y',
    ),
    after: 260,
    examples: ({ fill }) => [`sshpass -p '${fill(alnum, 14)}' ssh deploy@files.internal-host.io\n`],
    decoys: ['sshpass -p "$PASSWORD" ssh deploy@files.internal-host.io\n'],
  },
  {
    ...shared,
    id: 'leaked-login-argument',
    name: 'password in the arguments of a login',
    keywords: ['docker login', 'podman login', 'helm registry login', 'mysql ', 'mysqldump '],
    pattern: new RegExp(
      String.raw`(?:(?:docker|podman|helm registry) login[^\r\n|;&]{0,150} (?:-p|--password)[ =]|` +
        String.raw`mysql(?:dump)? [^\r\n|;&]{0,120}-(?:p|-password=))["']?(?<secret>[^\s"'\x60$<>{}()|;&]{6,100})`,
      'y',
    ),
    after: 300,
    examples: ({ fill }) => [`docker login -u deployer -p ${fill(alnum, 16)} registry.internal-host.io\n`],
    decoys: ['docker login -u deployer --password-stdin registry.internal-host.io\n', 'mysql -u app -p orders\n'],
  },
  {
    ...shared,
    id: 'leaked-curl-credential',
    name: 'user name and password in a request',
    keywords: [' -u ', '\n-u ', ' -u"', " -u'", '--user ', '--user='],
    insideWords: true,
    pattern: /(?:[ \n]-u ?|--user[ =])["']?[^\s"'\x60$<>{}():]{1,80}:(?<secret>[^\s"'\x60$<>{}()|;&]{6,120})/y,
    after: 240,
    accepts: (matched) =>
      isArgument(matched) && (request.test(matched.before) || continuedRequest.test(matched.preceding(maxRequest))),
    examples: ({ fill }) => [`curl -u deployer:${fill(alnum, 16)} https://files.internal-host.io/backup\n`],
    decoys: ['curl -u user:password https://files.internal-host.io/backup\n', 'docker run -u 1000:1000 app\n'],
  },
  {
    ...shared,
    id: 'leaked-header-argument',
    name: 'token in the headers of a request',
    keywords: ['authorization: '],
    isChosen: false,
    pattern: /[Aa]uthorization: (?<secret>[\w+/=.~-]{24,400})["']/y,
    after: 420,
    accepts: ({ secret, before }) => looksRandom(secret) && /(?:-H|--header) {0,2}["']$/.test(before),
    grants: 'call the service as the owner',
    revoke: 'at the service that accepts it',
    examples: ({ fill }) => [`curl -H 'Authorization: ${fill(alnum, 40)}' https://files.internal-host.io/list\n`],
    decoys: ["curl -H 'Authorization: $TOKEN' https://files.internal-host.io/list\n"],
  },
  {
    ...shared,
    id: 'leaked-flag-secret',
    name: 'secret in an argument of a command',
    keywords: ['token', 'api-key', 'apikey', 'access-key', 'secret-key', 'secret', 'password'].flatMap((name) => [
      `-${name} `,
      `-${name}=`,
    ]),
    insideWords: true,
    isChosen: false,
    pattern: new RegExp(
      String.raw`-(?:token|api-?key|access-key|secret-key|secret|password)[ =]["']?` +
        String.raw`(?<secret>[\w+/=.~!@#%^*-]{16,200})(?=["'\s\x60)\\]|$)`,
      'iy',
    ),
    after: 230,
    accepts: ({ secret, before }) =>
      /(?:^|[\s"'\x60])-(?:-?[\w-]{1,40})?$/.test(before) &&
      looksRandom(secret) &&
      !isPlaceholder(secret) &&
      !/(?:test|example|next|page|pagination|continuation|sync|cursor|starting|public-key)[^\s]*$/i.test(before),
    grants: 'call the service as the owner',
    revoke: 'at the service that accepts it',
    examples: ({ fill }) => [`deployer push --access-token ${fill(alnum, 40)} --environment production\n`],
    decoys: ['deployer push --access-token $ACCESS_TOKEN --environment production\n'],
  },
  {
    ...shared,
    id: 'leaked-query-parameter',
    name: 'secret in the parameters of a request',
    keywords: [
      'access_token=',
      'client_secret=',
      'private_token=',
      'refresh_token=',
      'auth_token=',
      'api_key=',
      'apikey=',
      'api-key=',
    ],
    isChosen: false,
    pattern: new RegExp(
      String.raw`(?:(?:access|private|refresh|auth)_token|client_secret|api[_-]?key)=` +
        String.raw`(?<secret>[\w.~-]{20,200})(?![\w.~%{$-])`,
      'iy',
    ),
    after: 230,
    accepts: ({ secret, before, following }) =>
      /[?&]$|(?:-d|-F|--data(?:-\w{1,12})?|--form)[ =]?["']?$/.test(before) &&
      looksRandom(secret) &&
      !isPlaceholder(secret) &&
      !/test|example/i.test(before) &&
      !imageLink.test(before + following(20)),
    grants: 'call the service as the owner',
    revoke: 'at the service that accepts it',
    examples: ({ fill }) => [`curl "https://files.internal-host.io/list?access_token=${fill(alnum, 40)}"\n`],
    decoys: ['curl "https://files.internal-host.io/list?access_token=$ACCESS_TOKEN"\n'],
  },
  {
    ...shared,
    id: 'leaked-login-call',
    name: 'password in a call that signs in',
    keywords: ['networkcredential(', 'directoryentry(', 'usernamepasswordcredentials(', 'httpbasicauth('],
    insideWords: true,
    pattern: new RegExp(
      String.raw`(?:NetworkCredential|DirectoryEntry|UsernamePasswordCredentials|HTTPBasicAuth)\(` +
        String.raw`\s{0,8}(?:["'][^"'\r\n]{0,120}["'],\s{0,20}){1,2}["'](?<secret>[^\s"'\x60<>{}]{6,100})["']`,
      'y',
    ),
    after: 460,
    accepts: ({ secret, before }) =>
      !isPlaceholder(secret) &&
      (isChosenPassword(secret) || looksRandom(secret) || isAppPassword(secret)) &&
      !/test|example/i.test(before),
    examples: ({ fill }) => [`new NetworkCredential("deployer@internal-host.io", "${fill(alnum, 16)}")\n`],
    decoys: ['new NetworkCredential("user", "password")\n', 'HTTPBasicAuth("deployer", os.environ["PASSWORD"])\n'],
  },
  {
    ...shared,
    // https://learn.microsoft.com/sysinternals/downloads/psexec, https://the.earth.li/~sgtatham/putty/latest/htmldoc/,
    // https://learn.microsoft.com/sql/tools/sqlcmd/sqlcmd-utility,
    // https://learn.microsoft.com/windows-server/administration/windows-commands/cmdkey
    id: 'leaked-windows-command-password',
    name: 'password in a Windows command line',
    keywords: ['psexec', 'plink', 'pscp', 'psftp', 'sqlcmd ', 'cmdkey '],
    pattern: new RegExp(
      String.raw`(?:psexec(?:64)?(?:\.exe)? [^\r\n|;&]{0,150} -u [^\s|;&]{1,80} -p |` +
        String.raw`(?:plink|pscp|psftp)(?:\.exe)? [^\r\n|;&]{0,150}-pw |sqlcmd [^\r\n|;&]{0,150}-P ?|` +
        String.raw`cmdkey [^\r\n|;&]{0,150}\/pass:)["']?(?<secret>[^\s"'\x60$<>{}()|;&%]{6,100})(?![%$])`,
      'iy',
    ),
    after: 370,
    accepts: isCommandPassword,
    examples: ({ fill }) => [`psexec \\\\files -u deployer -p ${fill(alnum, 14)} cmd /c dir\n`],
    decoys: [
      'psexec \\\\files -u deployer -p %PASSWORD% cmd /c dir\n',
      'psexec \\\\files -u deployer -p PASSWORD cmd /c dir\n',
      'plink -ssh -pw mypassword deployer@files\n',
      'sqlcmd -S files -P 1433\n',
    ],
  },
]

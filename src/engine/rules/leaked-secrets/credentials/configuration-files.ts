import type { Credential, MatchedText } from '../credential.ts'
import { decodedText } from '../encoded-text.ts'
import { isChosenPassword, isStrongPassword, isWrittenPassword } from '../passwords.ts'
import { looksRandom } from '../randomness.ts'

const alnum = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789'

/** Fields that all entries in this family have. */
type Described = Pick<Credential, 'id' | 'name' | 'keywords' | 'pattern' | 'after' | 'examples' | 'decoys'> &
  Partial<Credential>

/** Defines a password in files that are identified by their path. */
function configured(described: Described): Credential {
  return {
    insideWords: true,
    severity: 'medium',
    precision: 'medium',
    generic: false,
    prefixLength: 0,
    isChosen: true,
    judgesPlaceholders: true,
    accepts: ({ secret }) => isWrittenPassword(secret),
    grants: 'sign in to the server as the user',
    revoke: 'Change the password',
    ...described,
  }
}

/** Settings files of file transfer, mail, chat, and database clients. Each password belongs to a server. */
const clientFile = new RegExp(
  String.raw`(?:^|\/)(?:s?ftp(?:-config(?:-alt\d?)?|-sync|-settings|-deploy\w{0,10})?\.json|\.ftp(?:config|pass)|` +
    String.raw`\.(?:remote|ftp)-sync\.json|deployment-config\.json|robo(?:mongo|3t)\.json|` +
    String.raw`[._]?(?:esmtp|msmtp|fetchmail|mutt|offlineimap|wget|curl|net|irssi|pypi)rc|\.?my(?:login)?\.cnf|` +
    String.raw`ventrilo_srv\.ini|server\.properties|\.s3cfg|\.?smb(?:credentials|\.conf))$`,
  'i',
)

/** Settings files of a program, a shell, or a service. */
const settingsFile = new RegExp(
  String.raw`(?:^|\/)(?:\.env(?:\.[\w-]+)?|[^/]{1,100}\.(?:env|ini|cfg|cnf|conf|config|properties|tfvars|toml|ya?ml|` +
    String.raw`php|inc)|\.(?:bash_profile|bashrc|profile|zshrc|zshenv)|config|credentials)$`,
  'i',
)

/** XML settings files of servers and development environments. */
const serverSettings = new RegExp(
  String.raw`(?:^|\/)(?:\.idea\/(?:[\w-]+\/)?[\w-]+|web-?servers|[\w.-]{0,60}data-?sources(?:\.local)?|tomcat-users|` +
    String.raw`server|context|web|app|connections?)\.(?:xml|config)$`,
  'i',
)

/** Names that contain the keyword but whose values are not passwords. */
const otherName = new RegExp(
  String.raw`(?:hash|reset|forgot|field|label|length|policy|regexp?|pattern|error|message|prompt|hint|placeholder|` +
    String.raw`test|example|sample|fake|mock|dummy|require|disable|invalid|i18n|encrypted)[\w.-]{0,12}$`,
  'i',
)

/** Values that are not passwords: words, constants, dotted names, URLs, and calls. */
const noPassword = /^[A-Z_\d]+$|^[a-z]+(?:[._-][a-z\d]+)+$|:\/\/|^\w+[[(]|^\$|^[a-z]+[A-Z][a-zA-Z]+\d?$/

/**
 * Reports whether a value is a password that a user chose, and not a container default such as
 * `DORIS_PASSWORD=doris123`.
 */
function isSettingsPassword({ secret, before }: MatchedText): boolean {
  if (!isChosenPassword(secret) || otherName.test(before) || noPassword.test(secret)) return false
  const [word = ''] = /^[A-Za-z]{3,}(?=\d{1,4}$)/.exec(secret) ?? []
  const isDefault = word !== '' && before.toLowerCase().includes(word.toLowerCase())
  const text = isDefault ? undefined : decodedText(secret)
  return !isDefault && (text === undefined || isChosenPassword(text))
}

/** Reports whether a value is a Maven password: one encrypted with a master password, or one chosen by a user. */
function isMavenPassword({ secret }: MatchedText): boolean {
  return /^\{[A-Za-z0-9+/]{20,400}={0,2}\}$/.test(secret) || isChosenPassword(secret)
}

/** Passwords in configuration files. */
export const configurationFiles: readonly Credential[] = [
  configured({
    id: 'leaked-stored-client-password',
    name: 'password in the settings of a client',
    keywords: ['pass', 'pwd'],
    files: { path: clientFile },
    exampleFile: 'deploy/sftp-config.json',
    severity: 'high',
    pattern:
      /(?:passphrase|password|passwd|pass|pwd)["']?[ \t]{0,3}[ \t=:][ \t]{0,10}["']?(?<secret>[^\s"',;]{4,200})/iy,
    after: 240,
    examples: ({ fill }) => [`{ "host": "files.internal-host.io", "user": "web", "password": "${fill(alnum, 12)}" }\n`],
    decoys: ['{ "host": "files.internal-host.io", "user": "web", "password": "", "save_password": true }\n'],
  }),
  configured({
    // Format: https://www.postgresql.org/docs/current/libpq-pgpass.html
    id: 'leaked-pgpass-password',
    name: 'PostgreSQL password file entry',
    keywords: [],
    files: { path: /(?:^|\/)\.?pgpass(?:\.conf)?$/ },
    atLines: true,
    exampleFile: 'home/.pgpass',
    severity: 'high',
    pattern: /[^\s:#]{1,200}:(?:\d{1,5}|\*):[^\s:]{1,100}:[^\s:]{1,100}:(?<secret>(?:\\.|[^\s:\\]){4,100})/y,
    after: 620,
    grants: 'read, change, and delete data in the database',
    examples: ({ fill }) => [`db.internal-host.io:5432:orders:app:${fill(alnum, 16)}\n`],
    decoys: ['# host:5432:database:user:password\n'],
  }),
  configured({
    // Format: https://git-scm.com/docs/git-credential-store
    id: 'leaked-git-credential',
    name: 'stored Git credential',
    keywords: ['https://', 'http://'],
    files: { path: /(?:^|\/)\.?git-credentials$/ },
    exampleFile: 'home/.git-credentials',
    severity: 'high',
    pattern: /https?:\/\/[^\s:@/]{1,100}:(?<secret>[^\s:@/]{4,300})@/y,
    after: 420,
    grants: "read the owner's repositories and, with write permission, change them",
    revoke: 'at the Git host that accepts it',
    examples: ({ fill }) => [`https://deployer:${fill(alnum, 20)}@git.internal-host.io\n`],
    decoys: ['https://deployer:${TOKEN}@git.internal-host.io\n'],
  }),
  configured({
    // Format: https://filezilla-project.org. The password is only base64-encoded.
    id: 'leaked-filezilla-password',
    name: 'FileZilla password',
    keywords: ['<pass>', '<pass encoding'],
    files: { path: /\.xml$/i },
    exampleFile: 'home/sitemanager.xml',
    severity: 'high',
    pattern: /<Pass(?: encoding="base64")?>(?<secret>[^<\s]{4,300})<\/Pass>/y,
    after: 350,
    accepts: ({ secret }) => isWrittenPassword((decodedText(secret) ?? secret).trim()),
    examples: ({ fill }) => [`<Pass encoding="base64">${Buffer.from(fill(alnum, 18)).toString('base64')}</Pass>\n`],
    decoys: ['<Pass></Pass>\n'],
  }),
  configured({
    // Format: https://support.mozilla.org/en-US/kb/profiles-where-firefox-stores-user-data
    id: 'leaked-firefox-login',
    name: 'Firefox login',
    keywords: ['"encryptedpassword"', '"encryptedusername"'],
    pattern: /"encrypted(?:Password|Username)"\s{0,3}:\s{0,3}"(?<secret>M[A-P][A-Za-z0-9+/]{30,600}={0,2})"/y,
    after: 650,
    accepts: ({ secret }) => looksRandom(secret.slice(-28).replaceAll('=', '')),
    grants: 'decrypt it with the key database of the profile, unless a primary password protects the database',
    examples: ({ fill, seal }) => [`{ "encryptedPassword": "${seal('xxxxxxxx', () => `MDIE${fill(alnum, 64)}`)}" }\n`],
    decoys: ['{ "encryptedPassword": "" }\n'],
  }),
  configured({
    id: 'leaked-server-settings-password',
    name: 'password in server or editor settings',
    keywords: ['password="', 'pwd="'],
    files: { path: serverSettings },
    exampleFile: '.idea/webServers.xml',
    pattern: /(?:password|pwd)="(?<secret>[^"\s]{4,300})"/iy,
    after: 320,
    examples: ({ fill }) => [
      `<fileTransfer host="files.internal-host.io" password="${fill('0123456789abcdef', 32)}" />\n`,
    ],
    decoys: ['<fileTransfer host="files.internal-host.io" password="" />\n'],
  }),
  configured({
    // Format: https://maven.apache.org/settings.html and https://maven.apache.org/guides/mini/guide-encryption.html
    id: 'leaked-maven-password',
    name: 'Maven password',
    keywords: ['<password>', '<passphrase>', '<master>'],
    files: { path: /(?:^|\/)(?:[\w-]{0,60}settings[\w-]{0,60}|pom)\.xml$/i },
    exampleFile: '.m2/settings.xml',
    pattern: /<(?:password|passphrase|master)>\s{0,3}(?<secret>[^<\s]{4,400})\s{0,3}<\//y,
    after: 430,
    accepts: isMavenPassword,
    grants: 'read and publish artifacts in the repository',
    examples: ({ fill }) => [`<server><id>releases</id><password>${fill(alnum, 16)}</password></server>\n`],
    decoys: ['<server><id>releases</id><password>${env.RELEASES_PASSWORD}</password></server>\n'],
  }),
  configured({
    // Format: https://docs.gradle.org/current/userguide/supported_repository_protocols.html
    id: 'leaked-gradle-credential',
    name: 'credential in a Gradle build',
    keywords: ['password', 'secretkey', 'accesskey', 'sessiontoken'],
    files: { path: /\.gradle(?:\.kts)?$/i },
    exampleFile: 'app/build.gradle',
    // Lookaheads with a group do not try shorter matches of the same characters, which took 0.8 s for 1 MB of names and
    // spaces.
    pattern: new RegExp(
      String.raw`(?:password|secretKey|accessKey|sessionToken)(?=(\s{0,3}(?:=|\()?\s{0,3}))\1` +
        String.raw`(?:(?=([^\n"'?]{0,80}))\2["'][\w.-]{1,80}["'][^\n"'?]{0,40}\?:\s{0,3})?` +
        String.raw`["'](?<secret>[^"'\s]{6,200})["']`,
      'iy',
    ),
    after: 450,
    accepts: ({ secret, before }) => isChosenPassword(secret) && !otherName.test(before) && !noPassword.test(secret),
    grants: 'read and publish artifacts in the repository',
    examples: ({ fill }) => [`credentials { username = 'ci'; password = '${fill(alnum, 16)}' }\n`],
    decoys: ["credentials { username = 'ci'; password = findProperty('repositoryPassword') }\n"],
  }),
  configured({
    id: 'leaked-settings-password',
    name: 'password in settings',
    keywords: ['pass', 'pwd'],
    files: { path: settingsFile },
    exampleFile: 'conf/server.ini',
    precision: 'low',
    generic: true,
    pattern: new RegExp(
      String.raw`(?:password|passwd|passphrase|pass|pwd)\d?` +
        String.raw`(?:["']\]?[ \t]{0,3}(?:=>?|:|,)|[ \t]{0,3}[=:])[ \t]{0,10}["']?` +
        String.raw`(?<secret>[^\s"'#;,(){}<>\x60]{6,100})["']?(?=[ \t]{0,40}(?:[\r\n#;,)}\]]|$))`,
      'iy',
    ),
    after: 200,
    accepts: isSettingsPassword,
    examples: ({ fill }) => [`[server]\nAdminPassword=Winter${fill('0123456789', 8)}\n`],
    decoys: ['[server]\nAdminPassword=\nPasswordPolicy=strong-2024\nMinPasswordLength=12\n'],
  }),
  configured({
    id: 'leaked-secret-file',
    name: 'secret in a file of its own',
    keywords: [],
    files: { path: /\.[a-z_-]{0,20}(?:password|passwd|secret|token)$/i },
    atLines: true,
    exampleFile: 'run/database.password',
    precision: 'low',
    generic: true,
    pattern: /(?<secret>[\w+/=.~!@%^-]{16,200})[ \t]{0,10}(?=\r?\n|$)/y,
    after: 220,
    accepts: ({ secret }) => isWrittenPassword(secret) && isStrongPassword(secret),
    examples: ({ fill }) => [`${fill(alnum, 44)}\n`],
    decoys: ['the-name-of-a-secret-in-the-cluster\n'],
  }),
]

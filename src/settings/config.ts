import { realpathSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'
import { pepperOfSecret } from './key-peppers.ts'
import { parseTrustedProxies, type TrustedProxies } from './trusted-proxies.ts'
import type { BackupSettings } from './backup-settings.ts'
import type { ScansAtOnce } from './scans-at-once.ts'
import type { GitHubApp } from './github-settings.ts'
import type { GitHubPlace } from './github-settings.ts'
import type { SignInPlace } from './github-settings.ts'
import { parsePrivateKey } from './private-key.ts'
import { limits } from '../engine/model/limits.ts'
import { type AllowedNetwork, parseAllowedNetworks } from '../engine/net/allowed-networks.ts'
import { NpmCredentials } from '../engine/sources/package-registries/npm-credentials.ts'
import {
  type NpmRegistryChoice,
  registryChoice,
  registrySettings,
} from '../engine/sources/package-registries/npm-registry-choice.ts'
import { type NpmSettings, npmSettingsOfEnvironment } from '../engine/sources/package-registries/npmrc.ts'
import { operatorNpmSettings } from '../engine/sources/package-registries/operator-npm-settings.ts'
import { withSecretsOfFiles } from './secret-files.ts'
import { unknownSettings } from './unknown-settings.ts'

/**
 * The one reader of the environment, and the one place that knows the addresses of the public
 * package registries and advisory feeds.
 */
const defaults = {
  npmRegistry: 'https://registry.npmjs.org/',
  githubApi: 'https://api.github.com',
  githubOidcIssuer: 'https://token.actions.githubusercontent.com',
  pypiIndex: 'https://pypi.org/',
  pypiFiles: 'https://files.pythonhosted.org/',
  sigstoreTrust: 'https://tuf-repo-cdn.sigstore.dev',
  osvExport: 'https://osv-vulnerabilities.storage.googleapis.com',
  kevCatalogue: 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json',
  epssScores: 'https://epss.empiricalsecurity.com/epss_scores-current.csv.gz',
  mcpRegistry: 'https://registry.modelcontextprotocol.io',
  npmDownloads: 'https://api.npmjs.org/downloads',
} as const

/** Settings of a process, checked and complete. */
export interface Config {
  /** One sentence for each variable that is ignored although its name begins like a setting. */
  readonly warnings: readonly string[]
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  /** Absent: derived from the address that the server listens on, never from a request. */
  readonly publicUrl: string | undefined
  /** Whose word on a caller's address is taken. */
  readonly trustedProxies: TrustedProxies
  /** Absolute. */
  readonly dataDir: string
  /** Where whoever started the process stands, absolute: paths of the command line are resolved against it. */
  readonly callerFolder: string
  /** Absent: the embedded Postgres in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** Absent: generated in `dataDir`. */
  readonly secret: string | undefined
  /** The peppers of API keys, the current one first; absent: the one that hangs on `secret`. */
  readonly keyPeppers: readonly [string, ...string[]] | undefined
  /** Bases of advisory feeds without trailing slash; on equal ids the earlier wins. */
  readonly osvBases: readonly string[]
  /** Where CISA's catalogue of exploited flaws is, as JSON. */
  readonly kevUrl: string
  /** Where the EPSS scores are, as CSV or that gzipped. */
  readonly epssUrl: string
  /** With trailing slash. */
  readonly npmRegistry: string
  /** With trailing slash; lockfiles name it although another registry is in use. */
  readonly publicNpmRegistry: string
  /** Registries of scopes such as `@scope`, with trailing slash. */
  readonly npmRegistryByScope: ReadonlyMap<string, string>
  /** Base of the repository that says whose signatures are believed, without trailing slash. */
  readonly sigstoreTrustUrl: string
  /** With trailing slash; projects lie below it at `simple/NAME/`. */
  readonly pypiIndex: string
  /** Where the public package index keeps its files; mirrors often name it too. */
  readonly publicPypiFiles: string
  readonly allowedNetworks: readonly AllowedNetwork[]
  readonly scansAtOnce: ScansAtOnce
  /** Where GitHub is, whether or not the service is an app there. */
  readonly githubPlace: GitHubPlace
  /** Absent: the service is no GitHub App. */
  readonly githubApp: GitHubApp | undefined
  /** Absent: nobody signs in with GitHub. */
  readonly githubSignIn: SignInPlace | undefined
  /** Who says by which workflow at GitHub a key is asked for; without trailing slash. */
  readonly githubOidcIssuer: string
  /** The registry of MCP servers that ours follows, without trailing slash; absent: none. */
  readonly mcpRegistry: string | undefined
  /** Where to ask how often packages are downloaded, without trailing slash; absent: nobody is asked. */
  readonly npmDownloads: string | undefined
  readonly pypiDownloads: string | undefined
  /**
   * With which GitHub is asked for what anybody may see of repositories; absent: as somebody without account, 60 times
   * an hour.
   */
  readonly githubToken: string | undefined
  readonly logLevel: string
  /** Where the embedded Postgres is backed up; absent: nowhere. */
  readonly backup: BackupSettings | undefined
  /** Where the process serves its metrics and probes; absent: nowhere. */
  readonly operations: { readonly host: string; readonly port: number } | undefined
}

/** A setting is wrong. Each line of `problems` names one and says what it should be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Without user information: settings stand in logs, and requests never carry what stands before the @. */
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'should be an http or https address' })
  .refine((text) => !/^[a-z]+:\/\/[^/]*@/i.test(text), 'should have no user information in it, the part before the @')

/**
 * A base or a file of a feed: `https:`, or `file:` with a path that may be relative to the working folder. `wanted`
 * says what a setting should be.
 */
const feedAddress = (wanted: string) =>
  z.string().transform((text, check) => {
    const trimmed = text.replace(/(?<!\/)\/+$/, '')
    // `new URL('file:../x')` resolves against the root and so loses the folder: the path is taken by hand.
    const path = /^file:(?!\/\/)(.+)$/.exec(trimmed)?.[1]
    if (path !== undefined) return pathToFileURL(resolve(path)).href
    if (trimmed.startsWith('file:///') && isFilePath(trimmed)) return pathToFileURL(fileURLToPath(trimmed)).href
    if (trimmed.startsWith('https://') && httpUrl.safeParse(trimmed).success) return trimmed
    // The value is not repeated: it may hold credentials.
    check.addIssue({ code: 'custom', message: `should be ${wanted} without user information` })
    return z.NEVER
  })

function isFilePath(url: string): boolean {
  try {
    return fileURLToPath(url) !== ''
  } catch {
    return false
  }
}

const feedBases = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )
  .pipe(z.array(feedAddress('a comma list of https: or file: addresses')).min(1, 'should name at least one address'))

const feedFile = feedAddress('an https: or file: address')

const allowedNetworks = z.string().transform((text, check) => {
  try {
    return parseAllowedNetworks(text)
  } catch (error) {
    check.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
    return z.NEVER
  }
})

const trustedProxies = z.string().transform((text, check) => {
  try {
    return parseTrustedProxies(text)
  } catch (error) {
    check.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) })
    return z.NEVER
  }
})

/** The value is never repeated. */
const privateKey = z.string().transform((text, check) => {
  const key = parsePrivateKey(text)
  if (key) return key
  check.addIssue({
    code: 'custom',
    message:
      'should be the private key of the GitHub App: RSA in PEM, with line breaks or \\n in their place, or ' +
      'all of it in base64',
  })
  return z.NEVER
})

const githubHost = z.string().transform((text, check) => {
  const url = URL.parse(`https://${text}`)
  if (url !== null && url.host !== '' && url.href === `https://${url.host}/`) return url.host
  check.addIssue({
    code: 'custom',
    message: 'should be the name of a GitHub Enterprise host, such as ghe.example, without https:// and path',
  })
  return z.NEVER
})

/** Whoever answers in its place could make keys: only https shows who answers, except on this machine. */
const oidcIssuer = httpUrl
  .refine(
    (text) => text.startsWith('https://') || /^http:\/\/(127\.\d+\.\d+\.\d+|\[::1\]|localhost)(:\d+)?(\/|$)/.test(text),
    'should be an https address',
  )
  .transform((url) => url.replace(/(?<!\/)\/+$/, ''))

const httpBase = httpUrl.transform((url) => url.replace(/(?<!\/)\/+$/, ''))

/** A base that has a default and is switched off by being set to nothing. */
const switchable = (fallback: string) =>
  z
    .literal('')
    .transform(() => undefined)
    .or(httpBase)
    .default(fallback)

const withTrailingSlash = (url: string) => (url.endsWith('/') ? url : `${url}/`)

const npmRegistry = httpUrl.transform(withTrailingSlash)

const numberOfScans = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, 'should be a number from 1 to 9999')
  .transform(Number)

/** The values are never repeated. */
const keyPeppers = z.string().transform((text, check): [string, ...string[]] => {
  const [current, ...former] = text.split(',').map((pepper) => pepper.trim())
  if (current !== undefined && [current, ...former].every((pepper) => pepper === pepperOfSecret || pepper.length >= 32))
    return [current, ...former]
  check.addIssue({
    code: 'custom',
    message:
      'should be a comma list, the current one first, of texts with at least 32 characters each, or the word ' +
      `${pepperOfSecret} for the one that hangs on ASSAY_SECRET`,
  })
  return z.NEVER
})

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'should be a number from 0 to 65535')
  .transform(Number)
  .pipe(z.int().max(65_535, 'should be a number from 0 to 65535'))

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const Environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(3000),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: port.optional(),
  PUBLIC_URL: httpUrl.transform((url) => new URL(url).href.replace(/(?<!\/)\/+$/, '')).optional(),
  TRUST_PROXY: trustedProxies.default(0),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'should be a postgres:// address' }).optional(),
  ASSAY_DATA_DIR: z.string().min(1).default('.assay'),
  ASSAY_SECRET: z.string().min(32, 'should have at least 32 characters, better 64 random ones').optional(),
  ASSAY_KEY_PEPPERS: keyPeppers.optional(),
  ASSAY_KEY_PEPPERS_FILE: z.string().min(1).optional(),
  ASSAY_SECRET_FILE: z.string().min(1).optional(),
  ASSAY_BACKUP_CLUSTER: z.string().min(1).optional(),
  ASSAY_BACKUP_DIR: z.string().min(1).optional(),
  ASSAY_BACKUP_KEEP_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'should be a number of days from 1 to 9999')
    .transform(Number)
    .default(14),
  ASSAY_BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[a-z0-9]{20,4000}$/, 'should be an age recipient (age1…), such as "assay backup key" makes')
    .optional(),
  ASSAY_ALLOW_NETWORKS: allowedNetworks.default([]),
  ASSAY_SCANS_AT_ONCE: numberOfScans.default(limits.scan.atOnce),
  ASSAY_SCANS_PER_ACCOUNT: numberOfScans.default(limits.scan.atOnceOfAccount),
  ASSAY_SCANS_BESIDE_REGISTRY: numberOfScans.default(limits.registry.besideScans),
  OSV_URL: feedBases.default([defaults.osvExport]),
  KEV_URL: feedFile.default(defaults.kevCatalogue),
  EPSS_URL: feedFile.default(defaults.epssScores),
  npm_config_registry: npmRegistry.default(defaults.npmRegistry),
  SIGSTORE_TRUST_URL: httpUrl.transform((url) => url.replace(/(?<!\/)\/+$/, '')).default(defaults.sigstoreTrust),
  PYPI_URL: httpUrl.transform(withTrailingSlash).default(defaults.pypiIndex),
  APP_ID: z
    .string()
    .regex(/^\d{1,20}$/, 'should be the number of the GitHub App')
    .optional(),
  PRIVATE_KEY: privateKey.optional(),
  WEBHOOK_SECRET: z.string().min(16, 'should have at least 16 characters, better 32 random ones').optional(),
  GITHUB_CLIENT_ID: z
    .string()
    .regex(/^[\w.-]{1,200}$/, 'should be the client id of the GitHub App')
    .optional(),
  GITHUB_CLIENT_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, 'should be a client secret of the GitHub App')
    .optional(),
  GHE_HOST: githubHost.optional(),
  GITHUB_API_URL: httpUrl.transform((url) => url.replace(/(?<!\/)\/+$/, '')).optional(),
  GITHUB_OIDC_ISSUER: oidcIssuer.optional(),
  GITHUB_TOKEN: z
    .string()
    .regex(/^[\w.-]{10,500}$/, 'should be a token of GitHub')
    .optional(),
  MCP_REGISTRY_URL: z
    .literal('official')
    .transform(() => defaults.mcpRegistry)
    .or(httpBase)
    .optional(),
  NPM_DOWNLOADS_URL: switchable(defaults.npmDownloads),
  PYPI_DOWNLOADS_URL: httpBase.optional(),
  LOG_LEVEL: z.enum(logLevels, `should be one of ${logLevels.join(', ')}`).default('info'),
})

/** Of this installation. */
const ownFolder = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')

/** npm names our package by the way to it that it was given, which may lead over links. */
function isOwnPackage(path: string): boolean {
  try {
    return realpathSync(path) === join(ownFolder, 'package.json')
  } catch {
    return false
  }
}

/**
 * `npm run assay` moves to the folder of the installation and notes in INIT_CWD where it was called. Only then is that
 * asked: a script of another project that calls us, be its name `assay` too, stands where it wants to stand. npm says
 * of which package its script is (npm_package_json).
 */
function callerFolderOf({
  INIT_CWD: calledIn,
  npm_lifecycle_event: script,
  npm_package_json: ofPackage,
}: EnvironmentVariables): string {
  const here = process.cwd()
  return calledIn !== undefined &&
    isAbsolute(calledIn) &&
    script === 'assay' &&
    here === ownFolder &&
    ofPackage !== undefined &&
    isOwnPackage(ofPackage)
    ? calledIn
    : here
}

type EnvironmentVariables = Readonly<Record<string, string | undefined>>

/** Reads and checks every setting. Throws a ConfigError that names all wrong ones. */
export function readConfig(variables: EnvironmentVariables = process.env): Config {
  const { settings: set, problems: fileProblems } = withSecretsOfFiles(
    Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== '')),
  )
  const npmSettings = npmSettingsOfEnvironment(set)
  const { data: environment, error } = Environment.safeParse({
    ...switchedOff(variables),
    ...set,
    npm_config_registry: npmSettings.get('registry'),
  })
  const problems = [
    ...fileProblems,
    ...(error?.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`) ?? []),
  ]
  const npmRegistries = checkedNpmRegistries(npmSettings)
  problems.push(...npmRegistries.problems)
  if (set['ASSAY_SECRET'] === undefined && set['DATABASE_URL'] !== undefined && fileProblems.length === 0) {
    problems.push(
      'ASSAY_SECRET: should be set when DATABASE_URL is, to at least 32 random characters (or ' +
        'ASSAY_SECRET_FILE to a file that holds them); keep it with your backups',
    )
  }
  if (set['APP_ID'] !== undefined && set['PRIVATE_KEY'] === undefined)
    problems.push('PRIVATE_KEY: should be set when APP_ID is')
  if (set['PRIVATE_KEY'] !== undefined && set['APP_ID'] === undefined)
    problems.push('APP_ID: should be set when PRIVATE_KEY is')
  if ((set['ASSAY_BACKUP_DIR'] === undefined) !== (set['ASSAY_BACKUP_RECIPIENT'] === undefined))
    problems.push(
      `${set['ASSAY_BACKUP_DIR'] === undefined ? 'ASSAY_BACKUP_DIR' : 'ASSAY_BACKUP_RECIPIENT'}: should be ` +
        `set when ${set['ASSAY_BACKUP_DIR'] === undefined ? 'ASSAY_BACKUP_RECIPIENT' : 'ASSAY_BACKUP_DIR'} ` +
        'is; "assay backup key" makes a recipient and the identity that opens its backups',
    )
  if (
    set['ASSAY_BACKUP_DIR'] !== undefined &&
    set['DATABASE_URL'] !== undefined &&
    set['ASSAY_BACKUP_CLUSTER'] === undefined
  )
    problems.push(
      'ASSAY_BACKUP_DIR: should not be set when DATABASE_URL is: that server has its own backups, or ' +
        'ASSAY_BACKUP_CLUSTER is the folder of its files; see docs/backup.md',
    )
  if (
    set['ASSAY_BACKUP_CLUSTER'] !== undefined &&
    (set['DATABASE_URL'] === undefined || set['ASSAY_BACKUP_DIR'] === undefined)
  )
    problems.push(
      'ASSAY_BACKUP_CLUSTER: should be set only with DATABASE_URL and ASSAY_BACKUP_DIR; the embedded ' +
        'database knows where it is',
    )
  if (!environment || problems.length > 0) throw new ConfigError(problems)
  return {
    warnings: unknownSettings(Object.keys(set), ownSettings),
    host: environment.HOST,
    port: environment.PORT,
    publicUrl: environment.PUBLIC_URL,
    trustedProxies: environment.TRUST_PROXY,
    dataDir: resolve(environment.ASSAY_DATA_DIR),
    callerFolder: callerFolderOf(variables),
    databaseUrl: environment.DATABASE_URL,
    secret: environment.ASSAY_SECRET,
    keyPeppers: environment.ASSAY_KEY_PEPPERS,
    osvBases: environment.OSV_URL,
    kevUrl: environment.KEV_URL,
    epssUrl: environment.EPSS_URL,
    npmRegistry: environment.npm_config_registry,
    publicNpmRegistry: defaults.npmRegistry,
    npmRegistryByScope: registryChoice(npmRegistries.addresses, defaults.npmRegistry).byScope,
    sigstoreTrustUrl: environment.SIGSTORE_TRUST_URL,
    pypiIndex: environment.PYPI_URL,
    publicPypiFiles: defaults.pypiFiles,
    allowedNetworks: environment.ASSAY_ALLOW_NETWORKS,
    scansAtOnce: {
      ofAll: environment.ASSAY_SCANS_AT_ONCE,
      ofAccount: environment.ASSAY_SCANS_PER_ACCOUNT,
      besideRegistry: environment.ASSAY_SCANS_BESIDE_REGISTRY,
    },
    githubPlace: githubPlaceOf(environment),
    githubApp: githubAppOf(environment),
    githubSignIn: githubSignInOf(environment),
    githubOidcIssuer:
      environment.GITHUB_OIDC_ISSUER ??
      (environment.GHE_HOST === undefined
        ? defaults.githubOidcIssuer
        : `https://${environment.GHE_HOST}/_services/token`),
    mcpRegistry: environment.MCP_REGISTRY_URL,
    npmDownloads: environment.NPM_DOWNLOADS_URL,
    pypiDownloads: environment.PYPI_DOWNLOADS_URL,
    githubToken: environment.GITHUB_TOKEN,
    logLevel: environment.LOG_LEVEL,
    backup:
      environment.ASSAY_BACKUP_DIR === undefined || environment.ASSAY_BACKUP_RECIPIENT === undefined
        ? undefined
        : {
            folder: resolve(environment.ASSAY_BACKUP_DIR),
            recipient: environment.ASSAY_BACKUP_RECIPIENT,
            keptDays: environment.ASSAY_BACKUP_KEEP_DAYS,
            clusterFolder:
              environment.ASSAY_BACKUP_CLUSTER === undefined ? undefined : resolve(environment.ASSAY_BACKUP_CLUSTER),
          },
    operations:
      environment.METRICS_PORT === undefined
        ? undefined
        : { host: environment.METRICS_HOST, port: environment.METRICS_PORT },
  }
}

/** Settings for which being set to nothing is not the same as not being set. */
function switchedOff(variables: EnvironmentVariables): EnvironmentVariables {
  return Object.fromEntries(['NPM_DOWNLOADS_URL'].filter((name) => variables[name] === '').map((name) => [name, '']))
}

/** Addresses that this installation contacts as `upstream`. */
export function upstreamsOf({
  mcpRegistry,
  npmDownloads,
  pypiDownloads,
  npmRegistry,
  npmRegistryByScope,
  pypiIndex,
  publicPypiFiles,
  sigstoreTrustUrl,
  osvBases,
  kevUrl,
  epssUrl,
  githubPlace,
  githubOidcIssuer,
}: Config): string[] {
  return [
    npmRegistry,
    ...npmRegistryByScope.values(),
    pypiIndex,
    publicPypiFiles,
    sigstoreTrustUrl,
    ...osvBases,
    kevUrl,
    epssUrl,
    githubPlace.apiUrl,
    githubOidcIssuer,
    ...[mcpRegistry, npmDownloads, pypiDownloads].filter((address) => address !== undefined),
  ]
}

function githubAppOf(environment: z.output<typeof Environment>): GitHubApp | undefined {
  const { APP_ID: id, PRIVATE_KEY: privateKey, WEBHOOK_SECRET: webhookSecret } = environment
  return id === undefined || privateKey === undefined
    ? undefined
    : { ...githubPlaceOf(environment), id, privateKey, webhookSecret }
}

function githubSignInOf(environment: z.output<typeof Environment>): SignInPlace | undefined {
  const { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret } = environment
  const place = githubPlaceOf(environment)
  return clientId === undefined || clientSecret === undefined
    ? undefined
    : { ...place, webUrl: `https://${place.host}`, clientId, clientSecret }
}

function githubPlaceOf({ GHE_HOST: gheHost, GITHUB_API_URL: apiUrl }: z.output<typeof Environment>): GitHubPlace {
  if (gheHost === undefined) return { host: 'github.com', apiUrl: apiUrl ?? defaults.githubApi }
  return { host: gheHost, apiUrl: apiUrl ?? `https://${gheHost}/api/v3` }
}

const ownSettings = Object.keys(Environment.shape).filter((name) => name.startsWith('ASSAY_'))

/**
 * The registries of scopes that settings name, checked; `registry` itself is a setting of ours too and checked as such.
 */
function checkedNpmRegistries(settings: NpmSettings): {
  readonly addresses: NpmSettings
  readonly problems: readonly string[]
} {
  const addresses = new Map<string, string>()
  const problems: string[] = []
  for (const [key, address] of registrySettings(settings)) {
    const { data, error } = npmRegistry.safeParse(address)
    if (data !== undefined) addresses.set(key, data)
    else if (key !== 'registry') problems.push(`npm_config_${key}: ${error?.issues[0]?.message ?? ''}`)
  }
  return { addresses, problems }
}

/** Which registries serve whoever calls `assay scan`, and with which credentials. */
export interface OperatorNpm extends NpmRegistryChoice {
  readonly credentials: NpmCredentials
}

/**
 * Reads npm's own configuration of whoever calls a command, files and credentials included, which the
 * service never does. Throws a ConfigError that names all wrong registries.
 */
export function readOperatorNpm(
  { npmRegistry: fallback }: Config,
  variables: EnvironmentVariables = process.env,
): OperatorNpm {
  const settings = operatorNpmSettings(variables)
  const { addresses, problems } = checkedNpmRegistries(settings)
  const isWrong = settings.has('registry') && !addresses.has('registry')
  if (isWrong || problems.length > 0)
    throw new ConfigError([
      ...(isWrong ? ['registry in your npmrc: should be an http or https address without user information'] : []),
      ...problems,
    ])
  return { ...registryChoice(addresses, fallback), credentials: new NpmCredentials(settings) }
}

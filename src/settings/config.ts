import { resolve } from 'node:path'
import { z } from 'zod'
import { scansAtOnceLimits, scansPerProcess } from './scans-at-once-limits.ts'
import { isLoopbackHost } from '../engine/net/served-address.ts'
import { registryChoice } from '../engine/sources/package-registries/npm-registry-choice.ts'
import { npmSettingsOfEnvironment } from '../engine/sources/package-registries/npmrc.ts'
import { operatorNpmSettings } from '../engine/sources/package-registries/operator-npm-settings.ts'
import { publicAddresses } from './addresses.ts'
import { backupCheck, backupDays, backupOf, backupRecipient } from './backup-settings.ts'
import { cacheFolderOf, homeFolder } from './cache-folder.ts'
import { callerFolderOf } from './caller-folder.ts'
import { scanEnvironmentOf } from './scan-environment.ts'
import { ConfigError } from './config-error.ts'
import { lagSeconds, poolSize, replicaOf } from './database-settings.ts'
import { databaseUrl, oneServerUrl } from './database-url.ts'
import { type GitHubApp, githubPlaceOf, type SignInPlace } from './github-settings.ts'
import { checkedNpmRegistries, type OperatorNpm, operatorNpmOf } from './operator-npm.ts'
import { reachabilitySettings } from './reachability-setting.ts'
import { withSecretsOfFiles } from './secret-files.ts'
import {
  allowedNetworks,
  feedBases,
  feedFile,
  githubHost,
  httpBase,
  httpUrl,
  keyPeppers,
  logLevel,
  npmRegistry,
  numberOfScans,
  oidcIssuer,
  port,
  privateKey,
  switchable,
  trustedProxies,
  withTrailingSlash,
} from './setting-formats.ts'
import { combinationProblems } from './setting-combinations.ts'
import type { Config, OtherService } from './settings.ts'
import { unknownSettings } from './unknown-settings.ts'
import type { UserPlace } from './user-place.ts'

const Environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(3000),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: port.optional(),
  PUBLIC_URL: httpUrl.transform((url) => new URL(url).href.replace(/(?<!\/)\/+$/, '')).optional(),
  TRUST_PROXY: trustedProxies.default(0),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_READ_URL: oneServerUrl.optional(),
  ASSAY_REPLICA_MAX_LAG: lagSeconds.default(10),
  ASSAY_DATABASE_CONNECTIONS: poolSize.default(20),
  ASSAY_QUEUE_CONNECTIONS: poolSize.default(6),
  ASSAY_DATA_DIR: z.string().min(1).default('.assay'),
  ASSAY_CACHE_DIR: z.string().min(1).optional(),
  ASSAY_SECRET: z
    .string()
    .min(32, 'The secret is too short. Use at least 32 characters, preferably 64 random characters.')
    .optional(),
  ASSAY_KEY_PEPPERS: keyPeppers.optional(),
  ASSAY_KEY_PEPPERS_FILE: z.string().min(1).optional(),
  ASSAY_SECRET_FILE: z.string().min(1).optional(),
  ASSAY_BACKUP_CHECK: backupCheck.default('on'),
  ASSAY_BACKUP_CLUSTER: z.string().min(1).optional(),
  ASSAY_BACKUP_DIR: z.string().min(1).optional(),
  ASSAY_BACKUP_KEEP_DAYS: backupDays.default(14),
  ASSAY_BACKUP_RECIPIENT: backupRecipient.optional(),
  ASSAY_ALLOW_NETWORKS: allowedNetworks.default([]),
  ASSAY_REQUIRE_SANDBOX: z.enum(['on', 'warn', 'off'], 'The value is unknown. Use one of: on, warn, off.').optional(),
  ASSAY_RESOLVE_PRIVATE: z
    .string()
    .transform((text) => new Set(text.split(',').map((name) => name.trim())))
    .default(new Set()),
  ASSAY_RESOLVE: z.enum(['on', 'off'], 'The value is unknown. Use one of: on, off.').default('on'),
  ASSAY_REACHABILITY: z
    .enum(reachabilitySettings, `The value is unknown. Use one of: ${reachabilitySettings.join(', ')}.`)
    .default('off'),
  ASSAY_URL: httpBase.optional(),
  ASSAY_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, 'The value is not an API key. Create one with "assay keys create".')
    .optional(),
  ASSAY_SCANS_AT_ONCE: numberOfScans.default(scansAtOnceLimits.maxScans),
  ASSAY_SCANS_PER_ACCOUNT: numberOfScans.default(scansAtOnceLimits.maxScansPerAccount),
  ASSAY_SCANS_PER_PROCESS: numberOfScans.default(scansPerProcess),
  ASSAY_SCANS_BESIDE_REGISTRY: numberOfScans.default(scansAtOnceLimits.maxScansBesideRegistry),
  OSV_URL: feedBases.default([publicAddresses.osvExport]),
  KEV_URL: feedFile.default(publicAddresses.kevCatalogue),
  EPSS_URL: feedFile.default(publicAddresses.epssScores),
  npm_config_registry: npmRegistry.default(publicAddresses.npmRegistry),
  SIGSTORE_TRUST_URL: httpUrl.transform((url) => url.replace(/(?<!\/)\/+$/, '')).default(publicAddresses.sigstoreTrust),
  PYPI_URL: httpUrl.transform(withTrailingSlash).default(publicAddresses.pypiIndex),
  MAVEN_URL: httpUrl.transform(withTrailingSlash).default(publicAddresses.mavenRepository),
  CRATES_URL: httpUrl.transform(withTrailingSlash).default(publicAddresses.cratesIndex),
  MAVEN_PRIVATE_GROUPS: z
    .string()
    .regex(
      /^[\w.-]{1,200}(?:\s*,\s*[\w.-]{1,200}){0,200}$/,
      'The value is not a list of groups. Use names such as com.example, separated by commas.',
    )
    .transform((text) => new Set(text.split(',').map((name) => name.trim())))
    .default(new Set()),
  APP_ID: z
    .string()
    .regex(/^\d{1,20}$/, 'The value is not a GitHub App ID. Copy the App ID from the settings page of the app.')
    .optional(),
  PRIVATE_KEY: privateKey.optional(),
  WEBHOOK_SECRET: z
    .string()
    .min(16, 'The secret is too short. Use at least 16 characters, preferably 32 random characters.')
    .optional(),
  GITHUB_CLIENT_ID: z
    .string()
    .regex(
      /^[\w.-]{1,200}$/,
      'The value is not a client ID. Copy the client ID from the settings page of the GitHub App.',
    )
    .optional(),
  GITHUB_CLIENT_SECRET: z
    .string()
    .regex(
      /^[\x21-\x7e]{1,500}$/,
      'The value is not a client secret. Create a client secret on the settings page of the GitHub App.',
    )
    .optional(),
  GHE_HOST: githubHost.optional(),
  GITHUB_WRITES_PER_MINUTE: z.coerce.number().int().min(0).max(100_000).optional(),
  GITHUB_API_URL: httpUrl.transform((url) => url.replace(/(?<!\/)\/+$/, '')).optional(),
  GITHUB_OIDC_ISSUER: oidcIssuer.optional(),
  GITHUB_TOKEN: z
    .string()
    .regex(/^[\w.-]{10,500}$/, 'The value is not a GitHub token. Create a token in the settings of a GitHub account.')
    .optional(),
  MCP_REGISTRY_URL: z
    .union([z.literal('official').transform(() => publicAddresses.mcpRegistry), httpBase], {
      error: 'The value is not a registry URL. Use "official", or an http or https URL.',
    })
    .optional(),
  NPM_DOWNLOADS_URL: switchable(publicAddresses.npmDownloads),
  PYPI_DOWNLOADS_URL: httpBase.optional(),
  LOG_LEVEL: logLevel.default('info'),
})

/** Returns the folders of the user who runs this process, or undefined if the user has no home folder. */
export function userPlace(variables: EnvironmentVariables = process.env): UserPlace | undefined {
  const home = homeFolder()
  return home === undefined ? undefined : { platform: process.platform, home, variables }
}

type EnvironmentVariables = Readonly<Record<string, string | undefined>>

/** Like `readConfig` for the environment of the process, but as if the ignored settings were not set. */
export function readConfigWithout(ignored: readonly string[]): Config {
  return readConfig(Object.fromEntries(Object.entries(process.env).filter(([name]) => !ignored.includes(name))))
}

/** Reads and validates all settings. Throws a ConfigError that lists every invalid setting. */
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
  problems.push(...npmRegistries.problems, ...combinationProblems(set))
  if (!environment || problems.length > 0) throw new ConfigError(problems)
  return {
    warnings: unknownSettings(Object.keys(set), assaySettings),
    host: environment.HOST,
    port: environment.PORT,
    publicUrl: environment.PUBLIC_URL,
    trustedProxies: environment.TRUST_PROXY,
    dataDir: resolve(environment.ASSAY_DATA_DIR),
    cacheDir: cacheDirOf(environment, variables),
    callerFolder: callerFolderOf(variables),
    databaseUrl: environment.DATABASE_URL,
    directUrl: environment.DATABASE_DIRECT_URL,
    replica: replicaOf(environment),
    scanEnvironment: scanEnvironmentOf(variables),
    pools: { database: environment.ASSAY_DATABASE_CONNECTIONS, queue: environment.ASSAY_QUEUE_CONNECTIONS },
    secret: environment.ASSAY_SECRET,
    keyPeppers: environment.ASSAY_KEY_PEPPERS,
    osvBases: environment.OSV_URL,
    kevUrl: environment.KEV_URL,
    epssUrl: environment.EPSS_URL,
    npmRegistry: environment.npm_config_registry,
    publicNpmRegistry: publicAddresses.npmRegistry,
    npmRegistryByScope: registryChoice(npmRegistries.addresses, publicAddresses.npmRegistry).byScope,
    sigstoreTrustUrl: environment.SIGSTORE_TRUST_URL,
    pypiIndex: environment.PYPI_URL,
    publicPypiFiles: publicAddresses.pypiFiles,
    mavenRepository: environment.MAVEN_URL,
    cratesIndex: environment.CRATES_URL,
    privateMavenGroups: environment.MAVEN_PRIVATE_GROUPS,
    allowedNetworks: environment.ASSAY_ALLOW_NETWORKS,
    otherService: environment.ASSAY_URL === undefined ? undefined : otherServiceOf(environment.ASSAY_URL, environment),
    scansAtOnce: {
      ofAll: environment.ASSAY_SCANS_AT_ONCE,
      ofAccount: environment.ASSAY_SCANS_PER_ACCOUNT,
      besideRegistry: environment.ASSAY_SCANS_BESIDE_REGISTRY,
    },
    scansPerProcess: environment.ASSAY_SCANS_PER_PROCESS,
    githubPlace: githubPlaceOf(environment),
    githubApp: githubAppOf(environment),
    githubSignIn: githubSignInOf(environment),
    githubOidcIssuer:
      environment.GITHUB_OIDC_ISSUER ??
      (environment.GHE_HOST === undefined
        ? publicAddresses.githubOidcIssuer
        : `https://${environment.GHE_HOST}/_services/token`),
    mcpRegistry: environment.MCP_REGISTRY_URL,
    npmDownloads: environment.NPM_DOWNLOADS_URL,
    pypiDownloads: environment.PYPI_DOWNLOADS_URL,
    githubToken: environment.GITHUB_TOKEN,
    logLevel: environment.LOG_LEVEL,
    sandboxDemand: environment.ASSAY_REQUIRE_SANDBOX ?? (isReachable(environment) ? 'warn' : 'off'),
    resolves: environment.ASSAY_RESOLVE === 'on',
    reachability: environment.ASSAY_REACHABILITY,
    accountsResolvingPrivate: environment.ASSAY_RESOLVE_PRIVATE,
    backupCheck: environment.ASSAY_BACKUP_CHECK,
    backup: backupOf(environment),
    operations:
      environment.METRICS_PORT === undefined
        ? undefined
        : { host: environment.METRICS_HOST, port: environment.METRICS_PORT },
  }
}

/** Reports whether the settings suggest that people on other machines use the service. */
function isReachable({ PUBLIC_URL: publicUrl, TRUST_PROXY: proxies }: z.output<typeof Environment>): boolean {
  return (
    (publicUrl !== undefined && !isLoopbackHost(new URL(publicUrl).hostname.replaceAll(/[[\]]/g, ''))) || proxies !== 0
  )
}

function cacheDirOf(
  { ASSAY_CACHE_DIR: folder }: z.output<typeof Environment>,
  variables: EnvironmentVariables,
): string | undefined {
  if (folder !== undefined) return resolve(folder)
  return cacheFolderOf({ platform: process.platform, home: homeFolder(), variables })
}

function otherServiceOf(url: string, { ASSAY_KEY: apiKey }: z.output<typeof Environment>): OtherService {
  return { url, ...(apiKey !== undefined && { apiKey }) }
}

/** Returns the settings that are disabled by an empty value. For all other settings, an empty value means unset. */
function switchedOff(variables: EnvironmentVariables): EnvironmentVariables {
  return Object.fromEntries(['NPM_DOWNLOADS_URL'].filter((name) => variables[name] === '').map((name) => [name, '']))
}

function githubAppOf(environment: z.output<typeof Environment>): GitHubApp | undefined {
  const { APP_ID: id, PRIVATE_KEY: privateKey, WEBHOOK_SECRET: webhookSecret } = environment
  return id === undefined || privateKey === undefined
    ? undefined
    : { ...githubPlaceOf(environment), id, privateKey, webhookSecret, writesPerMinute: writesPerMinuteOf(environment) }
}

/**
 * Returns GitHub's documented limit on requests that create content, unless a setting replaces it. GitHub Enterprise
 * Server has no such limit by default.
 */
function writesPerMinuteOf({ GHE_HOST: host, GITHUB_WRITES_PER_MINUTE: writes }: z.output<typeof Environment>) {
  if (writes !== undefined) return writes === 0 ? undefined : writes
  return host === undefined || host.endsWith('.ghe.com') ? 80 : undefined
}

function githubSignInOf(environment: z.output<typeof Environment>): SignInPlace | undefined {
  const { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret } = environment
  const place = githubPlaceOf(environment)
  return clientId === undefined || clientSecret === undefined
    ? undefined
    : { ...place, webUrl: `https://${place.host}`, clientId, clientSecret }
}

const assaySettings = Object.keys(Environment.shape).filter((name) => name.startsWith('ASSAY_'))

/**
 * Reads the npm configuration, including credentials, of the user who runs a command. The service never calls this.
 * Throws a ConfigError that lists every invalid registry.
 */
export function readOperatorNpm(
  { npmRegistry: fallback }: Config,
  variables: EnvironmentVariables = process.env,
): OperatorNpm {
  return operatorNpmOf(operatorNpmSettings(variables), fallback)
}
